import Domain
import ShopClient
import TerminalText

// What juices and fruits are called for those who read a language.
extension Juice {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}

extension FruitStock {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}

extension JuiceDraft {
    func name(in language: Language) -> PlainText { language.text(name, english: nameInEnglish) }
}
