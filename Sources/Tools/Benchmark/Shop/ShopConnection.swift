import Foundation

/// A connection to a shop that repeats one request, each time with a new idempotency key. Every call blocks: a
/// benchmark measures the server, not a client's threads.
final class ShopConnection {
    /// The parts of a response that benchmarks use.
    struct Answer {
        let status: Int
        fileprivate let head: Substring
        let body: Data

        subscript(field: String) -> String? {
            let start = "\(field.lowercased()):"
            let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(start) }
            return line?.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
        }
    }

    private let socket: LoopbackSocket
    private let head: String
    private let body: [UInt8]

    /// Connects from the address `source` of this machine. `request` is a method and a path.
    init(port: UInt16, from source: String? = nil, request: String, fields: [String] = [], body: Data) throws {
        socket = try LoopbackSocket(port: port, from: source)
        self.body = Array(body)
        let lines = ["\(request) HTTP/1.1", "Host: localhost", "Content-Length: \(body.count)"] + fields
        head = lines.joined(separator: "\r\n")
    }

    /// Sends the request and returns when the whole response has arrived.
    func ask(key: UUID = UUID()) throws -> Answer {
        try socket.send(Array("\(head)\r\nIdempotency-Key: \(key)\r\n\r\n".utf8) + body)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(socket.descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw MeasuringError.shopClosed }
            bytes += buffer[..<count]
            if let answer = ShopConnection.answer(in: String(decoding: bytes, as: UTF8.self)) { return answer }
        }
    }

    /// Parses the response. Returns `nil` until its head and as many bytes of body as the head announces are there.
    private static func answer(in text: String) -> Answer? {
        guard let end = text.range(of: "\r\n\r\n"), let status = Int(text.dropFirst("HTTP/1.1 ".count).prefix(3))
        else { return nil }
        let body = text[end.upperBound...].utf8
        let answer = Answer(status: status, head: text[..<end.lowerBound], body: Data(body))
        let length = answer["Content-Length"].flatMap { Int($0) } ?? 0
        return body.count >= length ? answer : nil
    }
}
