/// A value in each language of the program; omitting a language does not compile.
struct Localized<Value: Sendable>: Sendable {
    let korean: Value
    let english: Value

    init(korean: Value, english: Value) {
        self.korean = korean
        self.english = english
    }

    init(everywhere value: Value) { self.init(korean: value, english: value) }

    /// Creates the value by calling `make` for each language.
    init(_ make: (Words) -> Value) { self.init(korean: make(.korean), english: make(.english)) }

    /// Creates the value by calling `make` for each language, for texts that name keys: uses the key choices of
    /// `words`.
    init(naming words: Words, _ make: (Words) -> Value) {
        self.init(korean: make(.korean.naming(words.keys)), english: make(.english.naming(words.keys)))
    }

    subscript(language: Language) -> Value {
        switch language {
        case .korean: korean
        case .english: english
        }
    }
}

extension Localized: Equatable where Value: Equatable {}
extension Localized: Hashable where Value: Hashable {}

typealias LocalizedText = Localized<String>

extension LocalizedText {
    init(_ korean: String, _ english: String) { self.init(korean: korean, english: english) }
}

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
    func isEqual(to other: any Equatable) -> Bool { self == other as? Self }
}
