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
