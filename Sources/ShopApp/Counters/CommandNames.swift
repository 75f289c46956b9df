/// The names of all commands, which the settings use to assign keys.
public enum CommandNames {
    /// The names of both guest and keeper commands, because one settings file serves both.
    public static let all: [String] = {
        let topics: [HelpTopic] = [
            .menu, .dish, .keeperDish, .juice, .stock, .contacts, .contact, .drinks, .admin, .orders, .board, .report,
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
