import Domain
import ShopClient
import TerminalText

// The names of juices and fruits by language.
extension Juice {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}

extension FruitStock {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}

extension JuiceDraft {
    func name(in language: Language) -> PlainText { item.title(in: language) }
}
