import Domain
import ShopClient
import TerminalText

// What is shown of a dish to those who read a language.
extension Dish {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
    func description(in language: Language) -> PlainText { language.text(description, english: descriptionInEnglish) }

    /// The delivery types in one line: a Korean one is a single word.
    func delivery(in language: Language) -> String {
        language.texts(deliveryTypes, english: labelsInEnglish.deliveryTypes).map(\.string)
            .joined(separator: language == .korean ? " " : ", ")
    }
}

extension DishDetail {
    func description(in language: Language) -> PlainText { language.text(description, english: english.description) }
    func deliveryInfo(in language: Language) -> PlainText { language.text(deliveryInfo, english: english.deliveryInfo) }
    func deliveryFee(in language: Language) -> PlainText { language.text(deliveryFee, english: english.deliveryFee) }
}

extension DishDraft {
    func title(in language: Language) -> PlainText { language.text(title, english: titleInEnglish) }
}

extension Dish {
    /// What is copied of it: its title and what it costs.
    func copiedLines(_ words: Words) -> [String] { ["\(title(in: words.language)) \(price.text)"] }
}
