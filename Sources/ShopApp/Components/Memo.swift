/// What was made of an input, kept as long as the input stays what it was.
struct Memo<Input: Equatable, Output> {
    private var kept: (input: Input, output: Output)?

    /// What `make` makes of `input`, made again only where the input is another.
    mutating func value(for input: Input, make: (Input) -> Output) -> Output {
        if let kept, kept.input == input { return kept.output }
        let output = make(input)
        kept = (input, output)
        return output
    }
}
