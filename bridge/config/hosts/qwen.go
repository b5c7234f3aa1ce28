package hosts

// qwenCode is made from Gemini CLI.
func qwenCode() Host {
	return likeGemini("Qwen Code", ".qwen")
}
