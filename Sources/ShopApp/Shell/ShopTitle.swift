extension ShopState {
    /// Returns the title of the terminal's window: the counter, the shop, and the name of a remote server.
    func title(_ words: Words) -> String {
        let (counter, shop) = (tabNames[shownNumber][words.language], words.shop)
        return (counter == shop ? shop : "\(counter) - \(shop)") + (place.map { " (\($0))" } ?? "")
    }
}
