/// A value in each language that the program speaks; leaving one out does not compile.
struct Localized<Value: Sendable>: Sendable {
    let korean: Value
    let english: Value

    init(korean: Value, english: Value) {
        self.korean = korean
        self.english = english
    }

    /// A value that is the same everywhere.
    init(everywhere value: Value) { self.init(korean: value, english: value) }

    /// The value that `make` makes in each language.
    init(_ make: (Words) -> Value) { self.init(korean: make(.korean), english: make(.english)) }

    /// The same where `make` names keys, which are those of `words`.
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

/// A text in each language.
typealias LocalizedText = Localized<String>

extension LocalizedText {
    /// The Korean text, then the English one.
    init(_ korean: String, _ english: String) { self.init(korean: korean, english: english) }
}
