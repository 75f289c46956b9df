/// The names of all commands, by which the settings give keys to them.
public enum CommandNames {
    /// Those of guests and of keepers: one file of settings is for both.
    public static let all: [String] = {
        let topics: [HelpTopic] = [
            .menu, .dish, .keptDish, .juice, .stock, .contacts, .contact, .drinks, .admin, .orders, .board, .report,
            .order, .cart,
        ]
        let counters = [
            MenuCounter().name, JuiceCounter().name, DrinksCounter().name, ContactsCounter().name, OrdersCounter().name,
        ]
        let tables: [KeyTable] = [
            .list(counters), .searching, .searched, .dialog, .helpPage, .palette, .manyButtons, .folding,
            OrdersCounter().saleKeys,
        ]
        return Set((topics.map(\.keys) + tables).joined().map(\.command.name)).sorted()
    }()
}
