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
    private var id = ""
    private var pause: Duration?

    public init() {}

    /// Returns the events that `piece` completes. After it has thrown, the parser must not be used any more.
    public mutating func take(_ piece: some Sequence<UInt8>) throws(TooLong) -> [Event] {
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
        try takeField(String(decoding: line[..<colon], as: UTF8.self), value)
        return nil
    }

    /// Handles one field. A comment is a field with an empty name, and is ignored like any unknown field.
    private mutating func takeField(_ field: String, _ value: ArraySlice<UInt8>) throws(TooLong) {
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
    public mutating func takePause() -> Duration? {
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
        guard hasData else { return nil }
        return Event(
            name: name.isEmpty ? "message" : name, data: String(decoding: data, as: UTF8.self), id: id)
    }
}
