import Glibc
import Testing

@testable import Terminal

/// The reader of a terminal's input, on a pipe.
@Suite struct TerminalInputTests {
    /// A pipe with a reader at its end, which waits as the program does.
    private final class Wire {
        private let ends: (reading: Int32, writing: Int32)
        var input: TerminalInput

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            self.ends = (ends[0], ends[1])
            input = TerminalInput(descriptor: ends[0], sequences: .common)
        }

        deinit { for end in [ends.reading, ends.writing] { close(end) } }

        func write(_ text: String) {
            let bytes = Array(text.utf8)
            #expect(Glibc.write(ends.writing, bytes, bytes.count) == bytes.count)
        }

        /// Writes `text`, and returns what is read of it.
        func send(_ text: String) -> [TerminalEvent] {
            write(text)
            return input.events()
        }

        /// Waits for input as long as the reader wants to, and returns the events after that; none came.
        func waitInVain() -> [TerminalEvent] {
            var descriptor = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
            #expect(poll(&descriptor, 1, input.timeout) == 0)
            return input.inputTimedOut()
        }
    }

    @Test func aLoneEscIsAKeyAfterAMoment() throws {
        let wire = try Wire()
        #expect(wire.send("\u{1B}").isEmpty)
        #expect((1...25).contains(wire.input.timeout))
        #expect(wire.waitInVain() == [.key(.escape)])
        #expect(wire.input.timeout == -1)
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}O", "\u{1B}]1", "\u{1B}P>|x", "\u{1B}[M ", "\u{1B}[<0;1"])
    func theRestOfASequenceIsAwaitedForASecondAndNoLonger(_ beginning: String) throws {
        let wire = try Wire()
        #expect(wire.send(beginning).isEmpty)
        #expect((900...1_000).contains(wire.input.timeout))
        // The time for a lone Esc is over: nothing is decided yet.
        #expect(wire.input.inputTimedOut().isEmpty)
        #expect(wire.input.timeout > 0)
        #expect(wire.waitInVain().isEmpty)
        #expect(wire.input.timeout == -1)
        #expect(wire.send("q") == [.key(.character("q"))])
    }

    @Test func aMarkedPasteIsNotOverBeforeItsEnd() throws {
        let wire = try Wire()
        #expect(wire.send("\u{1B}[200~Mira\r").isEmpty)
        #expect(wire.input.timeout == -1)
        #expect(wire.send("q\r\u{1B}").isEmpty)
        #expect(wire.input.timeout == -1)
        #expect(wire.send("[201~j") == [.key(.paste("Mira\rq\r")), .key(.character("j"))])
    }

    @Test func anUnmarkedPasteIsOverAfterAPause() throws {
        let wire = try Wire()
        #expect(wire.send("Mira Kim\r12 Main ").isEmpty)
        #expect((1...50).contains(wire.input.timeout))
        #expect(wire.send("Street\r").isEmpty)
        #expect(wire.waitInVain() == [.key(.paste("Mira Kim\n12 Main Street\n"))])
        #expect(wire.send("q") == [.key(.character("q"))])
    }

    @Test func anUnmarkedPasteThatFillsSeveralReadsIsOne() throws {
        let wire = try Wire()
        let text = String(repeating: "q", count: 9_000)
        #expect(wire.send("\(text)\r\(text)\r").isEmpty)
        #expect(wire.waitInVain() == [.key(.paste("\(text)\n\(text)\n"))])
    }
}
