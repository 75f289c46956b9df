import TerminalProbe
import Testing

/// Returns a terminal of that size after `output`.
func screen(_ output: String, columns: Int = 10, rows: Int = 3) -> TerminalEmulator {
    let emulator = TerminalEmulator(columns: columns, rows: rows)
    emulator.feed(Array(output.utf8))
    return emulator
}

@Suite struct TerminalEmulatorTests {
    @Test func textStandsWhereItWasWritten() {
        let emulator = screen("first\u{1b}[3;4Hthird")
        #expect(emulator.text == ["first", "", "   third"])
        #expect(emulator.cursor == Cursor(row: 2, column: 8, isVisible: true))
    }

    @Test func aWideGlyphTakesTwoCellsAndStandsOnceInTheText() {
        let emulator = screen("갈비 ok")
        #expect(emulator.line(0) == "갈비 ok")
        #expect((0..<5).map { emulator.cell(row: 0, column: $0).width } == [2, 0, 2, 0, 1])
        #expect(emulator.cell(row: 0, column: 2).text == "비")
        #expect(emulator.cell(row: 0, column: 3).text == "")
    }

    @Test func halfOfAWideGlyphOverwrittenTakesTheOtherHalfWithIt() {
        #expect(screen("가나\u{1b}[1;2HX").line(0) == " X나")
        #expect(screen("가나\u{1b}[1;1HX").line(0) == "X 나")
        #expect(screen("가나다\u{1b}[1;2H\u{1b}[2X").line(0) == "    다")
    }

    @Test func aWideGlyphDoesNotStartInTheLastColumn() {
        #expect(screen("\u{1b}[1;10H가").text == ["", "가", ""])
    }

    @Test func marksStayWithTheirLetter() {
        let emulator = screen("e\u{301}x")
        #expect(emulator.cell(row: 0, column: 0).text == "e\u{301}")
        #expect(emulator.cell(row: 0, column: 1).text == "x")
    }

    @Test func sequencesAndCharactersMayBeCutAnywhere() {
        let emulator = TerminalEmulator(columns: 10, rows: 1)
        for byte in "\u{1b}[1;31m김\u{1b}[0m치".utf8 { emulator.feed([byte]) }
        #expect(emulator.line(0) == "김치")
        #expect(emulator.cell(row: 0, column: 0).foreground == .indexed(1))
        #expect(emulator.cell(row: 0, column: 2).foreground == .default)
    }

    @Test func coloursAreToldAsTheProgramAskedForThem() {
        let emulator = screen("\u{1b}[31mA\u{1b}[38;5;200;44mB\u{1b}[38;2;1;2;3mC\u{1b}[39;49mD\u{1b}[94mE")
        let cells = emulator.cells(row: 0)
        #expect(
            cells[0..<5].map(\.foreground) == [
                .indexed(1), .indexed(200), .rgb(red: 1, green: 2, blue: 3), .default, .indexed(12),
            ])
        #expect(cells[0..<5].map(\.background) == [.default, .indexed(4), .indexed(4), .default, .default])
    }

    @Test func weightsAndLinesAreTold() {
        let cells = screen("\u{1b}[1mB\u{1b}[0;4mU\u{1b}[0;3mI\u{1b}[0;7mR\u{1b}[0;9mS\u{1b}[0;5mK\u{1b}[0mN").cells(
            row: 0)
        #expect(cells[0].isBold)
        #expect(cells[1].isUnderlined)
        #expect(cells[2].isItalic)
        #expect(cells[3].isReversed)
        #expect(cells[4].isStruck)
        #expect(cells[5].isBlinking)
        #expect(cells[6] == Cell(text: "N"))
        #expect(cells[7] == Cell())
    }

    /// The text of a row is kept until the row changes, in whichever way.
    @Test(arguments: [
        "x", "\u{1b}[K", "\u{1b}[J", "\u{1b}[L", "\u{1b}[M", "\u{1b}[P", "\u{1b}[@", "\u{1b}[S", "\u{1b}[T", "\n\n\n",
        "\u{1b}M", "\u{1b}[2X", "\u{1b}[?1049h", "\u{1b}[?1049hx\u{1b}[?1049l", "\u{1b}c", "\u{1b}[2;3r\u{1b}[3;1H\nx",
        "\u{1b}[2J", "\u{1b}#8", "a\u{1b}[3b", "\u{1b}[?5h", "e\u{301}", "가",
    ])
    func aRowThatWasReadIsReadAnewOnceItHasChanged(_ output: String) {
        let before = "one\r\n나둘\r\nthree\u{1b}[2;1H"
        let read = screen(before)
        #expect(read.text == ["one", "나둘", "three"])
        read.feed(Array(output.utf8))
        #expect(read.text == screen(before + output).text)
        read.resize(columns: 6, rows: 2)
        #expect(read.text.count == 2)
        let rows = (0..<2).map { read.cells(row: $0).map(\.text).joined() }
        #expect(zip(read.text, rows).allSatisfy { $1.hasPrefix($0) && $1.dropFirst($0.count).allSatisfy { $0 == " " } })
    }

    @Test func theAlternateScreenGoesAsItCame() {
        let emulator = screen("shell")
        emulator.feed(Array("\u{1b}[?1049h\u{1b}[Hprogram".utf8))
        #expect(emulator.isAlternateScreen)
        #expect(emulator.line(0) == "program")
        emulator.feed(Array("\u{1b}[?1049l".utf8))
        #expect(!emulator.isAlternateScreen)
        #expect(emulator.line(0) == "shell")
    }

    @Test func lineDrawingBecomesLines() {
        #expect(screen("\u{1b}(0lqk\u{1b}(Blqk").line(0) == "┌─┐lqk")
    }

    @Test func aRepeatedCharacterIsRepeated() {
        #expect(screen("-\u{1b}[4bx").line(0) == "-----x")
    }

    @Test func aScrollRegionLeavesTheRestAlone() {
        let scrolled = screen("top\r\none\r\ntwo\r\nend", rows: 4)
        scrolled.feed(Array("\u{1b}[2;3r\u{1b}[3;1H\nnew".utf8))
        #expect(scrolled.text == ["top", "two", "new", "end"])
        scrolled.feed(Array("\u{1b}[T".utf8))
        #expect(scrolled.text == ["top", "", "two", "end"])
    }

    @Test func linesAndCharactersAreInsertedAndDeleted() {
        #expect(screen("one\r\ntwo\u{1b}[1;1H\u{1b}[L").text == ["", "one", "two"])
        #expect(screen("one\r\ntwo\u{1b}[1;1H\u{1b}[M").text == ["two", "", ""])
        #expect(screen("abc\u{1b}[1;1H\u{1b}[2P").line(0) == "c")
        #expect(screen("abc\u{1b}[1;1H\u{1b}[2@").line(0) == "  abc")
    }

    @Test func theCursorAndTheTitleAreTold() {
        let emulator = screen("\u{1b}[?25l\u{1b}]0;Banchan 반찬\u{7}")
        #expect(!emulator.cursor.isVisible)
        #expect(emulator.title == "Banchan 반찬")
        emulator.feed(Array("\u{1b}[?25h".utf8))
        #expect(emulator.cursor.isVisible)
    }

    @Test func questionsHaveAnswers() {
        let emulator = screen("ab\u{1b}[6n")
        #expect(emulator.takeReplies() == Array("\u{1b}[1;3R".utf8))
        #expect(emulator.takeReplies().isEmpty)
    }

    @Test func keysFollowTheModeOfTheCursorKeys() {
        let emulator = screen("")
        #expect(emulator.bytes(for: .down) == Array("\u{1b}[B".utf8))
        emulator.feed(Array("\u{1b}[?1h".utf8))
        #expect(emulator.bytes(for: .down) == Array("\u{1b}OB".utf8))
        #expect(emulator.bytes(for: .home) == Array("\u{1b}OH".utf8))
        #expect(emulator.takeReplies().isEmpty)
    }

    @Test(arguments: [
        ("up", "\u{1b}[A"), ("page-up", "\u{1b}[5~"), ("page-down", "\u{1b}[6~"), ("enter", "\r"), ("escape", "\u{1b}"),
        ("tab", "\t"), ("shift-tab", "\u{1b}[Z"), ("backspace", "\u{7f}"), ("delete", "\u{1b}[3~"), ("f1", "\u{1b}OP"),
        ("f5", "\u{1b}[15~"), ("ctrl-d", "\u{4}"), ("ctrl-[", "\u{1b}"), ("space", " "), ("r", "r"), ("안녕", "안녕"),
    ])
    func keysHaveNames(name: String, bytes: String) {
        #expect(screen("").bytes(for: Key(name)) == Array(bytes.utf8))
    }
}
