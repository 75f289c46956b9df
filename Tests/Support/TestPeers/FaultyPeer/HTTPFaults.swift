extension Fault {
    /// Status lines with odd protocols, versions and codes.
    static func versions(of answer: ValidResponse) -> [Fault] {
        func line(_ line: String, _ outcome: Outcome) -> Fault {
            let head = "\(line)\r\nContent-Type: \(answer.type)\r\nContent-Length: \(answer.body.count)\r\n\r\n"
            return Fault("status line “\(line)”", outcome, .text(head), .bytes(answer.body))
        }
        return [
            line("HTTP/1.0 200 OK", .answers), line("HTTP/1.1 200", .answers), line("HTTP/1.1 200 ", .answers),
            line("HTTP/1.1 200 좋아요", .ends), line("HTTP/2.0 200 OK", .ends), line("HTTP/0.9 200 OK", .ends),
            line("HTTP/9.9 200 OK", .ends), line("http/1.1 200 OK", .ends), line("HTTP/1 200 OK", .ends),
            line("HTTP/ 200 OK", .fails), line("HTTP 200 OK", .fails), line("ICY 200 OK", .ends),
            line("RTSP/1.0 200 OK", .ends), line("200 OK", .fails), line("HTTP/1.1", .fails),
            line("HTTP/1.1 ", .fails), line("HTTP/1.1 OK", .fails), line("HTTP/1.1 0 X", .fails),
            line("HTTP/1.1 20 X", .fails), line("HTTP/1.1 99 X", .fails), line("HTTP/1.1 999 X", .fails),
            line("HTTP/1.1 1000 X", .fails), line("HTTP/1.1 20000000000000000000 X", .fails),
            line("HTTP/1.1 -200 X", .fails), line("HTTP/1.1 +200 X", .ends), line("HTTP/1.1 2OO OK", .fails),
            line("HTTP/1.1  200 OK", .ends), line("HTTP/1.1\t200 OK", .ends),
        ]
    }

    /// Error statuses and other unusual ones, with the fields that belong to them.
    static func statuses(of answer: ValidResponse) -> [Fault] {
        let refusals = [
            "304 Not Modified", "400 Bad Request", "402 Pay", "403 No", "404 Gone", "405 No", "408 Late",
            "409 Conflict",
            "410 Gone", "412 No", "413 Large", "417 No", "418 Teapot", "421 Elsewhere", "425 Early", "451 No",
            "500 Oops", "501 No", "502 Bad", "503 Busy", "504 Late", "505 Version", "511 Log in", "599 X",
        ].map { Fault("status \($0)", .fails, .bytes(answer.bytes(status: $0))) }
        let challenges = [
            "Basic realm=\"shop\"", "Digest realm=\"shop\", nonce=\"a\"", "Negotiate", "NTLM", "Bearer", "Nonsense",
            "", "Basic", "=,=,\"", "Basic realm=\"shop\", Digest realm=\"shop\", nonce=\"",
        ].flatMap { scheme in
            [("401 Who", "WWW-Authenticate"), ("407 Who", "Proxy-Authenticate")].map { status, field in
                Fault(
                    "\(status), asked by “\(scheme)”", .fails,
                    .bytes(answer.bytes(status: status, fields: ["\(field): \(scheme)"])))
            }
        }
        let backoff = ["0", "1", "-1", "99999999999999999999", "tomorrow", "Wed, 21 Oct 2099 07:28:00 GMT", ""].map {
            Fault(
                "429 with a pause of “\($0)”", .fails,
                .bytes(answer.bytes(status: "429 X", fields: ["Retry-After: \($0)"])))
        }
        let empty = ["204 No Content", "205 Reset", "206 Partial", "203 Other", "226 Used", "299 X"].map {
            Fault("status \($0), with a body", .ends, .bytes(answer.bytes(status: $0)))
        }
        return refusals + challenges + backoff + empty + [
            Fault("401 without a question", .fails, .bytes(answer.bytes(status: "401 Who"))),
            Fault("407 without a question", .fails, .bytes(answer.bytes(status: "407 Who"))),
            Fault("304 with an endless body", .fails, .text("HTTP/1.1 304 X\r\n\r\n"), .pour(letters)),
            Fault("500 with an endless body", .fails, .text("HTTP/1.1 500 X\r\n\r\n"), .pour(letters)),
            Fault(
                "426, upgrade", .fails, .text("HTTP/1.1 426 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"), .wait),
        ]
    }

    /// Informational answers: before the answer, without one, or endless.
    static func informational(of answer: ValidResponse) -> [Fault] {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
        return [
            Fault("100 before the answer", .answers, .text("HTTP/1.1 100 Continue\r\n\r\n"), .bytes(answer.bytes)),
            Fault("103 before the answer", .answers, .text(hints), .bytes(answer.bytes)),
            Fault("ten times 103", .answers, .text(String(repeating: hints, count: 10)), .bytes(answer.bytes)),
            Fault("100 without end", .fails, .pour(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))),
            Fault("103 without end", .fails, .pour(Array(hints.utf8))),
            Fault("102 that drips", .fails, .drip(Array("HTTP/1.1 102 X\r\n\r\n".utf8))),
            Fault("100 and nothing", .fails, .text("HTTP/1.1 100 Continue\r\n\r\n"), .wait),
            Fault("100 and the end", .fails, .text("HTTP/1.1 100 Continue\r\n\r\n")),
            Fault(
                "101 unasked", .fails, .text("HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
                .wait),
            Fault("101 and an answer", .ends, .text("HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n"), .bytes(answer.bytes)),
            Fault("199 and the answer", .ends, .text("HTTP/1.1 199 X\r\n\r\n"), .bytes(answer.bytes)),
        ]
    }
}

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

extension Fault {
    /// Redirects, most of which lead to no answer.
    static func redirects(of answer: ValidResponse) -> [Fault] {
        func redirect(_ status: String, _ location: [UInt8]) -> [UInt8] {
            Array("HTTP/1.1 \(status)\r\nLocation: ".utf8) + location + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
        }
        let nowhere = [
            "", "/again", "?again", "#again", ".", "//[::1]/x", "//[::1", "//", "///x", "http://", "http:///x",
            "http:x",
            "::::", "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "javascript:alert(1)", "data:,x",
            "about:blank", "unix:/tmp/x", "https://127.0.0.1:1/", "http://127.0.0.1:1/", "http://127.0.0.1:0/",
            "http://127.0.0.1:99999/", "http://127.0.0.1:-1/", "http://user:word@127.0.0.1:1/", "http://a b/",
            "http://[::1%25lo]:1/",
            "http://%00/", "http://xn--/", "/a\u{1B}[31m", "/%zz", "http://127.0.0.1:1:1/", "\\\\127.0.0.1\\x",
        ].map { Fault("302 to “\($0)”", .fails, .bytes(redirect("302 Found", Array($0.utf8)))) }
        let statuses = ["300 Many", "301 Moved", "302 Found", "303 Other", "305 Proxy", "306 X", "307 T", "308 P"]
        let loops = statuses.map { Fault("loop of \($0)", .fails, .bytes(redirect($0, Array("/again".utf8)))) }
        let elsewhere = statuses.map {
            Fault("\($0) to elsewhere", .ends, .bytes(redirect($0, Array(FaultyServer.elsewhere.utf8))))
        }
        let bodies = [("endless", Step.pour(letters)), ("slow", .drip([32])), ("silent", .wait)].map { name, step in
            Fault(
                "302 with a \(name) body", .ends,
                .text(
                    "HTTP/1.1 302 Found\r\nLocation: \(FaultyServer.elsewhere)\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n"
                ),
                step)
        }
        return nowhere + loops + elsewhere + bodies + [
            Fault("302 without a place", .fails, .text("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")),
            Fault("302 to 100 KiB", .fails, .bytes(redirect("302 Found", [47] + letters.prefix(100 << 10)))),
            Fault("302 to what is no UTF-8", .fails, .bytes(redirect("302 Found", [47, 0xFF, 0xFE]))),
            Fault(
                "302 to two places", .fails,
                .text("HTTP/1.1 302 Found\r\nLocation: /again\r\nLocation: /more\r\nContent-Length: 0\r\n\r\n")),
        ]
    }
}

extension Fault {
    /// Connections that are closed, or stay open, at the wrong moment.
    static func connections(of answer: ValidResponse) -> [Fault] {
        let early = Array(answer.head.utf8.prefix(30))
        return [
            Fault("closed at once", .fails, after: .connection),
            Fault("reset at once", .fails, after: .connection, .reset),
            Fault("silence at once", .fails, after: .connection, .wait),
            Fault("endless bytes at once", .fails, after: .connection, .pour(letters)),
            Fault("no more at once", .fails, after: .connection, .halfClose, .wait),
            Fault("answered before it was asked", .ends, after: .connection, .bytes(answer.bytes), .wait),
            Fault("closed after the head of the request", .fails, after: .head),
            Fault("reset after the head of the request", .fails, after: .head, .reset),
            Fault("answered before the request is whole", .ends, after: .head, .bytes(answer.bytes)),
            Fault("413 before the request is whole", .fails, after: .head, .bytes(answer.bytes(status: "413 Large"))),
            Fault("no answer", .fails),
            Fault("reset instead of an answer", .fails, .reset),
            Fault("silence instead of an answer", .fails, .wait),
            Fault("half closed instead of an answer", .fails, .halfClose, .wait),
            Fault("reset within the head", .fails, .bytes(early), .reset),
            Fault("silence within the head", .fails, .bytes(early), .wait),
            Fault("half closed within the head", .fails, .bytes(early), .halfClose, .wait),
            Fault("reset after the head", .fails, hasGoodHead: true, .text(answer.head), .reset),
            Fault("reset after the answer", .ends, .bytes(answer.bytes), .reset),
            Fault("half closed after the answer", .answers, .bytes(answer.bytes), .halfClose, .wait),
            Fault(
                "closed after the answer, which promised to stay", .answers,
                .bytes(answer.bytes(fields: ["Connection: keep-alive", "Keep-Alive: timeout=60"]))),
            Fault("answer byte by byte", .answers, answer.bytes.map { .bytes([$0]) }),
        ]
    }
}
