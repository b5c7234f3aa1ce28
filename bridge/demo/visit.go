package demo

import (
	"context"
	"encoding/json"
)

// visitForm has one field of every kind that a form may have.
const visitForm = `{
	"type": "object",
	"properties": {
		"name": {
			"type": "string",
			"title": "Your name",
			"description": "As it should stand on your badge.",
			"minLength": 2,
			"maxLength": 60
		},
		"email": {
			"type": "string",
			"format": "email",
			"title": "Email",
			"description": "Where the confirmation would go. Nothing is sent in the demo."
		},
		"day": {
			"type": "string",
			"format": "date",
			"title": "Day of the visit",
			"description": "The lab is open every day."
		},
		"arrival": {
			"type": "string",
			"format": "date-time",
			"title": "Arrival at the station",
			"description": "If you would like to be picked up: when your train arrives."
		},
		"visitors": {
			"type": "integer",
			"title": "Visitors",
			"description": "How many people come, you included.",
			"minimum": 1,
			"maximum": 12,
			"default": 1
		},
		"first_visit": {
			"type": "boolean",
			"title": "First visit",
			"description": "Newcomers get a safety briefing of ten minutes."
		},
		"tour": {
			"type": "string",
			"title": "Tour",
			"enum": ["none", "short", "full"],
			"default": "short"
		},
		"building": {
			"type": "string",
			"title": "Building",
			"description": "Where to start.",
			"oneOf": [
				{"const": "bld-12", "title": "Main hall"},
				{"const": "bld-31", "title": "Clean room"},
				{"const": "bld-40", "title": "Telescope dome"}
			],
			"default": "bld-12"
		},
		"language": {
			"type": "string",
			"title": "Language of the tour",
			"enum": ["cs", "de", "en", "es", "fr", "it", "ja", "pl"],
			"enumNames": ["Czech", "German", "English", "Spanish", "French", "Italian", "Japanese", "Polish"],
			"default": "en"
		},
		"topics": {
			"type": "array",
			"title": "Topics",
			"description": "What you would like to see.",
			"minItems": 1,
			"maxItems": 3,
			"items": {
				"anyOf": [
					{"const": "t-opt", "title": "Lasers and optics"},
					{"const": "t-cold", "title": "Very low temperatures"},
					{"const": "t-sim", "title": "Simulation"},
					{"const": "t-mat", "title": "New materials"},
					{"const": "t-sky", "title": "The night sky"}
				]
			}
		},
		"meals": {
			"type": "array",
			"title": "Meals",
			"items": {"type": "string", "enum": ["breakfast", "lunch", "dinner"]},
			"default": ["lunch"]
		},
		"travel_budget": {
			"type": "number",
			"title": "Travel budget",
			"description": "In euros, as much as your institute pays.",
			"minimum": 0,
			"maximum": 5000
		},
		"parking": {
			"type": "boolean",
			"title": "Parking space",
			"default": false
		},
		"website": {
			"type": "string",
			"format": "uri",
			"title": "Website",
			"description": "Of you or of your group."
		},
		"notes": {
			"type": "string",
			"title": "Anything else",
			"description": "Allergies, access needs, questions.",
			"maxLength": 500
		}
	},
	"required": ["name", "email", "day", "visitors", "building", "topics"]
}`

func bookVisit() tool {
	return tool{
		name:        "book_visit",
		title:       "Book a visit",
		description: "Acts out booking a visit to the lab. It asks with a long form that has one field of every kind.",
		hints:       changing(false),
		run:         runBookVisit,
	}
}

func runBookVisit(ctx context.Context, c *call) (outcome, error) {
	ask := question{key: "visit", message: "Please tell the lab about your visit.", form: visitForm}
	answers, err := c.ask(ctx, ask)
	if err != nil {
		return outcome{}, err
	}
	if done, refused := answers[0].refusal("No visit was booked."); refused {
		return done, nil
	}
	var visit struct {
		Name, Day string
		Visitors  json.Number
	}
	if err := ask.check(answers[0], &visit); err != nil {
		return outcome{}, err
	}
	people := visit.Visitors.String() + " people"
	if visit.Visitors == "1" {
		people = "1 person"
	}
	return outcome{say: "The visit of " + visit.Name + " on " + visit.Day + " is booked, for " + people + ".", facts: struct {
		facts
		Answer json.RawMessage `json:"answer"`
	}{facts{"booked"}, answers[0].Content}}, nil
}
