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
