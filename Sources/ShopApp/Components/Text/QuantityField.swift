import Domain

/// How many, as a person types it. Any number of up to three digits can stand here, so that one that is too large can
/// be told to be.
struct QuantityField: Hashable, Sendable {
    private(set) var text: String
    /// Whether the next digit begins a new number, as it does when one comes to the field.
    private var isUntouched = true

    private static let mostDigits = 3
    /// Characters of a paste that are looked at for digits.
    static let longestPaste = 16

    /// What can be meant.
    private let range: ClosedRange<Int>

    init(_ quantity: Int = 1, in range: ClosedRange<Int>) {
        text = String(quantity)
        self.range = range
    }

    /// The number if it can be meant.
    var value: Int? { Int(text).flatMap { range.contains($0) ? $0 : nil } }

    mutating func enter() { isUntouched = true }

    mutating func type(_ character: Character) {
        guard character.isASCII, character.isNumber else { return }
        if isUntouched { text = "" }
        isUntouched = false
        guard text.count < QuantityField.mostDigits else { return }
        text.append(character)
    }

    mutating func deleteBackward() {
        isUntouched = false
        _ = text.popLast()
    }

    /// So many more, as far as there are.
    mutating func step(by count: Int) {
        guard let number = Int(text) else { return text = String(range.lowerBound) }
        text = String(min(max(range.lowerBound, number + count), range.upperBound))
        isUntouched = true
    }
}
