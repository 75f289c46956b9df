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
