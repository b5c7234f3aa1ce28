package link

// Link is an address made ready for a person to judge. All text but Reason and Remarks is untrusted, though free of
// control and direction-changing characters.
type Link struct {
	Raw      string // as the server sent it; what is opened and copied
	Host     string // in ASCII form, what is highlighted; "" when there is none
	Unicode  string // the host in its own letters, when that differs from Host
	Domain   string // the registrable domain inside Host, such as "evil.example"; equals Host for an IP address
	Before   string // the address as shown: what stands before the host, the host, and what stands after
	Shown    string
	After    string
	Openable bool   // https or http with a host
	NeedTick bool   // plain http to another machine: opened only after the person ticked that they know
	Reason   string // why it cannot be opened, in plain words; "" when Openable
	Remarks  []Remark
}

// Remark is one notable thing about an address.
type Remark struct {
	Warning bool   // false: only for information
	Text    string // plain words
}

// Screen judges an address. serverAddress is the asking server's own address, "" for a program: it is told when the link leads
// elsewhere.
func Screen(raw, serverAddress string) (Link, error) { return Link{}, nil }
