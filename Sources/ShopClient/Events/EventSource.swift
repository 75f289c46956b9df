import Domain
import Foundation
import NIOConcurrencyHelpers
import ShopHTTP

/// A source of a shop's events.
public struct EventSource: Sendable {
    /// A part of a stream, in order.
    public enum Part: Sendable {
        /// The stream is open; from now on it reports every change. `served` has the sections that the server has, or
        /// is `nil` if it does not say.
        case opened(served: Set<SectionID>?)
        /// The delay before the stream is reopened after it ends.
        case pause(Duration)
        /// The events that a received piece completed; empty if the piece was only a keep-alive. `lastID` is the latest id
        /// of this stream, also one that came without an event; `nil` before the first.
        case events([ServerSentEvents.Event], lastID: String? = nil)
    }

    public enum End: Hashable, Sendable {
        /// The server has no stream, or none for this client.
        case refused
        /// The stream could not be opened, broke, fell silent, or was not an event stream.
        case broken
    }

    /// Passes on the parts of the stream until it ends or the task is cancelled. `lastEventID` is empty at first.
    public let listen: @Sendable (_ lastEventID: String, _ take: @escaping @Sendable (Part) -> Void) async -> End

    public init(
        listen: @escaping @Sendable (_ lastEventID: String, _ take: @escaping @Sendable (Part) -> Void) async -> End
    ) {
        self.listen = listen
    }

    /// The server sends something every 15 seconds; after three times as long it counts as gone.
    public static let idleTimeout = Duration.seconds(45)

    /// Returns a source of the events of the shop at `address`, which is evaluated for each stream; `nil` means there
    /// is no shop. Without `credentials` only public events are received.
    public static func http(
        client: HTTPClient, idleTimeout: Duration = idleTimeout, credentials: Credentials? = nil,
        address: @escaping @Sendable () async -> ShopAddress?
    ) -> EventSource {
        EventSource { lastEventID, take in
            guard let url = await address()?.events else { return .broken }
            var headers = credentials?.headers(for: .keeper) ?? [:]
            (headers["Accept"], headers["Cache-Control"]) = ("text/event-stream", "no-store")
            // Whoever compresses a stream holds it back until there is enough to compress.
            headers["Accept-Encoding"] = "identity"
            if let id = lastEventID.sendableField, !id.contains(" ") { headers["Last-Event-ID"] = id }
            let reader = EventReader(hasReceivedEvents: !lastEventID.isEmpty, take: take)
            do throws(FetchFailure) {
                _ = try await client.stream(url, headers: headers, idle: idleTimeout, take: reader.receive)
                return reader.isRefused ? .refused : .broken
            } catch {
                return reader.isRefused || error == .redirected ? .refused : .broken
            }
        }
    }
}

/// Reads one stream, on the thread that its bytes arrive on.
private final class EventReader: Sendable {
    private let parser = NIOLockedValueBox(ServerSentEvents())
    private let refusal = NIOLockedValueBox(false)
    private let hasReceivedEvents: Bool
    private let hand: @Sendable (EventSource.Part) -> Void

    /// Creates a reader. If the server sent events before (`hasReceivedEvents`), a status of 500 or above counts as a
    /// temporary fault and not as a refusal.
    init(hasReceivedEvents: Bool, take: @escaping @Sendable (EventSource.Part) -> Void) {
        self.hasReceivedEvents = hasReceivedEvents
        hand = take
    }

    var isRefused: Bool { refusal.withLockedValue { $0 } }

    /// Receives a part and returns whether more is wanted.
    @Sendable func receive(_ part: HTTPPart) -> Bool {
        switch part {
        case .head(let answer):
            let type = answer.header("Content-Type")?.split(separator: ";").first.map { $0.lowercased() }
            let isStream =
                answer.status == 200 && type?.trimmingCharacters(in: .whitespaces) == "text/event-stream"
            refusal.withLockedValue { $0 = !isStream && !(hasReceivedEvents && answer.status >= 500) }
            if isStream {
                hand(.opened(served: answer.header(SectionEvent.sectionsHeaderName).map(SectionEvent.sections(in:))))
            }
            return isStream
        case .piece(let bytes):
            let taken = parser.withLockedValue { parser in
                (try? parser.parse(bytes)).map { (events: $0, pause: parser.removePause(), id: parser.lastID) }
            }
            guard let taken else { return false }
            if let pause = taken.pause { hand(.pause(pause)) }
            hand(.events(taken.events, lastID: taken.id))
            return true
        }
    }
}

/// A parser for server-sent events (HTML standard, 9.2.6) that accepts pieces of any size.
public struct ServerSentEvents: Sendable {
    public struct Event: Hashable, Sendable {
        /// The event type; "message" if the server does not name one.
        public let name: String
        public let data: String
        /// The latest id of the stream; empty before the first.
        public let id: String

        public init(name: String = "message", data: String, id: String = "") {
            self.name = name
            self.data = data
            self.id = id
        }
    }

    /// A line, or the data of one event, has more than `longest` bytes.
    public struct TooLong: Error, Hashable, Sendable {}

    /// The maximum length of a line, and of an event's data, in bytes.
    public static let longest = 64 << 10

    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id: String?
    private var pause: Duration?
    /// The latest id that an empty line followed, with or without data; `nil` before the first.
    public private(set) var lastID: String?

    public init() {}

    /// Returns the events that `piece` completes. After it has thrown, the parser must not be used any more.
    public mutating func parse(_ piece: some Sequence<UInt8>) throws(TooLong) -> [Event] {
        var events: [Event] = []
        for byte in piece {
            let isSecondOfPair = isAfterReturn && byte == ServerSentEvents.lineFeed
            isAfterReturn = byte == ServerSentEvents.carriageReturn
            if isSecondOfPair { continue }
            if isAfterReturn || byte == ServerSentEvents.lineFeed {
                if let event = try endLine() { events.append(event) }
            } else {
                guard line.count < ServerSentEvents.longest else { throw TooLong() }
                line.append(byte)
            }
        }
        return events
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private mutating func endLine() throws(TooLong) -> Event? {
        defer { line.removeAll(keepingCapacity: line.count < 1_024) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: ServerSentEvents.byteOrderMark) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        try parseField(String(decoding: line[..<colon], as: UTF8.self), value)
        return nil
    }

    /// Handles one field. A comment is a field with an empty name, and is ignored like any unknown field.
    private mutating func parseField(_ field: String, _ value: ArraySlice<UInt8>) throws(TooLong) {
        switch field {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "retry": pause = ServerSentEvents.pause(value) ?? pause
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "data":
            guard data.count + value.count < ServerSentEvents.longest else { throw TooLong() }
            if hasData { data.append(ServerSentEvents.lineFeed) }
            hasData = true
            data += value
        default: break
        }
    }

    /// Returns the reconnection delay received since the last call, or `nil`.
    public mutating func removePause() -> Duration? {
        defer { pause = nil }
        return pause
    }

    /// Parses a delay in milliseconds. Returns `nil` if it has anything but digits; a number of more than nine digits
    /// counts as 999,999,999.
    private static func pause(_ value: ArraySlice<UInt8>) -> Duration? {
        guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        let digits = value.drop { $0 == UInt8(ascii: "0") }
        guard digits.count < 10 else { return .milliseconds(999_999_999) }
        return .milliseconds(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
    }

    private mutating func endEvent() -> Event? {
        defer {
            name = ""
            data = []
            hasData = false
        }
        lastID = id
        guard hasData else { return nil }
        return Event(
            name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self), id: id ?? "")
    }
}
