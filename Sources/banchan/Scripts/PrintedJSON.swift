import Foundation
import TerminalText

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
