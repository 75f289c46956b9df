import ArgumentParser
import Domain
import Foundation
import Platform
import ShopApp
import ShopClient
import Terminal
import TerminalText

/// What the environment says of the person in front of the program.
struct User: Sendable {
    let environment: [String: String]

    static var current: User { User(environment: ProcessInfo.processInfo.environment) }

    var words: Words { Language(environment: environment).words }
    var log: String { LogFile.prepare(environment: environment) }
    var terminalName: String { environment["TERM"] ?? "" }
    var allowsColor: Bool { (environment["NO_COLOR"] ?? "").isEmpty }

    /// Whether COLORTERM says that the terminal shows any colour.
    var hasDirectColor: Bool { ["truecolor", "24bit"].contains(environment["COLORTERM"]) }

    var allowsMouse: Bool { (environment["BANCHAN_NO_MOUSE"] ?? "").isEmpty }

    /// The server that `BANCHAN_SERVER` names; `nil` when it names none.
    var server: String? { environment["BANCHAN_SERVER"].flatMap { $0.isEmpty ? nil : $0 } }

    /// Who always orders at this terminal: `name`, else whom BANCHAN_GUEST names; `nil` for whoever comes.
    func guest(named name: String?) throws(CommandProblem) -> Guest? {
        guard let text = name ?? environment["BANCHAN_GUEST"].flatMap({ $0.isEmpty ? nil : $0 }) else { return nil }
        let guest = Guest(name: PlainText(text), isFixed: true)
        guard guest.problem == nil else { throw .guestName }
        return guest
    }

    /// How BANCHAN_NOTIFY says that the desktop is told of new orders; `nil` where it says nothing.
    var notifications: DesktopNotification.Sequence? {
        get throws(CommandProblem) {
            guard let text = environment["BANCHAN_NOTIFY"], !text.isEmpty else { return nil }
            guard let sequence = DesktopNotification.Sequence(rawValue: text) else { throw .notifications }
            return sequence
        }
    }

    /// Which colours BANCHAN_THEME says; those for the terminal's background where it says nothing.
    var theme: ThemeChoice {
        get throws(CommandProblem) {
            guard let text = environment["BANCHAN_THEME"], !text.isEmpty else { return .auto }
            guard let theme = ThemeChoice(rawValue: text) else { throw .theme }
            return theme
        }
    }

    /// How BANCHAN_PICTURES says that pictures are shown; as the terminal can where it says nothing.
    var pictures: PictureChoice {
        get throws(CommandProblem) {
            guard let text = environment["BANCHAN_PICTURES"], !text.isEmpty else { return .auto }
            guard let choice = PictureChoice(rawValue: text) else { throw .pictures }
            return choice
        }
    }

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
        FileHandle.standardError.write(Data("banchan: \(PlainText(sentence, limit: 2_000))\n".utf8))
    }

    func failure(_ problem: CommandProblem) -> ExitCode { failure(words.command(problem)) }
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

/// The file that takes what libraries print while the screen is in use.
private enum LogFile {
    /// More than this much old log is dropped at the start.
    private static let largest = 1_000_000

    /// Makes the log's directory below the XDG state directory, private to the user, and returns the log's path. Where
    /// that fails the log is dropped, and nothing else suffers.
    static func prepare(environment: [String: String]) -> String {
        let directory = BaseDirectory.state.url(in: environment, orBelow: NSHomeDirectory()).appending(path: "banchan")
        // Not durably: the first frame waits for it.
        try? PrivateDirectory.create(at: directory.path, durably: false)
        let log = directory.appending(path: "banchan.log").path
        let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int
        if let size, size > largest { try? FileManager.default.removeItem(atPath: log) }
        return log
    }
}
