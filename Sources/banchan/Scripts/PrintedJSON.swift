import Foundation
import TerminalText

/// JSON as commands print it: every text exactly as it is, and nothing in it that a terminal would act on.
enum PrintedJSON {
    /// On one line, without its end.
    static func line(_ value: some Encodable) -> String { text(value, []) }

    /// For people to read, with a line's end.
    static func page(_ value: some Encodable) -> String { text(value, .prettyPrinted) + "\n" }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        // Texts and numbers always have a JSON form.
        return harmless(String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self))
    }

    /// The same JSON, with an escape in the place of each scalar that is not shown as it is. Outside of texts there are
    /// none.
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
        // What stays as it is in text for a terminal, whatever stands beside it.
        default: PlainText("a\(scalar)a").string == "a\(scalar)a"
        }
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
