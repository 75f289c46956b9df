/// A cache of the value computed from the latest input.
struct Memo<Input: Equatable, Output> {
    private var kept: (input: Input, output: Output)?

    /// Returns the cached value if its input is unchanged, otherwise `nil`.
    func known(for input: Input) -> Output? {
        guard let kept, kept.input == input else { return nil }
        return kept.output
    }

    /// Returns the cached value if its input is unchanged, otherwise computes and caches it with `make`.
    mutating func value(for input: Input, make: (Input) -> Output) -> Output {
        if let kept, kept.input == input { return kept.output }
        let output = make(input)
        kept = (input, output)
        return output
    }
}

extension Equatable {
    /// Whether `other` has the same type and is equal.
    func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}
