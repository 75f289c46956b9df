import ArgumentParser
import Domain
import Foundation
import Glibc
import Logging
import Platform
import Settings
import ShopApp
import ShopClient
import Terminal
import TerminalText

/// What the environment says of the person in front of the program.
struct User: Sendable {
    let environment: [String: String]
    /// Reads the settings as they are now.
    let reader: SettingsReader
    /// What they were at the start.
    let read: ReadSettings
    /// Where problems go in the place of standard error, if anywhere.
    var logger: Logger?

    static var current: User { User(options: [:]) }

    /// With those options of the command line. Waits for the file of settings.
    init(options: [SettingName: String], environment: [String: String] = ProcessEnvironment.variables) {
        self.environment = environment
        reader = SettingsReader(options: options, environment: environment, file: SettingsFile.path(in: environment)) {
            CommandNames.all
        }
        read = reader.read()
    }

    var settings: Settings { read.settings }
    var language: Language { language(of: settings) }
    var words: Words { language.words }

    /// The language that `settings` say, else that of the locale.
    func language(of settings: Settings) -> Language {
        switch settings.language {
        case .auto: Language(environment: environment)
        case .korean: .korean
        case .english: .english
        }
    }

    /// Throws what is wrong with the settings on the command line or in the environment, and tells of the file.
    func checkSettings() throws(CommandProblem) {
        if let problem = read.problems.first(where: \.isAskedFor) { throw .setting(problem, file: "") }
        tellSettings()
    }

    /// Tells what is wrong with the file of settings.
    func tellSettings() {
        for problem in read.problems where !problem.isAskedFor { tell(.setting(problem, file: reader.file ?? "")) }
    }

    var log: String { LogFile.prepare(environment: environment) }
    var terminalName: String { environment["TERM"] ?? "" }
    var allowsColor: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

    /// Whether COLORTERM says that the terminal shows any colour.
    var hasDirectColor: Bool { ["truecolor", "24bit"].contains(environment["COLORTERM"]) }

    /// How BANCHAN_NOTIFY says that the desktop is told of new orders; `nil` where it says nothing.
    var notifications: DesktopNotification.Sequence? {
        get throws(CommandProblem) {
            guard let text = environment["BANCHAN_NOTIFY"], !text.isEmpty else { return nil }
            guard let sequence = DesktopNotification.Sequence(rawValue: text) else { throw .notifications }
            return sequence
        }
    }

    /// Whether the terminal takes questions for its modes; Terminal.app prints them.
    var answersModeQuestions: Bool { environment["TERM_PROGRAM"] != "Apple_Terminal" }

    /// What the terminal tells its programs of its colours; some of them do.
    var backgroundHint: String { environment["COLORFGBG"] ?? "" }

    /// Tells `sentence` on standard error, harmlessly, and returns the exit code for it.
    func failure(_ sentence: String) -> ExitCode {
        tell(sentence)
        return .failure
    }

    /// Tells of a problem that does not end the program.
    func tell(_ problem: CommandProblem) { tell(words.command(problem)) }

    func tell(_ sentence: String) {
        if let logger { return logger.error("\(PlainText(sentence, limit: 2_000))") }
        // Nobody may be listening any more.
        try? FileHandle.standardError.write(contentsOf: Data("banchan: \(PlainText(sentence, limit: 2_000))\n".utf8))
    }
}

extension SettingsProblem {
    /// Whether it is on the command line or in the environment.
    fileprivate var isAskedFor: Bool {
        switch origin {
        case .option, .variable: true
        case .file, .standard: false
        }
    }
}

extension ShopAddress {
    /// The address that `text`, of the command line or the environment, is.
    static func read(_ text: String) throws(CommandProblem) -> ShopAddress {
        do throws(ShopAddressError) {
            return try ShopAddress(text)
        } catch {
            throw .address(error)
        }
    }
}

extension ShopServers {
    /// The servers that `text`, of the command line or the environment, names.
    static func read(_ text: String) throws(CommandProblem) -> ShopServers {
        do throws(ShopAddressError) {
            return try ShopServers(text)
        } catch {
            throw .address(error)
        }
    }
}

/// The file that takes what libraries print while the screen is in use.
private enum LogFile {
    /// More than this much old log is dropped at the start.
    private static let largest = 1_000_000

    /// Makes the log's directory below the XDG state directory, private to the user, and returns the log's path. Where
    /// that fails the log is dropped, and nothing else suffers.
    static func prepare(environment: [String: String]) -> String {
        let directory = BaseDirectory.state.url(in: environment, orBelow: NSHomeDirectory()).path + "/banchan"
        // Not durably: the first frame waits for it.
        try? PrivateDirectory.create(at: directory, durably: false)
        let log = directory + "/banchan.log"
        var facts = stat()
        if stat(log, &facts) == 0, facts.st_size > largest { unlink(log) }
        return log
    }
}
