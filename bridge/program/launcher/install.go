package launcher

import (
	"slices"
	"strings"
)

// product is something that people install to get programs.
type product struct {
	name     string
	programs []string
	darwin   string // how to get it on macOS, as the end of a sentence that begins with its name
	linux    string
	windows  string
}

// products are what servers are usually started with.
func products() []product {
	return []product{
		{"Node.js", []string{"node", "nodejs", "npx", "npm", "corepack"},
			"brew install node, or the installer from https://nodejs.org",
			"https://nodejs.org, or on Debian and Ubuntu: sudo apt install nodejs npm",
			"winget install OpenJS.NodeJS.LTS, or the installer from https://nodejs.org"},
		{"uv", []string{"uv", "uvx"},
			"brew install uv, or https://docs.astral.sh/uv",
			"curl -LsSf https://astral.sh/uv/install.sh | sh",
			"winget install astral-sh.uv, or https://docs.astral.sh/uv"},
		{"Python", []string{"python", "python3", "py", "pip", "pip3"},
			"brew install python, or the installer from https://www.python.org",
			"on Debian and Ubuntu: sudo apt install python3 python3-pip python3-venv",
			"winget install Python.Python.3.13, or the installer from https://www.python.org"},
		{"pipx", []string{"pipx"}, "brew install pipx", "on Debian and Ubuntu: sudo apt install pipx", "py -m pip install --user pipx"},
		{"Docker", []string{"docker", "docker-compose"},
			"Docker Desktop from https://www.docker.com",
			"https://docs.docker.com/engine/install, or on Debian and Ubuntu: sudo apt install docker.io",
			"winget install Docker.DockerDesktop, or https://www.docker.com"},
		{"Podman", []string{"podman"}, "brew install podman", "on Debian and Ubuntu: sudo apt install podman", "winget install RedHat.Podman"},
		{"Bun", []string{"bun", "bunx"},
			"brew install oven-sh/bun/bun, or https://bun.sh",
			"curl -fsSL https://bun.sh/install | bash",
			"winget install Oven-sh.Bun, or https://bun.sh"},
		{"Deno", []string{"deno"},
			"brew install deno, or https://deno.com",
			"curl -fsSL https://deno.land/install.sh | sh",
			"winget install DenoLand.Deno, or https://deno.com"},
		{"pnpm", []string{"pnpm", "pnpx"}, "brew install pnpm, or https://pnpm.io", "npm install -g pnpm, or https://pnpm.io", "winget install pnpm.pnpm, or https://pnpm.io"},
		{"Yarn", []string{"yarn", "yarnpkg"}, "brew install yarn", "npm install -g yarn", "npm install -g yarn"},
		{".NET", []string{"dotnet", "dnx"},
			"brew install dotnet, or https://dotnet.microsoft.com",
			"https://dotnet.microsoft.com, or on Ubuntu: sudo apt install dotnet-sdk-10.0",
			"winget install Microsoft.DotNet.SDK.10, or https://dotnet.microsoft.com"},
		{"Java", []string{"java", "javaw"},
			"brew install --cask temurin, or https://adoptium.net",
			"on Debian and Ubuntu: sudo apt install default-jre; or https://adoptium.net",
			"winget install EclipseAdoptium.Temurin.21.JRE, or https://adoptium.net"},
		{"JBang", []string{"jbang"}, "brew install jbangdev/tap/jbang, or https://www.jbang.dev", "https://www.jbang.dev", "winget install jbangdev.jbang, or https://www.jbang.dev"},
		{"Go", []string{"go", "gofmt"}, "brew install go, or https://go.dev/dl", "https://go.dev/dl, or on Debian and Ubuntu: sudo apt install golang", "winget install GoLang.Go, or https://go.dev/dl"},
		{"Rust", []string{"cargo", "rustc", "rustup"}, "https://rustup.rs", "https://rustup.rs, or on Debian and Ubuntu: sudo apt install cargo", "winget install Rustlang.Rustup, or https://rustup.rs"},
		{"Ruby", []string{"ruby", "gem", "bundle", "bundler"}, "brew install ruby", "on Debian and Ubuntu: sudo apt install ruby-full", "winget install RubyInstallerTeam.Ruby.3.4, or https://rubyinstaller.org"},
		{"PHP", []string{"php"}, "brew install php", "on Debian and Ubuntu: sudo apt install php-cli", "winget install PHP.PHP.8.4, or https://windows.php.net"},
		{"Git", []string{"git"}, "xcode-select --install", "on Debian and Ubuntu: sudo apt install git", "winget install Git.Git, or https://git-scm.com"},
		{"Nix", []string{"nix", "nix-shell"}, "https://nixos.org/download", "https://nixos.org/download", "https://nixos.org/download (inside WSL)"},
		{"conda", []string{"conda", "mamba", "micromamba"}, "brew install --cask miniconda", "https://conda-forge.org/download", "winget install Anaconda.Miniconda3, or https://conda-forge.org/download"},
		{"PowerShell", []string{"pwsh"}, "brew install powershell", "https://aka.ms/install-powershell", "winget install Microsoft.PowerShell"},
		{"the GitHub command line", []string{"gh"}, "brew install gh", "on Debian and Ubuntu: sudo apt install gh", "winget install GitHub.cli"},
	}
}

// HowToGet says where a program comes from, in a sentence for one system; "" for one that nobody knows.
func HowToGet(goos, program string) string {
	for _, product := range products() {
		if !slices.Contains(product.programs, program) {
			continue
		}
		way := product.linux
		switch goos {
		case "darwin":
			way = product.darwin
		case "windows":
			way = product.windows
		}
		brings := ", which brings it"
		if strings.EqualFold(product.name, program) {
			brings = ""
		}
		return "Install " + product.name + brings + " (" + way + ")."
	}
	return ""
}
