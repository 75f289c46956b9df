/// A cache of one value: what was made of the latest input.
struct Memo<Input: Equatable, Output> {
    private var kept: (input: Input, output: Output)?

    /// The cached value if its input is unchanged.
    func known(for input: Input) -> Output? {
        guard let kept, kept.input == input else { return nil }
        return kept.output
    }

    /// Returns the cached value if its input is unchanged, else what `make` makes of `input`.
    mutating func value(for input: Input, make: (Input) -> Output) -> Output {
        if let kept, kept.input == input { return kept.output }
        let output = make(input)
        kept = (input, output)
        return output
    }
}

extension Equatable {
    /// Whether `other` is of the same type, and equal.
    func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}
