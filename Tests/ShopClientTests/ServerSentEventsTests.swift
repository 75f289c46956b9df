import ShopClient
import TestPeers
import Testing

struct ServerSentEventsTests {
    private typealias Event = ServerSentEvents.Event

    private func events(_ text: String) throws -> [Event] {
        var parser = ServerSentEvents()
        return try parser.parse(text.utf8)
    }

    @Test func anEventHasANameDataAndAnID() throws {
        #expect(
            try events("event: section\nid: 7\ndata: {\"section\": \"juice/fruits\"}\n\n")
                == [Event(name: "section", data: "{\"section\": \"juice/fruits\"}", id: "7")])
    }

    @Test func linesEndInAnyOfThreeWays() throws {
        for end in ["\n", "\r", "\r\n"] {
            let text = ["data: a", "data: b", "", "data: c", "", ""].joined(separator: end)
            #expect(try events(text) == [Event(data: "a\nb"), Event(data: "c")])
        }
    }

    @Test func commentsUnknownFieldsAndEventsWithoutDataSayNothing() throws {
        #expect(try events(": beat\n\nretry: 5\ncolour: red\n\nevent: section\n\n: beat\n\n") == [])
    }

    @Test func aNameLastsForOneEventAndAnIDUntilTheNext() throws {
        #expect(
            try events("event: a\nid: 1\ndata: x\n\ndata: y\n\nid\ndata: z\n\n")
                == [Event(name: "a", data: "x", id: "1"), Event(data: "y", id: "1"), Event(data: "z")])
    }

    @Test func anIDWithoutDataIsRememberedAtTheEmptyLine() throws {
        var parser = ServerSentEvents()
        #expect(try parser.parse("data: a\n\n".utf8) == [Event(data: "a")])
        #expect(parser.lastID == nil)
        #expect(try parser.parse("id: 12\n".utf8) == [])
        #expect(parser.lastID == nil)
        #expect(try parser.parse("\n".utf8) == [])
        #expect(parser.lastID == "12")
        #expect(try parser.parse("data: b\n\n".utf8) == [Event(data: "b", id: "12")])
        #expect(try parser.parse("id\n\n".utf8) == [])
        #expect(parser.lastID == "")
    }

    @Test func oneSpaceAfterTheColonIsNotPartOfTheValueAndAnIDWithAZeroByteIsNone() throws {
        #expect(
            try events("id: 4\ndata:  two\ndata:none\ndata\nid: a\0b\n\n")
                == [Event(data: " two\nnone\n", id: "4")])
    }

    @Test func aByteOrderMarkAtTheBeginningIsNotRead() throws {
        #expect(try events("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n") == [Event(data: "a")])
    }

    @Test func anUnfinishedEventIsNotTold() throws {
        #expect(try events("data: a\n\ndata: b\n") == [Event(data: "a")])
    }

    @Test func bytesThatAreNoTextDoNoHarm() throws {
        var parser = ServerSentEvents()
        #expect(
            try parser.parse([0xFF, 0xFE, 0x0A, 0x0A] + Array("data: \u{1}".utf8) + [0xC3, 0x0A, 0x0A]).count == 1)
    }

    @Test func endlessLinesAndEndlessEventsAreNotKept() {
        var parser = ServerSentEvents()
        let line = [UInt8](repeating: 0x61, count: ServerSentEvents.longest + 1)
        #expect(throws: ServerSentEvents.TooLong.self) { try parser.parse(line) }
        var other = ServerSentEvents()
        let data = Array(("data: " + String(repeating: "b", count: 1_000) + "\n").utf8)
        #expect(throws: ServerSentEvents.TooLong.self) {
            for _ in 0..<100 { _ = try other.parse(data) }
        }
    }

    @Test func aPauseIsToldInDigitsOnly() throws {
        for (text, pause) in [
            ("retry: 5", .milliseconds(5)), ("retry:10000", .seconds(10)), ("retry: 0", .zero), ("retry:", nil),
            ("retry: -5", nil), ("retry: 1.5", nil), ("retry: 5s", nil), ("retry: ٥", nil),
            ("retry: 000000000000000000000007", .milliseconds(7)),
            ("retry: 99999999999999999999999999", .milliseconds(999_999_999)), ("retry: 5\nretry: x", .milliseconds(5)),
        ] as [(String, Duration?)] {
            var parser = ServerSentEvents()
            #expect(try parser.parse("\(text)\n".utf8).isEmpty)
            #expect(parser.removePause() == pause, "\(text)")
            #expect(parser.removePause() == nil)
        }
    }

    /// Returns a random stream made of all tokens that matter to the parser.
    private static func stream(_ random: inout SeededGenerator) -> [UInt8] {
        let pieces = [
            "data", "event", "id", "retry", ":", ": ", "\n", "\r", "\r\n", "\n\n", "a", "딸기", "\0", "\u{FEFF}", " ",
        ]
        return (0..<200).flatMap { _ in Array(pieces.randomElement(using: &random)!.utf8) }
    }

    @Test(arguments: 0..<50) func whereAStreamIsSplitMakesNoDifference(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = ServerSentEventsTests.stream(&random)
        var whole = ServerSentEvents()
        let expected = try whole.parse(bytes)
        var parser = ServerSentEvents()
        var found: [ServerSentEvents.Event] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(7, rest.count), using: &random)
            found += try parser.parse(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(found == expected)
    }

    @Test(arguments: 0..<50) func whatIsWrittenIsRead(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ends = ["\n", "\r", "\r\n"]
        var text = ""
        var expected: [ServerSentEvents.Event] = []
        for number in 0..<20 {
            let end = ends.randomElement(using: &random)!
            let data = (0...Int.random(in: 0...3, using: &random)).map { "줄 \($0): x" }
            text += Bool.random(using: &random) ? ": beat\(end)" : ""
            text += "id: \(number)\(end)event: section\(end)" + data.map { "data: \($0)\(end)" }.joined() + end
            expected.append(.init(name: "section", data: data.joined(separator: "\n"), id: String(number)))
        }
        var parser = ServerSentEvents()
        #expect(try parser.parse(text.utf8) == expected)
    }
}
