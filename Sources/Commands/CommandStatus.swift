import ArgumentParser
import Domain
import ShopApp
import Storage

/// The exit status of a command. Scripts depend on the numbers: none of them ever changes.
enum CommandStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case unreachable = 2
    case refused = 3
    case usage = 64
    /// 128 and the number of SIGPIPE: what shells say of a program that this signal ended.
    case unread = 141

    var code: ExitCode { ExitCode(rawValue) }

    /// The meaning, for help and manual pages.
    var meaning: String {
        switch self {
        case .done: "all went well"
        case .failed: "something could not be done; standard error says what"
        case .unreachable: "the shop cannot be reached or cannot answer now: the same command may succeed later"
        case .refused: "the shop refused: it has no such thing, too little of it, or another price"
        case .usage: "a command line that makes no sense"
        case .unread: "nobody reads the output any more"
        }
    }

    /// All exit codes in one sentence.
    static var help: String {
        "Exit codes: " + allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ") + "."
    }

    /// The status after a failed fetch.
    init(_ failure: FetchFailure) {
        switch failure {
        case .unreachable, .untrusted, .interrupted, .timedOut: self = .unreachable
        case .status(let status), .later(let status, _): self = CommandStatus(httpStatus: status)
        case .notHTTP, .undecodable, .tooLarge, .redirected, .body: self = .failed
        }
    }

    /// The status after an HTTP status that is not a success.
    init(httpStatus status: Int) {
        let mayPass = status >= 500 || [408, 425, 429].contains(status)
        self = mayPass ? .unreachable : (400..<500).contains(status) ? .refused : .failed
    }

    init(_ problem: CommandProblem) {
        switch problem {
        case .orders(let failure): self = CommandStatus(failure)
        case .wrongKeeperToken, .noOrder: self = .refused
        case .database(_, let error), .copy(_, _, .source(let error)), .copy(_, _, .destination(let error)):
            self = [.unreachable, .readOnlyServer, .noConnectionLeft].contains(error) ? .unreachable : .failed
        case .databaseTrouble(let trouble): self = CommandStatus(.database(path: trouble.location, trouble.error))
        case .guest(.full), .guest(.crowded), .guest(.tooManyFromAddress), .guest(.closed): self = .unreachable
        case .outputClosed: self = .unread
        case .guest(.refused), .limit, .trustedProxy, .port, .address, .setting, .serverUnknown, .noDatabase,
            .databaseAddress, .databasePasswordGiven:
            self = .usage
        default: self = .failed
        }
    }
}

/// The failure of a command: the message for the user and the exit status.
struct CommandFailure: Error {
    let sentence: String
    let status: CommandStatus
}

extension User {
    /// Reports `problem` on standard error, unless whoever read the output has gone, and returns its exit code.
    func failure(_ problem: CommandProblem) -> ExitCode {
        let status = CommandStatus(problem)
        if status != .unread { report(problem) }
        return status.code
    }

    func failure(_ failure: CommandFailure) -> ExitCode {
        report(failure.sentence)
        return failure.status.code
    }
}

/// Redacts the error messages of the command-line parser.
enum UsageMessage {
    /// Returns `message` with each of `arguments` that it quotes and that may contain a password or a token replaced:
    /// all but short words and option names, in which the user may look for a typing error.
    static func redacted(_ message: String, _ arguments: [String]) -> String {
        let values = arguments.flatMap { argument in
            [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        return values.filter { !isWord($0) }.reduce(message) { $0.replacing("'\($1)'", with: "(not shown)") }
    }

    private static let maxWordLength = 24

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= maxWordLength && text.allSatisfy { $0 == "-" || $0.isASCII && $0.isLetter }
    }
}
