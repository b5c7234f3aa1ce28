package schema
import ("testing";"fmt")
func TestProbe(t *testing.T){
 for _,p:=range []string{`^[A-Z]{3}-[0-9]+$`,`^\d{5}(-\d{4})?$`,`^(a|b)$`,`^[a-z0-9_-]{3,16}$`,`^#[0-9a-fA-F]{6}$`,`^v\d+\.\d+$`,`b+`,`^[A-Z]{3}\$$`,`^.*$`}{ fmt.Printf("%s => %q\n",p,newPattern(p,&patternBudget{}).words()) }
 for _,s:=range []string{`{"properties":{"a":{"type":"object","properties":{"street":{"type":"string"},"n":{"type":"array","items":{"type":"integer","minimum":0.5}}},"required":["street"],"additionalProperties":false}, "b":{"anyOf":[{"type":"array"},{"type":"string"},{"type":"null"}]}},"anyOf":[{"required":["a"]},{"required":["b"]}],"dependentRequired":{"a":["b"]}}`}{
  f:=Parse([]byte(s))
  for _,c:=range []string{`{}`,`{"a":{"n":[1,0.25,"x"],"q":1}}`,`{"b":5}`,`{"a":{"street":"x"},"b":null}`}{
   fmt.Println(c); for _,p:=range f.Validate([]byte(c)){fmt.Println("   ",p.Field,p.Message)}
  }
 }
}
