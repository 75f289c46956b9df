import Domain

/// An input field for a number. It accepts as many digits as the largest valid number has, and at least three, so that
/// an error can be shown for a number that is too large.
struct QuantityField: Hashable, Sendable {
    private(set) var text: String
    /// Whether the next digit replaces the number, as after focusing the field.
    private var isUntouched = true

    private static let minDigits = 3
    /// The longest text that may be pasted, in bytes.
    private static let maxPasteLength = 32

    /// The valid numbers.
    private let range: ClosedRange<Int>
    /// The amount by which a key changes the number.
    private let step: Int

    init(_ quantity: Int = 1, in range: ClosedRange<Int>, step: Int = 1) {
        text = String(quantity)
        self.range = range
        self.step = step
    }

    /// The maximum number of digits.
    var maxDigits: Int { max(QuantityField.minDigits, String(range.upperBound).count) }

    /// The number; `nil` if it is missing or out of range.
    var value: Int? { Int(text).flatMap { range.contains($0) ? $0 : nil } }

    mutating func enter() { isUntouched = true }

    mutating func type(_ character: Character) {
        guard character.isASCII, character.isNumber else { return }
        if isUntouched { text = "" }
        isUntouched = false
        guard text.count < maxDigits else { return }
        text.append(character)
    }

    /// Types a pasted number: digits, or a price as the menu has it. Ignores anything else.
    mutating func paste(_ text: String) {
        guard text.utf8.count <= QuantityField.maxPasteLength, let number = Won(menuText: text) else { return }
        String(number.amount).forEach { type($0) }
    }

    mutating func deleteBackward() {
        isUntouched = false
        _ = text.popLast()
    }

    /// Changes the number by `count` steps, clamped to the range.
    mutating func step(by count: Int) {
        guard let number = Int(text) else { return text = String(range.lowerBound) }
        text = String(min(max(range.lowerBound, number + count * step), range.upperBound))
        isUntouched = true
    }
}
