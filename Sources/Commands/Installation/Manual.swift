import ArgumentParser
import Foundation
import Platform
import ShopApp

/// `banchan man`: installs manual pages, which are generated from the commands themselves.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Install the manual pages.", subcommands: [Install.self])

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install", abstract: "Write the manual pages where man looks for them.",
            discussion: "Prints what it wrote, and what is left to do where man does not look there by itself.")

        @Option(
            help: ArgumentHelp(
                "The directory that has man1; else the user's own, below XDG_DATA_HOME.", valueName: "dir"),
            completion: .directory)
        var directory: String?

        func run() throws {
            let user = User.current
            let folder = directory.map { URL(filePath: $0) } ?? user.manuals
            if directory == nil { try InstalledFile.checkOwner(of: folder.appending(path: "man1/banchan.1"), user) }
            let pages = try Manual.pages(user)
            for page in pages {
                let file = folder.appending(path: "man1/\(page.name).1")
                try InstalledFile.write(page.text, to: file, isShared: directory != nil, user)
            }
            try StandardOutput.write(report(pages.count, folder, user))
        }

        private func report(_ count: Int, _ folder: URL, _ user: User) -> String {
            let path = folder.path
            let wrote = user.language.say(
                "\(path)에 설명서 \(count)쪽을 만들었습니다.", "Wrote \(count) manual pages below \(path).")
            if user.findsManuals(in: path) { return "\(wrote)\nman banchan\n" }
            let export = "export MANPATH=\(ShellWord.quoted(path)):"
            return user.language.say(
                "\(wrote)\nman이 찾도록 셸의 시작 파일에 이 줄을 넣어 주세요:\n\(export)\n",
                "\(wrote)\nFor man to find them, put this line into your shell's startup file:\n\(export)\n")
        }
    }

    private static func pages(_ user: User) throws(CommandFailure) -> [ManualPage] {
        guard let tool = try? JSONDecoder().decode(DescribedTool.self, from: Data(Banchan._dumpHelp().utf8)) else {
            throw CommandFailure(sentence: "the commands cannot be read", status: .failed)
        }
        return ManualPage.pages(of: tool.command, date: date(user.environment))
    }

    /// Returns the current date, or that of a reproducible build
    /// (https://reproducible-builds.org/specs/source-date-epoch/).
    private static func date(_ environment: [String: String]) -> String {
        let day = environment["SOURCE_DATE_EPOCH"].flatMap(Double.init).map { Date(timeIntervalSince1970: $0) } ?? .now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: day)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return "" }
        return "\(months[month - 1]) \(day), \(year)"
    }

    /// English names, as is usual in manual pages.
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension User {
    /// The directory of this user's own manual pages.
    fileprivate var manuals: URL {
        BaseDirectory.data.url(in: environment, orBelow: NSHomeDirectory()).appending(path: "man")
    }

    /// Whether man looks in `path`: MANPATH names it, or it is `man` or `share/man` beside a directory in PATH.
    fileprivate func findsManuals(in path: String) -> Bool {
        let named = (environment["MANPATH"] ?? "").split(separator: ":").map(String.init)
        let beside = (environment["PATH"] ?? "").split(separator: ":").flatMap { directory in
            let parent = URL(filePath: String(directory)).deletingLastPathComponent()
            return ["man", "share/man"].map { parent.appending(path: $0).path }
        }
        return (named + beside).contains(path)
    }
}

/// The command-line parser's description of the program (`--experimental-dump-help`).
private struct DescribedTool: Decodable {
    let command: DescribedCommand
}

struct DescribedCommand: Decodable {
    let superCommands: [String]?
    let shouldDisplay: Bool
    let commandName: String
    let abstract: String?
    let discussion: String?
    let subcommands: [DescribedCommand]?
    let arguments: [DescribedArgument]?

    var shown: [DescribedCommand] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }
}

struct DescribedArgument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
        enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let discussion: String?
}
