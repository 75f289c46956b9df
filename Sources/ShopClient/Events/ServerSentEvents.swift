/// Reads a stream of server-sent events, as the HTML standard describes it (9.2.6), in whatever pieces it comes.
public struct ServerSentEvents: Sendable {
    public struct Event: Hashable, Sendable {
        /// "message" where the server does not name it.
        public let name: String
        public let data: String
        /// The latest id that the stream told; empty before the first.
        public let id: String

        public init(name: String = "message", data: String, id: String = "") {
            self.name = name
            self.data = data
            self.id = id
        }
    }

    /// A line, or the data of one event, has more than `longest` bytes.
    public struct TooLong: Error, Hashable, Sendable {}

    /// Bytes of a line, and of an event's data.
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

    /// The events that `piece` completes. Nothing can be read any more after it threw.
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

    /// A comment is a field without a name, and of no consequence like any other that is not known.
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

    /// What the stream told since the last call of how long to wait before it is opened again.
    public mutating func takePause() -> Duration? {
        defer { pause = nil }
        return pause
    }

    /// Milliseconds in digits, and nothing else; more of them than any bound are as many as nine digits can be.
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
