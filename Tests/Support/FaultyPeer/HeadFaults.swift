extension Fault {
    /// Connections that end after each byte of the head, and after the whole head.
    static func cuts(of answer: ValidResponse) -> [Fault] {
        let head = Array(answer.head.utf8)
        return (1...head.count).map { count in
            Fault(
                "\(Fault.cutOfHead) \(count) bytes", .fails, hasGoodHead: count == head.count,
                .bytes(Array(head[..<count])))
        }
    }

    /// Heads that are malformed, endless, or contain what no head should.
    static func heads(of answer: ValidResponse) -> [Fault] {
        noHeads(of: answer) + endlessHeads(of: answer) + oddHeads(of: answer)
    }

    private static func noHeads(of answer: ValidResponse) -> [Fault] {
        [
            Fault("garbage", .fails, .bytes((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })),
            Fault("garbage before the answer", .fails, .bytes([0xFF, 0xFE, 0x00, 0x0D, 0x0A] + answer.bytes)),
            Fault("zeros", .fails, .bytes([UInt8](repeating: 0, count: 4_096))),
            // A fatal TLS alert: handshake failure.
            Fault("TLS alert", .fails, .bytes([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])),
            Fault("TLS handshake", .fails, .bytes([0x16, 0x03, 0x03, 0x00, 0x7A, 0x02, 0x00, 0x00, 0x76]), .wait),
            Fault("SSH greeting", .fails, .text("SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n"), .wait),
            Fault("HTTP/2 settings", .fails, .bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]), .wait),
            Fault("only an empty line", .fails, .text("\r\n\r\n")),
            Fault("only line ends", .fails, .pour(Array("\r\n".utf8))),
            Fault("a body without a head", .fails, .bytes(answer.body)),
            Fault("the request sent back", .fails, .text("GET / HTTP/1.1\r\nHost: shop\r\n\r\n")),
        ]
    }

    private static func endlessHeads(of answer: ValidResponse) -> [Fault] {
        let many = (0..<10_000).map { "X-Field-\($0): value\r\n" }.joined()
        return [
            Fault("endless fields", .fails, .text(answer.start), .pour(Array("X-Field: value\r\n".utf8))),
            Fault("endless field", .fails, .text("\(answer.start)X-Field: "), .pour(letters)),
            Fault("endless name of a field", .fails, .text(answer.start), .pour(letters)),
            Fault("endless reason", .fails, .text("HTTP/1.1 200 "), .pour(letters)),
            Fault("endless status", .fails, .text("HTTP/1.1 "), .pour(Array("2".utf8))),
            Fault("endless version", .fails, .text("HTTP/1."), .pour(Array("1".utf8))),
            Fault("head that drips", .fails, .text(answer.start), .drip(Array("X-Field: value\r\n".utf8))),
            Fault("line that drips", .fails, .text("\(answer.start)X-Field: "), .drip(Array("x".utf8))),
            Fault("head without an end", .fails, .text(answer.start), .wait),
            Fault("10,000 fields", .ends, .text("\(answer.start)\(many)"), .bytes(ending(of: answer))),
            Fault(
                "field of 1 MiB", .ends, .text("\(answer.start)X-Field: "), .bytes(letters), .text("\r\n"),
                .bytes(ending(of: answer))),
        ]
    }

    private static func oddHeads(of answer: ValidResponse) -> [Fault] {
        func field(_ name: String, _ outcome: Outcome, _ bytes: [UInt8]) -> Fault {
            Fault(name, outcome, .text(answer.start), .bytes(bytes + Array("\r\n".utf8)), .bytes(ending(of: answer)))
        }
        return [
            field("field without a colon", .ends, Array("nonsense".utf8)),
            field("field without a name", .ends, Array(": value".utf8)),
            field("field without a value", .answers, Array("X-Field:".utf8)),
            field("space in a name", .ends, Array("X Field: value".utf8)),
            field("space before a colon", .ends, Array("X-Field : value".utf8)),
            field("folded field", .ends, Array("X-Field: value\r\n  and more".utf8)),
            field("null in a field", .ends, Array("X-Field: a\0b".utf8)),
            field("null in a name", .ends, Array("X-\0Field: a".utf8)),
            field("escape sequence in a field", .ends, Array("X-Field: \u{1B}[31m".utf8)),
            field("lone carriage return in a field", .ends, Array("X-Field: a\rb".utf8)),
            field("field that is no UTF-8", .ends, Array("X-Field: ".utf8) + [0xFF, 0xFE, 0xC0]),
            field("name that is no UTF-8", .ends, [0xFF, 0xFE] + Array(": x".utf8)),
            field("two types", .ends, Array("Content-Type: text/html".utf8)),
            field("cookie", .answers, Array("Set-Cookie: a=b; Domain=.; Path=/".utf8)),
            field("tag of 100 KiB", .ends, Array("ETag: \"".utf8) + letters.prefix(100 << 10) + Array("\"".utf8)),
            Fault("line feeds only", .ends, .text(answer.head.replacing("\r\n", with: "\n")), .bytes(answer.body)),
            Fault("empty line before", .ends, .text("\r\n"), .bytes(answer.bytes)),
        ]
    }

    /// Returns the end of a head that has begun, and the body.
    private static func ending(of answer: ValidResponse) -> [UInt8] {
        Array("Content-Length: \(answer.body.count)\r\n\r\n".utf8) + answer.body
    }

    /// 1 MiB of the letter a.
    static let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
}
