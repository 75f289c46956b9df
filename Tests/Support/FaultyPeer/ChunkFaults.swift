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
