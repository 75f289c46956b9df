import Foundation

/// The correct answer of a server.
public struct ValidResponse: Sendable {
    public let type: String
    public let body: [UInt8]

    public init(type: String = "application/json", _ body: some Sequence<UInt8>) {
        self.type = type
        self.body = Array(body)
    }

    /// The status line and content type, which begin every valid head.
    var start: String { "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n" }

    /// The head including its empty line.
    var head: String { "\(start)Content-Length: \(body.count)\r\n\r\n" }

    /// The complete answer, after which the connection can be reused.
    var bytes: [UInt8] { Array(head.utf8) + body }

    /// The complete answer with another status, and with `fields` before the length.
    func bytes(status: String = "200 OK", fields: [String] = []) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Type: \(type)"] + fields + ["Content-Length: \(body.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + body
    }

    /// The body in chunks of `size` bytes, without the final empty chunk.
    func chunks(of size: Int) -> [UInt8] {
        stride(from: 0, to: body.count, by: size).flatMap { start in
            chunk(body[start..<min(start + size, body.count)])
        }
    }

    /// The body as one chunk.
    var chunk: [UInt8] { chunk(body[...]) }

    private func chunk(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
    }

    /// A head that announces a chunked body.
    var chunkedHead: String { "\(start)Transfer-Encoding: chunked\r\n\r\n" }
}
