import TerminalText

/// A question that a guest answers about an item, such as its size or its toppings: an element of `options` in a dish's
/// record.
public struct ItemOption: Hashable, Sendable, Identifiable {
    public struct Choice: Hashable, Sendable, Identifiable {
        public let id: String
        public let title: ShopText
        /// What the choice adds to the price of one item.
        public let price: Won

        public init(id: String, title: ShopText, price: Won = Won(0)) {
            self.id = id
            self.title = title
            self.price = price
        }
    }

    public let id: String
    public let title: ShopText
    /// How many choices a guest makes: within 0 to the number of `choices`.
    public let choose: ClosedRange<Int>
    /// At least one.
    public let choices: [Choice]

    public init(id: String, title: ShopText, choose: ClosedRange<Int>, choices: [Choice]) {
        self.id = id
        self.title = title
        self.choose = choose
        self.choices = choices
    }

    /// Whether an item cannot be ordered without an answer.
    public var isRequired: Bool { choose.lowerBound > 0 }

    /// The maximum number of options of an item.
    public static let maxOptions = 16
    /// The maximum number of choices of an option.
    public static let maxChoices = 32
    static let maxIDLength = 64

    /// The lowest price that its required choices add.
    public var minPrice: Won {
        Won(choices.map(\.price.amount).sorted().prefix(choose.lowerBound).reduce(0, +))
    }

    /// Returns the choice as an order states it; `nil` if there is none with that identifier.
    public func chosen(_ id: Choice.ID) -> ChosenOption? {
        choices.first { $0.id == id }.map { ChosenOption(self, $0) }
    }
}

/// A choice that a guest made, with what the guest was shown of it.
public struct ChosenOption: Hashable, Sendable {
    /// The identifier of the option, unique within the item,
    public let option: String
    /// and of the choice, unique within the option.
    public let choice: String
    /// The titles of the option and of the choice; empty in a request that does not state them.
    public let optionTitle: ShopText
    public let title: ShopText
    /// What it adds to the price of one item, which the unit price includes.
    public let price: Won

    public init(_ option: ItemOption, _ choice: ItemOption.Choice) {
        self.option = option.id
        self.choice = choice.id
        optionTitle = option.title
        title = choice.title
        price = choice.price
    }

    /// Creates a choice as a request states it, by its identifiers alone.
    public init(option: String, choice: String) {
        self.option = option
        self.choice = choice
        (optionTitle, title, price) = ("", "", Won(0))
    }

    /// The maximum number of choices in a line of an order.
    public static let limit = 64

    /// Whether both are the same choice, whatever it is called.
    public func isSameChoice(as other: ChosenOption) -> Bool { (option, choice) == (other.option, other.choice) }
}

/// Why choices do not answer an item's options.
public enum OptionProblem: Hashable, Sendable {
    /// The item has no such option, or the option no such choice.
    case unknown(option: String, choice: String)
    /// A choice is made twice.
    case repeated(option: String, choice: String)
    /// The option has fewer or more choices than `ItemOption.choose` allows.
    case wrongCount(ItemOption)
}

extension [ItemOption] {
    /// Returns the current form of `chosen`, in the order of the options and of their choices. Throws `OptionProblem`
    /// if the choices do not answer these options.
    public func resolved(_ chosen: [ChosenOption]) throws(OptionProblem) -> [ChosenOption] {
        var seen: Set<[String]> = []
        for made in chosen {
            guard first(where: { $0.id == made.option })?.chosen(made.choice) != nil else {
                throw .unknown(option: made.option, choice: made.choice)
            }
            guard seen.insert([made.option, made.choice]).inserted else {
                throw .repeated(option: made.option, choice: made.choice)
            }
        }
        var resolved: [ChosenOption] = []
        for option in self {
            let made = option.choices.filter { seen.contains([option.id, $0.id]) }
            guard option.choose.contains(made.count) else { throw .wrongCount(option) }
            resolved += made.map { ChosenOption(option, $0) }
        }
        return resolved
    }

    /// Whether an item with these options cannot be ordered before its guest was asked.
    public var needAnswers: Bool { contains(where: \.isRequired) }
}

extension OptionProblem: Error {}

extension Won {
    /// Returns the price of one item with these choices.
    public func adding(_ options: [ChosenOption]) -> Won { Won(options.reduce(amount) { $0 + $1.price.amount }) }
}

extension ItemOption: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, choose, choices
        case titleInEnglish = "title_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = PlainText(try values.required(.id), limit: ItemOption.maxIDLength).string
        title = ShopText(try values.requiredText(.title), english: values.english(.titleInEnglish))
        choices = try values.required(.choices)
        guard (1...ItemOption.maxChoices).contains(choices.count), Set(choices.map(\.id)).count == choices.count else {
            throw values.error(.choices, "none, too many, or one twice")
        }
        let bounds: [Int] = try values.required(.choose)
        guard bounds.count == 2, 0 <= bounds[0], bounds[0] <= bounds[1], 1 <= bounds[1], bounds[1] <= choices.count
        else { throw values.error(.choose, "not a range of the choices") }
        choose = bounds[0]...bounds[1]
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title.own, forKey: .title)
        try values.encodeIfPresent(title.english, forKey: .titleInEnglish)
        try values.encode([choose.lowerBound, choose.upperBound], forKey: .choose)
        try values.encode(choices, forKey: .choices)
    }
}

extension ItemOption.Choice: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, price
        case titleInEnglish = "title_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try RecordValues(decoder, keyedBy: CodingKeys.self)
        id = PlainText(try values.required(.id), limit: ItemOption.maxIDLength).string
        title = ShopText(try values.requiredText(.title), english: values.english(.titleInEnglish))
        price = values.contains(.price) ? Won(try values.required(in: WireBounds.won, .price)) : Won(0)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(title.own, forKey: .title)
        try values.encodeIfPresent(title.english, forKey: .titleInEnglish)
        if price.amount != 0 { try values.encode(price.amount, forKey: .price) }
    }
}

extension ChosenOption: Codable {
    private enum CodingKeys: String, CodingKey {
        case option, choice, title, price
        case optionTitle = "option_title"
        case optionTitleInEnglish = "option_title_en"
        case titleInEnglish = "title_en"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        option = PlainText(try values.decode(String.self, forKey: .option), limit: ItemOption.maxIDLength).string
        choice = PlainText(try values.decode(String.self, forKey: .choice), limit: ItemOption.maxIDLength).string
        optionTitle = ShopText(
            try values.decodeIfPresent(PlainText.self, forKey: .optionTitle) ?? "",
            english: values.decodeEnglish(forKey: .optionTitleInEnglish))
        title = ShopText(
            try values.decodeIfPresent(PlainText.self, forKey: .title) ?? "",
            english: values.decodeEnglish(forKey: .titleInEnglish))
        price = values.contains(.price) ? Won(try values.decode(in: WireBounds.won, forKey: .price)) : Won(0)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(option, forKey: .option)
        try values.encode(choice, forKey: .choice)
        if !optionTitle.own.isEmpty { try values.encode(optionTitle.own, forKey: .optionTitle) }
        if !title.own.isEmpty { try values.encode(title.own, forKey: .title) }
        try values.encodeIfPresent(optionTitle.english, forKey: .optionTitleInEnglish)
        try values.encodeIfPresent(title.english, forKey: .titleInEnglish)
        if price.amount != 0 { try values.encode(price.amount, forKey: .price) }
    }
}
