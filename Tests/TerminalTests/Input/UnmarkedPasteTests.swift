import Canvas
import Testing

@testable import Terminal

@Suite struct UnmarkedPasteTests {
    private static let start = ContinuousClock.now

    private static func keys(_ text: String) -> [TerminalEvent] {
        var decoder = KeyDecoder(sequences: .common)
        return decoder.decode(Array(text.utf8))
    }

    /// Returns the events of reads at those milliseconds, with the time going on in between.
    private func events(_ reads: (at: Int, text: String)...) -> [TerminalEvent] {
        var (paste, events) = (UnmarkedPaste(), [TerminalEvent]())
        for read in reads {
            let now = Self.start + .milliseconds(read.at)
            events += paste.finish(at: now) + paste.filter(Self.keys(read.text), at: now)
        }
        return events + paste.finish(at: Self.start + .seconds(60))
    }

    @Test(arguments: [
        "q", "q\r", "\r", "\r\r\r", "한\r", "jj\r", "12345678\r", "가나다라마바사아\r", "\u{1B}[B\u{1B}[B\r", "\u{1B}Oq\u{1B}OM",
        String(repeating: "j", count: 2_000), String(repeating: "\u{1B}[B", count: 2_000) + "\r", "jjjjjjjjjj\t",
        "\u{1B}[200~Mira\rq\r\u{1B}[201~\r",
    ])
    func whatAPersonTypesIsKeys(_ text: String) {
        #expect(events((0, text)) == Self.keys(text))
    }

    @Test(arguments: [
        ("Mira Kim\r12 Main Street\rSeoul\r", "Mira Kim\n12 Main Street\nSeoul\n"), ("\rq", "\nq"),
        ("o\r\ny", "o\n\ny"),
        ("123456789\r", "123456789\n"), ("가나다라마바사아자\n", "가나다라마바사아자\n"), ("a\tb\rc\u{3}\u{7F}", "a\tb\nc"),
    ])
    func whatNobodyTypesIsOnePaste(_ text: String, _ pasted: String) {
        #expect(events((0, text)) == [.key(.paste(pasted))])
    }

    @Test func whatArrivesSoonAfterAPasteBelongsToIt() {
        #expect(
            events((0, "a\rb"), (49, "c\r"), (98, "q"), (150, "q")) == [
                .key(.paste("a\nbc\nq")), .key(.character("q")),
            ])
        #expect(events((0, "a\rb"), (20, "\u{1B}"), (21, "\u{1B}[A")) == [.key(.paste("a\nb"))])
    }

    @Test func theMouseAndTheEndOfInputAreNoPartOfAPaste() {
        var paste = UnmarkedPaste()
        let press = TerminalEvent.mouse(MouseEvent(.press, at: Point(column: 1, row: 1)))
        let events = paste.filter(Self.keys("a\rb") + [press, .hungUp], at: Self.start)
        #expect(events == [press, .hungUp])
    }

    @Test func anEndlessPasteIsBounded() {
        var paste = UnmarkedPaste()
        let piece = Self.keys("\r" + String(repeating: "가", count: 10_000))
        for _ in 0..<20 { _ = paste.filter(piece, at: Self.start) }
        guard case .key(.paste(let text)) = paste.finish(at: Self.start + .seconds(1)).first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count < 64 * 1_024 + 4)
    }
}

@Suite struct BracketedPasteTests {
    @Test(arguments: [
        "screen-256color", "screen", "gnome", "gnome-256color", "rxvt", "rxvt-unicode-256color", "linux", "xterm",
    ])
    func aTerminalOfAFamilyThatMarksPastesIsAsked(_ name: String) {
        let paste = BracketedPaste(terminal: name, isListed: false)
        #expect(paste.sequence(on: true) == Array("\u{1B}[?2004h".utf8))
        #expect(paste.sequence(on: false) == Array("\u{1B}[?2004l".utf8))
    }

    @Test func anUnknownTerminalIsAskedOnlyIfTheDatabaseListsTheMode() {
        #expect(BracketedPaste(terminal: "vt52", isListed: false).sequence(on: true).isEmpty)
        #expect(!BracketedPaste(terminal: "new", isListed: true).sequence(on: true).isEmpty)
    }
}
