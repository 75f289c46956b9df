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
