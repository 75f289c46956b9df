import ArgumentParser
import Foundation
import Platform
import ShopApp
import TerminalText

/// `banchan completions`: installs what the shell completes when Tab is pressed.
struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Install what your shell completes.", subcommands: [Install.self])

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install", abstract: "Write the completions where your shell looks for them.",
            discussion: "Prints what it wrote, and what is left to do where the shell does not look there by itself.")

        @Argument(help: "bash, zsh or fish; else the shell that SHELL names.")
        var shell: Shell?

        func run() throws {
            let user = User.current
            let words = CompletionTexts(language: user.language)
            guard let shell = shell ?? user.shell else { throw words.whichShell }
            let file = shell.file(environment: user.environment)
            try InstalledFile.checkOwner(of: file, user)
            try InstalledFile.write(Banchan.completionScript(for: shell.completions), to: file, user)
            let text = words.wrote(file, for: shell, environment: user.environment)
            try StandardOutput.write(text.map { "\($0)\n" }.joined())
        }
    }

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }
}

extension Completions.Shell {
    fileprivate var completions: CompletionShell {
        switch self {
        case .bash: .bash
        case .zsh: .zsh
        case .fish: .fish
        }
    }

    /// Returns the file for the user's own completions.
    func file(environment: [String: String]) -> URL {
        let home = NSHomeDirectory()
        let data = BaseDirectory.data.url(in: environment, orBelow: home)
        switch self {
        case .bash:
            let directories = (environment["BASH_COMPLETION_USER_DIR"] ?? "").split(separator: ":").map(String.init)
            let directory = directories.first { $0.hasPrefix("/") }
            return (directory.map { URL(filePath: $0) } ?? data.appending(path: "bash-completion"))
                .appending(path: "completions/banchan")
        case .zsh: return data.appending(path: "zsh/site-functions/_banchan")
        case .fish:
            return BaseDirectory.config.url(in: environment, orBelow: home)
                .appending(path: "fish/completions/banchan.fish")
        }
    }
}

extension User {
    /// The shell that `SHELL` names; `nil` if there are no completions for it.
    fileprivate var shell: Completions.Shell? {
        environment["SHELL"].flatMap { Completions.Shell(rawValue: URL(filePath: $0).lastPathComponent) }
    }
}

enum InstalledFile {
    /// Throws if root would write a file into another user's directory, who could not change it then: `sudo` may keep
    /// the user's `HOME`.
    static func checkOwner(of file: URL, _ user: User) throws(CommandFailure) {
        var directory = file.deletingLastPathComponent()
        var facts = stat()
        while stat(directory.path, &facts) != 0, directory.path != "/" { directory.deleteLastPathComponent() }
        guard geteuid() == 0, facts.st_uid != 0 else { return }
        throw CommandFailure(
            sentence: user.language.say(
                "\(directory.path) 디렉터리의 주인이 다른 사용자입니다. sudo 없이 그 사용자로 실행해 주세요.",
                "\(directory.path) belongs to another user: run this as that user, without sudo."),
            status: .failed)
    }

    private static let (readableFile, readableDirectory): (mode_t, mode_t) = (0o644, 0o755)

    /// Writes `text` as the file, creating its directory. If `isShared`, everybody may read it, whatever the umask; else
    /// new directories of the user's own are private.
    static func write(_ text: String, to file: URL, isShared: Bool = false, _ user: User) throws(CommandFailure) {
        let directory = file.deletingLastPathComponent().path
        do throws(POSIXError) {
            if isShared { try share(directory) } else { try PrivateDirectory.create(at: directory, durably: false) }
            let writer = try OutputFile(at: file.path, mode: readableFile)
            try writer.write(Data(text.utf8))
            try writer.commit(durably: false)
        } catch {
            let reason = SystemErrorText.of(Int(error.code.rawValue), in: user.language)
            throw CommandFailure(
                sentence: user.language.say(
                    "\(file.path)에 쓸 수 없습니다: \(reason).", "Cannot write \(file.path): \(reason)."),
                status: .failed)
        }
    }

    /// Creates the directory and its missing parents for everybody to read.
    private static func share(_ directory: String) throws(POSIXError) {
        guard access(directory, F_OK) != 0 else { return }
        try share(PrivateDirectory.parent(of: directory))
        guard mkdir(directory, readableDirectory) == 0 || errno == EEXIST else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        chmod(directory, readableDirectory)
    }
}

private struct CompletionTexts {
    let language: Language

    var whichShell: CommandFailure {
        CommandFailure(
            sentence: language.say(
                "어느 셸인지 알 수 없습니다. bash, zsh, fish 가운데 하나를 적어 주세요: banchan completions install bash",
                "Which shell is it? Name bash, zsh or fish: banchan completions install bash"),
            status: .usage)
    }

    /// Returns lines about what was written and what is left to do.
    func wrote(_ file: URL, for shell: Completions.Shell, environment: [String: String]) -> [String] {
        let wrote = language.say("\(file.path) 파일을 만들었습니다.", "Wrote \(file.path).")
        let rest: [String]
        switch shell {
        case .fish: rest = [opened]
        case .bash: rest = hasBashCompletion ? [opened] : [noBashCompletion(file)]
        case .zsh: rest = zsh(file.deletingLastPathComponent().path, environment)
        }
        return [wrote] + rest + (isForRoot(environment) ? [onlyForRoot] : [])
    }

    /// Whether a user runs the command as root by sudo.
    private func isForRoot(_ environment: [String: String]) -> Bool {
        geteuid() == 0 && !["", "root"].contains(environment["SUDO_USER"] ?? "")
    }

    private var onlyForRoot: String {
        language.say(
            "root의 셸에만 쓰입니다. 자신의 셸에 쓰려면 sudo 없이 실행해 주세요.",
            "Only root's shells have it: for your own, run this without sudo.")
    }

    private var opened: String {
        language.say("새로 여는 셸부터 쓸 수 있습니다.", "New shells have it.")
    }

    private var hasBashCompletion: Bool {
        FileManager.default.fileExists(atPath: "/usr/share/bash-completion/bash_completion")
    }

    private func noBashCompletion(_ file: URL) -> String {
        language.say(
            "bash-completion 패키지가 없습니다. 설치하거나 ~/.bashrc에 이 줄을 넣어 주세요: source \(ShellWord.quoted(file.path))",
            "The package bash-completion is missing. Install it, or put this line into ~/.bashrc: source \(ShellWord.quoted(file.path))"
        )
    }

    /// By default, zsh searches no directory of the user's own.
    private func zsh(_ directory: String, _ environment: [String: String]) -> [String] {
        let directories = ["ZDOTDIR", "HOME"].lazy.compactMap { environment[$0] }
        let startup = "\(directories.first { $0.hasPrefix("/") } ?? NSHomeDirectory())/.zshrc"
        let known = (try? String(contentsOfFile: startup, encoding: .utf8))?.contains(directory) ?? false
        if known { return [opened] }
        let line = "fpath=(\(ShellWord.quoted(directory)) $fpath); autoload -Uz compinit; compinit"
        return [
            language.say("\(startup) 파일에 이 줄을 넣어 주세요:", "Put this line into \(startup):"), line,
        ]
    }
}
