import Foundation
import TerminalProbe
import TestSupport
import Testing

/// Completions in the real shells, installed with one command.
@Suite struct CompletionTests {
    @Test(.enabled(if: Installed.has("bash") && Installed.hasBashCompletion, "bash-completion is missing"))
    func bashCompletesOnceTheyAreInstalled() async throws {
        let scratch = try Scratch()
        let told = try await install("bash", scratch)
        let file = scratch.url.appending(path: "data/bash-completion/completions/banchan").path
        #expect(told == "Wrote \(file).\nNew shells have it.\n")
        let startup = scratch.url.appending(path: "rc")
        try Data("PS1='ready> '; . /usr/share/bash-completion/bash_completion\n".utf8).write(to: startup)
        try await complete("/bin/bash", ["--noprofile", "--rcfile", startup.path, "-i"], scratch)
    }

    @Test(.enabled(if: Installed.has("zsh"), "zsh is missing"))
    func zshCompletesOnceTheLineThatWasToldIsInItsStartupFile() async throws {
        let scratch = try Scratch()
        let told = try await install("zsh", scratch).split(separator: "\n").map(String.init)
        #expect(told.count == 3)
        let line = try #require(told.last)
        let startup = scratch.url.appending(path: ".zshrc")
        try Data("PS1='ready> '; \(line) -u\n".utf8).write(to: startup)
        try await complete("/usr/bin/zsh", ["-d", "-i"], scratch)
        // The startup file already has the line, so the command does not ask for it again.
        #expect(try await install("zsh", scratch).hasSuffix("\nNew shells have it.\n"))
    }

    @Test(.enabled(if: Installed.has("fish"), "fish is missing"))
    func fishCompletesOnceTheyAreInstalled() async throws {
        let scratch = try Scratch()
        _ = try await install("fish", scratch)
        let output = try await shell(
            "PATH=\(Built.directory.path):$PATH fish -c 'complete -C \"banchan men\"'", environment: scratch.all)
        #expect(output.standardOutput.hasPrefix("menu"), "\(output.standardError)")
    }

    @Test func theShellIsTheUsersUnlessAnotherIsNamed() async throws {
        let scratch = try Scratch()
        let environment = scratch.all.merging(["SHELL": "/usr/bin/fish", "LANG": "ko_KR.UTF-8"]) { $1 }
        let told = try await runWithoutTerminal(["completions", "install"], environment: environment)
        let file = scratch.url.appending(path: "config/fish/completions/banchan.fish").path
        #expect(told.standardOutput == "\(file) 파일을 만들었습니다.\n새로 여는 셸부터 쓸 수 있습니다.\n")
        #expect(FileManager.default.fileExists(atPath: file))
        let unknown = try await runWithoutTerminal(
            ["completions", "install"], environment: scratch.all.merging(["SHELL": "/bin/ksh"]) { $1 })
        #expect(unknown.status == 64)
        #expect(unknown.standardError.contains("Which shell is it?"))
        let unwritable = try await runWithoutTerminal(
            ["completions", "install", "bash"], environment: ["XDG_DATA_HOME": "/dev/null/x"])
        #expect(unwritable.status == 1)
        #expect(unwritable.standardError.hasPrefix("banchan: Cannot write /dev/null/x/"))
    }

    /// Not in that of the account, which a test or `sudo -E` does not mean.
    @Test(arguments: ["", "relative"]) func theStartupFileIsInTheHomeOfTheEnvironment(_ zdotdir: String) async throws {
        let scratch = try Scratch()
        let told = try await runWithoutTerminal(
            ["completions", "install", "zsh"], environment: ["HOME": scratch.url.path, "ZDOTDIR": zdotdir])
        #expect(told.standardOutput.contains("\nPut this line into \(scratch.path(".zshrc")):\n"))
    }

    @Test func bashHasThemInTheFirstOfItsDirectories() async throws {
        let scratch = try Scratch()
        let places = "\(scratch.path("one")):\(scratch.path("two"))"
        let told = try await runWithoutTerminal(
            ["completions", "install", "bash"], environment: ["BASH_COMPLETION_USER_DIR": places])
        #expect(told.standardOutput.hasPrefix("Wrote \(scratch.path("one/completions/banchan")).\n"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can write into another user's home"))
    func rootWritesNothingIntoAnotherUsersHome() async throws {
        let scratch = try Scratch()
        #expect(chown(scratch.url.path, 12_345, 12_345) == 0)
        let home = ["HOME": scratch.url.path, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "SUDO_USER": "kim"]
        for command in [["completions", "install", "bash"], ["completions", "install", "fish"], ["man", "install"]] {
            let output = try await runWithoutTerminal(command, environment: home)
            #expect(output.status == 1)
            #expect(
                output.standardError
                    == "banchan: \(scratch.url.path) belongs to another user: run this as that user, without sudo.\n")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
        #expect(chown(scratch.url.path, 0, 0) == 0)
        let own = try await runWithoutTerminal(["completions", "install", "bash"], environment: home)
        #expect(own.status == 0)
        #expect(own.standardOutput.hasSuffix("\nOnly root's shells have it: for your own, run this without sudo.\n"))
    }

    private func install(_ shell: String, _ scratch: Scratch) async throws -> String {
        let output = try await runWithoutTerminal(["completions", "install", shell], environment: scratch.all)
        #expect(output.status == 0, "\(output.standardError)")
        return output.standardOutput
    }

    /// Types the start of a command in the real shell, and presses Tab.
    private func complete(_ shell: String, _ arguments: [String], _ scratch: Scratch) async throws {
        let path = "\(Built.directory.path):/usr/local/bin:/usr/bin:/bin"
        try await withShop(
            arguments, of: shell, environment: scratch.all.merging(["PATH": path, "LANG": "C.UTF-8"]) { $1 }
        ) { shell in
            try shell.wait(forText: "ready>")
            try shell.type(Array("banchan comp".utf8))
            try shell.press("tab")
            try shell.wait(forText: "banchan completions")
            try shell.type(Array("inst\tfi\t".utf8))
            try shell.wait(forText: "banchan completions install fish")
            try shell.type(Array("\u{15}exit\n".utf8))
            try shell.waitForExit()
        }
    }
}

extension Scratch {
    /// An environment in which the program touches nothing outside this directory, including its settings.
    var all: [String: String] {
        environment.merging(["XDG_CONFIG_HOME": url.appending(path: "config").path, "ZDOTDIR": url.path]) { $1 }
    }
}
