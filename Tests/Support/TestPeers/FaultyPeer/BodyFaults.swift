extension Fault {
    /// Bodies that end early, late or never.
    static func bodies(of answer: ValidResponse) -> [Fault] {
        let half = Array(answer.body.prefix(answer.body.count / 2))
        let chunk = Array("100000\r\n".utf8) + letters + Array("\r\n".utf8)
        func body(_ name: String, _ steps: Step...) -> Fault { Fault(name, .fails, hasGoodHead: true, steps) }
        return [
            body("endless body", .text("\(answer.start)\r\n"), .pour(letters)),
            body("endless chunks", .text(answer.chunkedHead), .pour(chunk)),
            body(
                "endless body of a length", .text("\(answer.start)Content-Length: 999999999999\r\n\r\n"), .pour(letters)
            ),
            body("endless spaces", .text("\(answer.start)\r\n"), .pour([UInt8](repeating: 32, count: 1 << 16))),
            body("endless comments", .text(answer.chunkedHead), .pour(Array("8\r\n: a\n: b\n\r\n".utf8))),
            body("endless lines", .text("\(answer.start)\r\n"), .pour([UInt8](repeating: 10, count: 1 << 16))),
            body("slow body", .text(answer.head), .bytes(half), .drip([32])),
            body("slow endless body", .text("\(answer.start)\r\n"), .drip([32])),
            body("slow chunks", .text(answer.chunkedHead), .drip(Array("1\r\na\r\n".utf8))),
            body("silence after the head", .text(answer.head), .wait),
            body("silence after half the body", .text(answer.head), .bytes(half), .wait),
            body("half the body", .text(answer.head), .bytes(half)),
            body("half the body and a reset", .text(answer.head), .bytes(half), .reset),
            body("half the body and no more", .text(answer.head), .bytes(half), .halfClose, .wait),
            body("other bytes", .text(answer.head), .bytes(answer.body.map { ~$0 })),
            body("zeros for a body", .text(answer.head), .bytes(answer.body.map { _ in 0 })),
            Fault(
                "body that ends with the connection", .answers, .text("\(answer.start)Connection: close\r\n\r\n"),
                .bytes(answer.body)),
            Fault("body byte by byte", .answers, [.text(answer.head)] + answer.body.map { .bytes([$0]) }),
            Fault("bytes behind the body", .ends, .bytes(answer.bytes), .text("and more")),
            Fault("endless bytes behind the body", .ends, .bytes(answer.bytes), .pour(letters)),
            Fault(
                "two answers", .ends, .bytes(answer.bytes),
                .text("HTTP/1.1 200 OK\r\nContent-Type: \(answer.type)\r\nContent-Length: 5\r\n\r\nwrong"), .wait),
        ]
    }
}

extension Fault {
    /// Lengths that are malformed or do not match the body.
    static func lengths(of answer: ValidResponse) -> [Fault] {
        let count = answer.body.count
        func length(_ text: String, _ outcome: Outcome, hasGoodHead: Bool = false, _ further: Step...) -> Fault {
            let head = "\(answer.start)Content-Length: \(text)\r\n\r\n"
            return Fault(
                "length “\(text.prefix(30))”", outcome, hasGoodHead: hasGoodHead,
                [.text(head), .bytes(answer.body)] + further)
        }
        func lines(_ name: String, _ lines: [String], _ outcome: Outcome, _ body: [UInt8]) -> Fault {
            let head = answer.start + lines.map { "\($0)\r\n" }.joined() + "\r\n"
            return Fault(name, outcome, .text(head), .bytes(body))
        }
        return [
            length("-1", .fails), length("-\(count)", .fails), length("abc", .fails), length("", .ends),
            length("0x\(String(count, radix: 16))", .fails), length("+\(count)", .ends), length("\(count).0", .ends),
            length(" \(count) ", .answers), length("000000\(count)", .ends), length("\(count)\0", .ends),
            length("1e3", .ends), length("٣", .ends), length("99999999999999999999999", .fails),
            length("9223372036854775807", .fails, hasGoodHead: true, .wait),
            length("18446744073709551615", .fails, hasGoodHead: true, .wait),
            length("4294967296", .fails, hasGoodHead: true, .wait),
            length(String(repeating: "9", count: 100_000), .fails),
            length("\(count + 1)", .fails, hasGoodHead: true), length("\(count * 2 + 10)", .fails, hasGoodHead: true),
            length("\(max(1, count / 2))", .fails, hasGoodHead: true), length("0", .fails, hasGoodHead: true),
            lines("two equal lengths", ["Content-Length: \(count)", "Content-Length: \(count)"], .ends, answer.body),
            lines("two lengths in a line", ["Content-Length: \(count), \(count)"], .ends, answer.body),
            lines("two other lengths", ["Content-Length: \(count)", "Content-Length: 5"], .ends, answer.body),
            lines("the other two lengths", ["Content-Length: 5", "Content-Length: \(count)"], .ends, answer.body),
            lines("two lengths in a line that differ", ["Content-Length: 5, \(count)"], .fails, answer.body),
            lines(
                "a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], .ends,
                answer.chunk + Array("0\r\n\r\n".utf8)),
            lines(
                "chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: \(count)"], .ends,
                answer.chunk + Array("0\r\n\r\n".utf8)),
            lines(
                "a length, and chunks that are none", ["Content-Length: \(count)", "Transfer-Encoding: chunked"], .ends,
                answer.body),
        ]
    }
}

extension Fault {
    /// Chunks that are malformed, endless, or carry more than a body.
    static func chunks(of answer: ValidResponse) -> [Fault] {
        brokenChunks(of: answer) + oddChunks(of: answer) + endlessChunks(of: answer)
    }

    private static func brokenChunks(of answer: ValidResponse) -> [Fault] {
        func broken(_ name: String, _ text: String) -> Fault {
            Fault(name, .fails, hasGoodHead: true, .text("\(answer.chunkedHead)\(text)"))
        }
        return [
            broken("chunk of size Z", "Z\r\nabc\r\n"), broken("chunk of size -1", "-1\r\nabc\r\n"),
            broken("chunk without a size", "\r\nabc\r\n"), broken("chunk of size “ ”", " \r\nabc\r\n"),
            broken("chunk of 16 EiB", "FFFFFFFFFFFFFFFF\r\nabc\r\n"),
            broken("chunk of more than that", "FFFFFFFFFFFFFFFFFF\r\nabc\r\n"),
            broken("chunk of 8 EiB", "7FFFFFFFFFFFFFFF\r\nabc\r\n"),
            broken("chunk whose size has no end", "5"), broken("chunk of size 0x3", "0x3\r\nabc\r\n"),
            broken("chunk that is too short", "FF\r\nabc\r\n0\r\n\r\n"),
            broken("chunk that is too long", "3\r\nabcdef\r\n0\r\n\r\n"),
            broken("chunk without its end", "3\r\nabc0\r\n\r\n"),
            broken("chunk cut off", "FF\r\nabc"), broken("no chunk at all", ""),
            Fault(
                "chunks without the last", .fails, hasGoodHead: true, .text(answer.chunkedHead), .bytes(answer.chunk)),
            Fault(
                "last chunk cut off", .fails, hasGoodHead: true, .text(answer.chunkedHead), .bytes(answer.chunk),
                .text("0\r\n")),
            Fault(
                "chunks that end in a reset", .fails, hasGoodHead: true, .text(answer.chunkedHead),
                .bytes(answer.chunk), .reset),
        ]
    }

    private static func oddChunks(of answer: ValidResponse) -> [Fault] {
        let size = String(answer.body.count, radix: 16)
        func odd(_ name: String, _ outcome: Outcome, size: String, end: String = "0\r\n\r\n") -> Fault {
            Fault(
                name, outcome, .text("\(answer.chunkedHead)\(size)\r\n"), .bytes(answer.body), .text("\r\n\(end)"))
        }
        func coded(_ coding: String, _ outcome: Outcome) -> Fault {
            Fault(
                "transfer coding “\(coding)”", outcome, .text("\(answer.start)Transfer-Encoding: \(coding)\r\n\r\n"),
                .bytes(answer.chunk), .text("0\r\n\r\n"))
        }
        return [
            Fault(
                "chunks of one byte", .answers, .text(answer.chunkedHead), .bytes(answer.chunks(of: 1)),
                .text("0\r\n\r\n")),
            odd("size in capitals", .answers, size: size.uppercased()),
            odd("size with zeros", .ends, size: "0000\(size)"),
            odd("size with a space", .ends, size: "\(size) "), odd("extension", .answers, size: "\(size);a=b"),
            odd("quoted extension", .ends, size: "\(size);a=\"b;c\""),
            odd("extension of 100 KiB", .ends, size: "\(size);" + String(repeating: "a", count: 100 << 10)),
            odd("trailers", .answers, size: size, end: "0\r\nX-Trailer: a\r\nX-Other: b\r\n\r\n"),
            odd("trailer that is a length", .ends, size: size, end: "0\r\nContent-Length: 5\r\n\r\n"),
            odd("last chunk of 000", .ends, size: size, end: "000\r\n\r\n"), coded("Chunked", .ends),
            coded("chunked, chunked", .ends), coded("identity", .ends), coded("gzip", .ends),
            coded("gzip, chunked", .ends),
            coded("nonsense", .ends), coded("", .ends),
        ]
    }

    private static func endlessChunks(of answer: ValidResponse) -> [Fault] {
        func endless(_ name: String, _ before: String, _ step: Step) -> Fault {
            Fault(name, .fails, hasGoodHead: true, .text("\(answer.chunkedHead)\(before)"), step)
        }
        return [
            endless("endless size", "", .pour(Array("0".utf8))), endless("endless extension", "5;", .pour(letters)),
            endless("size that drips", "", .drip(Array("0".utf8))), endless("size and silence", "5\r\n", .wait),
            endless("trailers without end", "0\r\n", .pour(Array("X-Trailer: a\r\n".utf8))),
            endless("trailer without end", "0\r\nX-Trailer: ", .pour(letters)),
            endless("trailers that drip", "0\r\n", .drip(Array("X-Trailer: a\r\n".utf8))),
            endless(
                "endless chunks of a byte", "", .pour(Array(repeatElement("1\r\na\r\n", count: 1_000).joined().utf8))),
        ]
    }
}

extension Fault {
    /// Compressed bodies that are broken or that decompress to too much.
    static func codings(of answer: ValidResponse) -> [Fault] {
        let zipped = Gzip.stored(answer.body)
        func coded(_ name: String, _ outcome: Outcome, _ coding: String, _ body: [UInt8], _ further: Step...) -> Fault {
            let head = "\(answer.start)Content-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
            return Fault(name, outcome, hasGoodHead: true, [.text(head), .bytes(body)] + further)
        }
        let open = "\(answer.start)Content-Encoding: gzip\r\n\r\n"
        return [
            coded("gzip", .answers, "gzip", zipped), coded("x-gzip", .ends, "x-gzip", zipped),
            coded("GZIP", .ends, "GZIP", zipped), coded("identity", .answers, "identity", answer.body),
            coded("gzip that is none", .fails, "gzip", answer.body),
            coded("gzip that ends early", .fails, "gzip", zipped.dropLast(12)),
            coded("gzip that ends in its head", .fails, "gzip", Array(zipped.prefix(5))),
            coded(
                "gzip of garbage", .fails, "gzip",
                Array(zipped.prefix(10)) + (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 7) }),
            coded("gzip with a wrong sum", .ends, "gzip", zipped.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8]),
            coded("gzip and more", .ends, "gzip", zipped + Array("and more".utf8)),
            coded("gzip, empty", .fails, "gzip", []), coded("gzip twice", .ends, "gzip, gzip", Gzip.stored(zipped)),
            coded("gzip that is said twice", .ends, "gzip, gzip", zipped),
            coded("deflate that is none", .fails, "deflate", answer.body),
            coded("deflate that is gzip", .ends, "deflate", zipped),
            coded("br that is none", .ends, "br", answer.body), coded("zstd that is none", .ends, "zstd", answer.body),
            coded("unknown coding", .ends, "nonsense", answer.body),
            coded("gzip bomb", .fails, "gzip", Gzip.bomb),
            Fault(
                "endless gzip bomb", .fails, hasGoodHead: true, .text(open), .bytes(Gzip.beginning),
                .pour(Gzip.moreSpaces)),
            Fault(
                "gzip that is silent", .fails, hasGoodHead: true, .text(open), .bytes(Array(zipped.prefix(20))), .wait),
            Fault("gzip that drips", .fails, hasGoodHead: true, .text(open), .bytes(Gzip.beginning), .drip([0])),
        ]
    }
}
