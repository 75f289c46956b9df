import Foundation
import Glibc
import Platform
import ShopApp
import TerminalText

/// The one way in which commands print. What prevents it ends the command with a sentence, not with a crash.
enum StandardOutput {
    /// Writes `text` to standard output, however long its reader takes. On a terminal with another encoding than UTF-8 it is
    /// written in that, and what it lacks is counted on standard error.
    static func write(_ text: String) throws(CommandProblem) {
        guard let charset = TerminalCharset(of: STDOUT_FILENO) else { return try write(Data(text.utf8)) }
        let (bytes, lacking) = charset.encoded(text)
        try write(Data(bytes))
        if lacking > 0 { User.current.report(.charactersLacking(lacking)) }
    }

    static func write(_ data: Data) throws(CommandProblem) {
        switch data.withUnsafeBytes({ DescriptorOutput.write($0, to: STDOUT_FILENO) }) {
        case nil: return
        // There is no limit.
        case .stuck: throw .output(code: Int(EAGAIN))
        case .system(EPIPE): throw .outputClosed
        case .system(let code): throw .output(code: Int(code))
        }
    }

    /// Writes `text` to one of the standard descriptors. Each time that its reader accepts nothing, waits for at most
    /// `limit` milliseconds, or for ever if that is negative. Returns what prevented it, if anything.
    static func write(_ text: String, to descriptor: Int32, _ limit: Int32) -> DescriptorOutput.Failure? {
        let bytes = TerminalCharset(of: descriptor)?.encoded(text).bytes ?? Array(text.utf8)
        return bytes.withUnsafeBytes { DescriptorOutput.write($0, to: descriptor, limit: limit) }
    }

    /// Whether nobody reads standard output any more: its pipe or its connection is closed.
    static var isClosed: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) > 0 && Int32(output.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
    }

    /// Occupies the standard descriptors that are closed, so that no other file gets their numbers: what is printed would
    /// go into it. Reading and writing there still fail as on a closed descriptor. Call before anything is opened.
    static func occupyClosedDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // A file opened now gets the lowest free number, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The properties of a text's output device.
struct Medium {
    let isColored: Bool
    /// The width in columns; `Int.max` for no limit.
    let width: Int
}

extension User {
    /// The properties of standard output: a terminal has a width, and colours unless they are turned off.
    var medium: Medium {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return Medium(isColored: false, width: .max)
        }
        return Medium(isColored: allowsColor && !["", "dumb"].contains(terminalName), width: Int(size.ws_col))
    }
}

/// Formats text in columns for a terminal or a printer.
enum PrintedTable {
    /// Returns a line for each row. Each column is as wide as its widest cell and at least as `least` says. The columns
    /// in `numbers` are right-aligned.
    static func text(_ rows: [[String]], minWidths: [Int], numbers: Set<Int>) -> String {
        let widths = minWidths.indices.map { column in
            max(minWidths[column], rows.map { $0[column].columns }.max() ?? 0)
        }
        return rows.map { row in
            let line = zip(row, widths).enumerated().map { index, cell in
                padded(cell.0, to: cell.1, right: numbers.contains(index))
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// Returns the time to the minute, such as "2026-01-31 12:59".
    static func time(_ date: Date, in zone: TimeZone) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
        return String(date.formatted(style).prefix("2026-01-31 12:59".count))
    }

    static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.columns))
        return right ? space + text : text + space
    }
}

/// Formats JSON for printing: it preserves all texts exactly, but contains nothing that a terminal would act on.
enum PrintedJSON {
    /// Returns the JSON on one line, without a newline.
    static func line(_ value: some Encodable) -> String { text(value, []) }

    /// Returns indented JSON with a newline at the end.
    static func page(_ value: some Encodable) -> String { text(value, .prettyPrinted) + "\n" }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        // Encoding texts and numbers never fails.
        return harmless(String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self))
    }

    /// Returns the same JSON with each scalar that is unsafe to print replaced by an escape. Such scalars occur only
    /// inside strings.
    private static func harmless(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { !isHarmless($0) }) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if isHarmless(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 { text += escape(unit) }
            }
        }
        return text
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x20...0x7E, 0xAC00...0xD7A3: true
        // Harmless if `PlainText` keeps it, here between two letters.
        default: PlainText("a\(scalar)a").string == "a\(scalar)a"
        }
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
