extension ShopState {
    /// What the terminal's window is called: the counter, the shop, and where it is.
    func title(_ words: Words) -> String {
        let (counter, shop) = (tabNames[shownNumber][words.language], words.shop)
        return (counter == shop ? shop : "\(counter) - \(shop)") + (place.map { " (\($0))" } ?? "")
    }
}
