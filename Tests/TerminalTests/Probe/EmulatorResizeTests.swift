import TerminalProbe
import Testing

@Suite struct EmulatorResizeTests {
    @Test func aResizeKeepsWhatFits() {
        let emulator = screen("one\r\ntwo")
        emulator.resize(columns: 20, rows: 5)
        #expect(emulator.text == ["one", "two", "", "", ""])
        emulator.resize(columns: 4, rows: 2)
        #expect(emulator.text == ["one", "two"])
        #expect(emulator.cell(row: 4, column: 0) == Cell())
    }

    @Test func manyResizesOfAFullAlternateScreenAreSurvived() {
        let emulator = screen("\u{1b}[?1049h", columns: 80, rows: 24)
        for (columns, rows) in [(20, 6), (300, 100), (1, 1), (80, 24), (79, 2), (80, 24)] {
            emulator.resize(columns: columns, rows: rows)
            for row in 1...rows { emulator.feed(Array("\u{1b}[\(row);1H\u{1b}[K가나다".utf8)) }
        }
        emulator.feed(Array("\u{1b}[?1049l".utf8))
        #expect(emulator.text.count == 24)
    }

    @Test func aScrollRegionOutsideOfTheNewSizeDoesNoHarm() {
        let emulator = screen("\u{1b}[24;24r", columns: 80, rows: 24)
        emulator.resize(columns: 45, rows: 15)
        emulator.feed(Array("\u{1b}[Tfirst\r\nsecond".utf8))
        #expect(emulator.text.contains("second"))
    }

    @Test func aCursorOutsideOfTheNewSizeComesBackIn() {
        let emulator = screen("\u{1b}[21;10H가", columns: 80, rows: 24)
        emulator.resize(columns: 98, rows: 20)
        emulator.feed(Array("\u{1b}[K".utf8))
        #expect(emulator.cursor.row == 19)
    }

    @Test func aResizeInTheMiddleOfASequenceDoesNotTearIt() {
        for cut in 1..<Array("\u{1b}[31m김\u{1b}]0;a\u{7}치".utf8).count {
            let bytes = Array("\u{1b}[31m김\u{1b}]0;a\u{7}치".utf8)
            let emulator = TerminalEmulator(columns: 10, rows: 1)
            emulator.feed(Array(bytes[..<cut]))
            emulator.resize(columns: 12, rows: 1)
            emulator.feed(Array(bytes[cut...]))
            #expect(emulator.line(0) == "김치")
            #expect(emulator.title == "a")
        }
    }
}
