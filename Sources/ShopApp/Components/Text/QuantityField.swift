import Domain

/// A number as a person types it. One of as many digits as the largest can stand here, and of three in any case, so that
/// one that is too large can be told to be.
struct QuantityField: Hashable, Sendable {
    private(set) var text: String
    /// Whether the next digit begins a new number, as it does when one comes to the field.
    private var isUntouched = true

    private static let fewestDigits = 3
    /// Characters of a paste that are looked at for digits.
    static let longestPaste = 16

    /// What can be meant.
    private let range: ClosedRange<Int>
    /// By how much a key changes it.
    private let step: Int

    init(_ quantity: Int = 1, in range: ClosedRange<Int>, step: Int = 1) {
        text = String(quantity)
        self.range = range
        self.step = step
    }

    /// Digits that can be typed.
    var mostDigits: Int { max(QuantityField.fewestDigits, String(range.upperBound).count) }

    /// The number if it can be meant.
    var value: Int? { Int(text).flatMap { range.contains($0) ? $0 : nil } }

    mutating func enter() { isUntouched = true }

    mutating func type(_ character: Character) {
        guard character.isASCII, character.isNumber else { return }
        if isUntouched { text = "" }
        isUntouched = false
        guard text.count < mostDigits else { return }
        text.append(character)
    }

    mutating func deleteBackward() {
        isUntouched = false
        _ = text.popLast()
    }

    /// So many steps more, as far as the range goes.
    mutating func step(by count: Int) {
        guard let number = Int(text) else { return text = String(range.lowerBound) }
        text = String(min(max(range.lowerBound, number + count * step), range.upperBound))
        isUntouched = true
    }
}
