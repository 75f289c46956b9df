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
