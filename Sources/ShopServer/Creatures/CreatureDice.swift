/// Numbers that are the same for the same creature in every run and on every machine (SplitMix64, by Sebastiano Vigna:
/// https://prng.di.unimi.it/splitmix64.c).
struct CreatureDice {
    private var state: UInt64

    init(_ number: Int) { state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From `range`, both ends included.
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        let part = Double(next() >> 11) / Double(1 << 53)
        return range.lowerBound + part * (range.upperBound - range.lowerBound)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[number(0...choices.count - 1)] }
}
