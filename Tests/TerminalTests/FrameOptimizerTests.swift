import Canvas
import TerminalProbe
import TestPeers
import Testing

@testable import Terminal

/// Frames of curses are encoded in fewer bytes without changing what is displayed.
struct FrameOptimizerTests {
    private func optimized(_ frame: String, repeatsBlanks: Bool = false) -> String? {
        var optimizer = FrameOptimizer(size: Size(width: 20, height: 8))
        optimizer.repeatsBlanks = repeatsBlanks
        let isDone = frame.utf8.withContiguousStorageIfAvailable { optimizer.optimize(UnsafeRawBufferPointer($0)) }
        return isDone == true ? String(decoding: optimizer.bytes, as: UTF8.self) : nil
    }

    @Test(arguments: [
        // Attributes that are reset before others are set.
        ("\u{1B}[38;5;246m4\r\u{1B}[12d\u{1B}[39m\u{1B}(B\u{1B}[m  ", "\u{1B}[38;5;246m4\u{1B}[12H\u{1B}[m  "),
        ("\u{1B}(B\u{1B}[0;1m\u{1B}[38;5;172m원\u{1B}[39m\u{1B}(B\u{1B}[m", "\u{1B}[1;38;5;172m원\u{1B}[m"),
        // Consecutive colour changes.
        ("\u{1B}[38;5;9m\u{1B}[48;5;8m▀\u{1B}[38;5;9m\u{1B}[48;5;7m▄", "\u{1B}[38;5;9;48;5;8m▀\u{1B}[48;5;7m▄"),
        ("\u{1B}[38;2;1;22;255m\u{1B}[44mx\u{1B}[39;49my", "\u{1B}[38;2;1;22;255;44mx\u{1B}[my"),
        // Attributes that are set already.
        ("\u{1B}[mx\u{1B}[1my\u{1B}[m\u{1B}[3;4H\u{1B}[0;1mz\u{1B}(B\u{1B}[m", "x\u{1B}[1my\u{1B}[3;4Hz\u{1B}[m"),
        ("\u{1B}[97mx\u{1B}[1m\u{1B}[39my", "\u{1B}[97mx\u{1B}[0;1my"),
        // Line drawing.
        ("\u{1B}(0\u{1B}[0m\u{1B}[32mqq\u{1B}(B\u{1B}[m-", "\u{1B}(0\u{1B}[32mqq\u{1B}(B\u{1B}[m-"),
        // The cursor is at the target already, or only its row or its column differs.
        ("\u{1B}[3;9H\u{1B}[5X\u{1B}[3;14Hx\u{1B}[3;1Hy", "\u{1B}[3;9H\u{1B}[5X\u{1B}[14Gx\ry"),
        (
            "\u{1B}[3;9H\u{1B}[K\u{1B}[4;9H\u{1B}[Kx\r\u{1B}[7d\u{1B}[2G",
            "\u{1B}[3;9H\u{1B}[K\u{1B}[4d\u{1B}[Kx\u{1B}[7;2H"
        ),
        ("\u{1B}[7;1Hx\u{1B}[300;2Hy\u{1B}[A\u{1B}[7;2H", "\u{1B}[7Hx\u{1B}[300;2Hy\u{1B}[A\u{1B}[7;2H"),
        // A scroll region that covers the whole screen.
        ("\u{1B}[3;7r\u{1B}[7;1H\n\u{1B}[1;8r", "\u{1B}[3;7r\u{1B}[7H\n\u{1B}[r"),
        // Scrolling by several lines does not depend on the cursor, and setting a region moves it.
        ("\u{1B}[3;7r\u{1B}[7;1H\u{1B}[2S\u{1B}[1;8r\u{1B}[7;1Hx", "\u{1B}[3;7r\u{1B}[2S\u{1B}[r\u{1B}[7Hx"),
        ("x\u{1B}[7m\u{1B}[4;5H\u{1B}[2Ty", "x\u{1B}[7m\u{1B}[2T\u{1B}[4;5Hy"),
        // After writing the last column, the cursor may be in the next row.
        ("\u{1B}[3;9H가나다abcde\u{1B}[3;2Hx", "\u{1B}[3;9H가나다abcde\u{1B}[2Gx"),
        ("\u{1B}[3;9H가나다abcdef\u{1B}[3;2Hx", "\u{1B}[3;9H가나다abcdef\u{1B}[3;2Hx"),
        // Erasing uses the current colours.
        ("\u{1B}[7m \u{1B}[m\u{1B}[K", "\u{1B}[7m \u{1B}[m\u{1B}[K"),
        ("\u{1B}[3;9r\u{1B}[9;1H\n\u{1B}M\u{1B}[?25l", "\u{1B}[3;9r\u{1B}[9H\n\u{1B}M\u{1B}[?25l"),
        // Saving the cursor also saves its attributes.
        (
            "\u{1B}[1m\u{1B}7\u{1B}[mx\u{1B}8\u{1B}[29dy\u{1B}(B\u{1B}[m",
            "\u{1B}[1m\u{1B}7\u{1B}[mx\u{1B}8\u{1B}[29dy\u{1B}[m"
        ),
        ("", ""),
    ])
    func aFrameIsSaidInFewerBytes(frame: String, shorter: String) {
        #expect(optimized(frame) == shorter)
    }

    @Test(arguments: [
        "\u{1B}]11;?\u{1B}\\", "\u{1B}Pq#0\u{1B}\\", "\u{1B}_Ga=d\u{1B}\\", "\u{1B}(A", "\u{1B}[38:5:9mx",
        "\u{1B}[38;5mx",
        "\u{1B}[58;5;9mx", "\u{1B}[1;999mx", "\u{1B}[>4;1m", "x\u{1B}", "x\u{1B}[", "x\u{1B}[1;2", "\u{1B}8", "\u{1B}c",
        "\u{1B}(",
    ])
    func whatCursesDoesNotWriteForAFrameIsLeftAlone(frame: String) {
        #expect(optimized(frame) == nil)
    }

    @Test(arguments: [
        ("a        b", "a \u{1B}[7bb"), ("a       b", "a       b"), ("가           ", "가 \u{1B}[10b"),
        ("\u{1B}[7m a         bb          ", "\u{1B}[7m a \u{1B}[8bbb \u{1B}[9b"), ("--------", "--------"),
        ("a       bc         d", "a       bc \u{1B}[8bd"), ("        ", " \u{1B}[7b"),
    ])
    func aLongRunOfBlanksIsRepeatedWhereTheTerminalDoesIt(frame: String, shorter: String) {
        #expect(optimized(frame, repeatsBlanks: true) == shorter)
        #expect(optimized(frame) == frame)
    }

    @Test(arguments: 0..<200 as Range<UInt64>, [false, true])
    func itLooksTheSame(seed: UInt64, repeatsBlanks: Bool) throws {
        var random = SeededGenerator(seed: seed)
        let frames = (0..<4).map { _ in RandomFrame.make(&random) }
        let (plain, shortened) = (TerminalEmulator(columns: 20, rows: 8), TerminalEmulator(columns: 20, rows: 8))
        for frame in frames {
            let shorter = try #require(optimized(frame, repeatsBlanks: repeatsBlanks))
            #expect(shorter.utf8.count <= frame.utf8.count)
            plain.feed(Array(frame.utf8))
            shortened.feed(Array(shorter.utf8))
            #expect(shortened.cursor == plain.cursor)
            for row in 0..<8 { #expect(shortened.cells(row: row) == plain.cells(row: row), "row \(row) of \(frame)") }
        }
    }
}

/// Generates random output that curses might write for a frame.
private enum RandomFrame {
    static func make(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...40, using: &random)).map { _ in piece(&random) }.joined() + "\u{1B}(B\u{1B}[m"
    }

    private static func piece(_ random: inout SeededGenerator) -> String {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        return switch number(0...17) {
        case 0: "\u{1B}[\(number(1...8));\(number(1...20))H"
        case 1: "\r\u{1B}[\(number(1...8))d\(number(0...1) == 0 ? "" : "\u{1B}[A")"
        case 2: "\u{1B}[\(number(1...20))G"
        case 3: "\u{1B}[K"
        case 4: "\u{1B}[\(number(1...9))X"
        case 5: "\u{1B}[\(number(1...9))P"
        case 6: "\u{1B}7\u{1B}[2;7r\u{1B}[7;1H\n\u{1B}[1;8r\u{1B}8"
        case 7: "\u{1B}[0;\(number(1...9))m"
        case 8: "\u{1B}(B\u{1B}[m"
        case 9: "\u{1B}[3\(number(0...7))m\u{1B}[10\(number(0...7))m"
        case 10: "\u{1B}[38;5;\(number(16...255))m"
        case 11: "\u{1B}[48;2;\(number(0...255));0;\(number(0...255))m"
        case 12: number(0...1) == 0 ? "\u{1B}[39m" : "\u{1B}[39;49m"
        case 13: "\u{1B}(0q\(number(0...1) == 0 ? "" : "x")\u{1B}(B"
        case 14: "가\u{1B}[1m나"
        case 16:
            "\u{1B}[2;7r\u{1B}[\(number(0...1) == 0 ? 7 : 2);1H\u{1B}[\(number(1...4))\(number(0...1) == 0 ? "S" : "T")"
                + (number(0...3) == 0 ? "y" : "") + "\u{1B}[1;8r"
        case 15: "\r\(String(repeating: " ", count: number(1...18)))x"
        default: String(repeating: "x ", count: number(1...4))
        }
    }
}
