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

/// The user of this process, with the environment and the settings.
struct User: Sendable {
    let environment: [String: String]
    let reader: SettingsReader
    let read: ReadSettings
    /// The logger that receives problems; `nil` to write them to standard error.
    var logger: Logger?
    /// How long a message waits for a reader who does not read, in milliseconds; for ever if it is negative.
    var outputLimit: Int32 = -1

    static var current: User { User(options: [:]) }

    /// The user of a command that prints. What is wrong with the settings is reported.
    static var ofCommand: User {
        let user = User.current
        user.reportSettings()
        return user
    }

    /// Creates a user with these command-line options, and reads the settings file, which may block.
    init(options: [SettingName: String], environment: [String: String] = ProcessEnvironment.variables) {
        self.environment = environment
        reader = SettingsReader(options: options, environment: environment, file: SettingsFile.path(in: environment)) {
            CounterServices.commandNames
        }
        read = reader.read()
    }

    var settings: Settings { read.settings }
    var language: Language { language(of: settings) }
    var words: Words { language.words }

    /// Returns the language in `settings`, else that of the locale.
    func language(of settings: Settings) -> Language {
        switch settings.language {
        case .auto: Language(environment: environment)
        case .korean: .korean
        case .english: .english
        }
    }

    /// Throws the first problem with the command line's or the environment's settings, and reports those of the file.
    func checkSettings() throws(CommandProblem) {
        if let problem = read.problems.first(where: \.isAskedFor) { throw .setting(problem, file: "") }
        reportSettings()
    }

    /// Reports what is wrong with the settings, whatever they come from.
    func reportSettings() {
        for problem in read.problems { report(.setting(problem, file: reader.file ?? "")) }
    }

    /// Returns the server that is `named`, else that of the settings; `nil` for this device's own shop. Throws if the file
    /// of settings hides which one is meant: what is meant for one shop is not done at another.
    func server(_ named: String?) throws(CommandProblem) -> String? {
        if let server = named ?? settings.server { return server }
        guard !read.isServerUnknown else { throw .serverUnknown(file: reader.file ?? "") }
        return nil
    }

    var log: String { LogFile.prepare(environment: environment) }
    var terminalName: String { environment["TERM"] ?? "" }
    var allowsColor: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

    /// Whether COLORTERM declares 24-bit colour.
    var hasDirectColor: Bool { ["truecolor", "24bit"].contains(environment["COLORTERM"]) }

    /// The escape sequence for desktop notifications that BANCHAN_NOTIFY names; `nil` if it is not set or empty.
    var notifications: DesktopNotification.Sequence? {
        get throws(CommandProblem) {
            guard let text = environment["BANCHAN_NOTIFY"], !text.isEmpty else { return nil }
            guard let sequence = DesktopNotification.Sequence(rawValue: text) else { throw .notifications }
            return sequence
        }
    }

    /// Whether the terminal understands queries for its modes; Terminal.app prints them.
    var answersModeQuestions: Bool { environment["TERM_PROGRAM"] != "Apple_Terminal" }

    /// The terminal's colours, which some terminals report in COLORFGBG; otherwise empty.
    var backgroundHint: String { environment["COLORFGBG"] ?? "" }

    /// Reports `sentence`, sanitised, on standard error, and returns the exit code.
    func failure(_ sentence: String) -> ExitCode {
        report(sentence)
        return .failure
    }

    /// Reports a problem that does not end the program.
    func report(_ problem: CommandProblem) { report(words.command(problem), as: problem.severity) }

    func report(_ sentence: String, as severity: ProblemSeverity = .error) {
        if let logger { return logger.log(level: severity.level, "\(PlainText(sentence, limit: 2_000))") }
        // Ignore errors: standard error may be closed.
        _ = StandardOutput.write("banchan: \(PlainText(sentence, limit: 2_000))\n", to: STDERR_FILENO, outputLimit)
    }
}

extension ProblemSeverity {
    fileprivate var level: Logger.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        }
    }
}

extension SettingsProblem {
    /// Whether the problem is on the command line or in the environment.
    fileprivate var isAskedFor: Bool {
        switch origin {
        case .option, .variable: true
        case .file, .standard: false
        }
    }
}

extension ShopAddress {
    /// Parses an address given by the user. Throws the problem as the user is told of it.
    static func read(_ text: String) throws(CommandProblem) -> ShopAddress {
        do throws(ShopAddressError) {
            return try ShopAddress(text)
        } catch {
            throw .address(error)
        }
    }
}

extension ShopServers {
    /// Parses a list of servers given by the user. Throws the problem as the user is told of it.
    static func read(_ text: String) throws(CommandProblem) -> ShopServers {
        do throws(ShopAddressError) {
            return try ShopServers(text)
        } catch {
            throw .address(error)
        }
    }
}

/// The log file, which receives the output of libraries while the full-screen display is in use.
private enum LogFile {
    /// The maximum size in bytes: a larger log is deleted at the start.
    private static let largest = 1_000_000

    /// Creates the log's directory below the XDG state directory, private to the user, and returns the log's path. If
    /// that fails, only the log is lost.
    static func prepare(environment: [String: String]) -> String {
        let directory = BaseDirectory.state.path(in: environment, orBelow: NSHomeDirectory()) + "/banchan"
        // Not durably: the first frame waits for it.
        try? PrivateDirectory.create(at: directory, durably: false)
        let log = directory + "/banchan.log"
        var facts = stat()
        if stat(log, &facts) == 0, facts.st_size > largest { unlink(log) }
        return log
    }
}

/// Work of a command that may take long.
enum TimedOperation {
    case importing, exporting, checking, opening, asking, migrating

    fileprivate func words(in language: Language) -> ProgressTexts {
        func say(_ korean: String, _ english: String) -> ProgressTexts {
            language.say(.korean(korean), .english(english))
        }
        return switch self {
        case .importing: say("연락처 가져오는 중", "Importing contacts")
        case .exporting: say("연락처 내보내는 중", "Exporting contacts")
        case .checking: say("가게 파일 확인하는 중", "Checking the shop")
        case .opening: say("가게 여는 중", "Opening the shop")
        case .asking: say("가게에 묻는 중", "Asking the shop")
        case .migrating: say("가게 옮기는 중", "Copying the shop")
        }
    }
}

extension User {
    /// Returns the progress line of `work`, or `nil` if there is no terminal for it.
    func progress(_ work: TimedOperation) -> ProgressLine? {
        ProgressLine(work.words(in: language), isColored: allowsColor)
    }

    /// Returns the result of `body`, showing a progress line for `work` while it runs.
    func showing<Value, Failure: Error>(
        _ work: TimedOperation, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let line = progress(work)
        defer { line?.finish() }
        return try body()
    }

    /// Returns the result of the asynchronous `body`, which gets the line to report its progress.
    func showing<Value, Failure: Error>(
        _ work: TimedOperation, _ body: (ProgressLine?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let line = progress(work)
        defer { line?.finish() }
        return try await body(line)
    }
}

extension User {
    /// Reports the settings whenever their file changes, and the initial ones if there are problems with them.
    var settingsChanges: SettingsChanges {
        SettingsChanges { [self] tell in
            if !read.problems.isEmpty { tell(update(read)) }
            await SettingsWatch(reader).run(since: read) { tell(update($0)) }
        } keep: { [self] change, current in
            reader.write(change.name, change.value, over: current).map(update)
        }
    }

    /// The settings of a visit that keeps none: what is changed holds until its end.
    var settingsOfVisit: SettingsChanges {
        SettingsChanges { _ in
        } keep: { [self] change, current in
            update(ReadSettings(current, with: change.name, change.value))
        }
    }
}

extension User {
    private func update(_ read: ReadSettings) -> SettingsUpdate {
        let file = reader.file.map { ($0 as NSString).lastPathComponent } ?? ""
        return SettingsUpdate(read, file: file, language: language(of: read.settings))
    }
}

extension [OwnSection] {
    /// Returns the user's sections that are not among `sections`, which counters have already.
    func outside(_ sections: [SectionDefinition]) -> [OwnSection] {
        let known = Set(sections.map { OwnSection.Source.path($0.id.path) })
        return filter { !known.contains($0.source) }
    }
}
