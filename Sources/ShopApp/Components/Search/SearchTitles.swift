import TerminalText

extension Language {
    /// Returns both names of a row, that in this language first, since a guest may know it by either.
    func titles(_ own: PlainText, _ english: PlainText?) -> [PlainText] {
        guard let english, english != own else { return [own] }
        return say([own, english], [english, own])
    }
}

extension PlainText {
    /// The brand that the title of a dish begins with: 소반가 of "[소반가] 한우 뭇국".
    var brandInTitle: String? {
        guard string.first == "[", let end = string.firstIndex(of: "]") else { return nil }
        let brand = string[..<end].dropFirst()
        return brand.isEmpty ? nil : String(brand)
    }
}
