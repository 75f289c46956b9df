import Foundation

/// Why a printer does not print.
public enum PrinterProblem: String, Hashable, Sendable, Codable, CaseIterable {
    /// No connection could be made, or the device file cannot be opened.
    case unreachable
    case outOfPaper = "out_of_paper"
    /// It says that it is not ready: its cover is open, for example.
    case offline
    /// It told its status before, and does not any more.
    case silent
    /// It stopped accepting a ticket.
    case interrupted
}

/// A printer with the tickets that wait for it: an entry of `GET /printers`.
public struct PrinterState: Hashable, Sendable, Codable, Identifiable {
    public let name: String
    /// Whether it tells its status. Nobody knows whether another has paper.
    public let answers: Bool
    /// `nil` if the last ticket was printed, or none was yet.
    public let problem: PrinterProblem?
    /// The time since which it has the problem.
    public let since: Date?
    /// The number of tickets that wait.
    public let waiting: Int
    /// The time since which the first of them waits.
    public let oldest: Date?

    public init(
        name: String, answers: Bool, problem: PrinterProblem? = nil, since: Date? = nil, waiting: Int = 0,
        oldest: Date? = nil
    ) {
        (self.name, self.answers, self.problem, self.since) = (name, answers, problem, since)
        (self.waiting, self.oldest) = (waiting, oldest)
    }

    public var id: String { name }

    private enum CodingKeys: CodingKey { case name, answers, problem, since, waiting, oldest }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        answers = try values.decode(Bool.self, forKey: .answers)
        problem = try values.decodeIfPresent(PrinterProblem.self, forKey: .problem)
        since = try values.decodeIfPresent(WireTime.self, forKey: .since)?.wrappedValue
        waiting = try values.decode(Int.self, forKey: .waiting)
        oldest = try values.decodeIfPresent(WireTime.self, forKey: .oldest)?.wrappedValue
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(answers, forKey: .answers)
        try values.encodeIfPresent(problem, forKey: .problem)
        try values.encodeIfPresent(since.map { WireTime(wrappedValue: $0) }, forKey: .since)
        try values.encode(waiting, forKey: .waiting)
        try values.encodeIfPresent(oldest.map { WireTime(wrappedValue: $0) }, forKey: .oldest)
    }
}

/// A list of printers: the body of `POST /orders/{id}/tickets`, where `nil` means all of them, and its response.
public struct PrinterNames: Hashable, Sendable, Codable {
    public let printers: [String]?

    public init(printers: [String]?) { self.printers = printers }
}

extension SectionID {
    /// The shop's printers, for the keeper.
    public static let printers = SectionID(path: "printers")
}
