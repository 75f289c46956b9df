import ShopModels
import TerminalText

/// A question that is answered with yes or no before anything else.
public struct DialogState: Hashable, Sendable {
    /// What is asked, as data; the view makes the words.
    public enum Question: Hashable, Sendable {
        /// There is too little of these, by so many, for that juice: is the stock to be edited?
        case restock(juice: PlainText, missing: [FruitID: Int])
        /// The money in the machine does not suffice for that drink.
        case tooDear(drink: PlainText, missing: Won?)
        case unavailable(drink: PlainText, DrinkUnavailable.Reason)
        /// Whoever leaves takes the change along: is it time?
        case leave(balance: Won)
        /// It could not be given back: is it to stay in the machine until the next visit?
        case leaveBalance(Won)
        case contact(ContactQuestion)
    }

    public let question: Question
    /// What Enter answers.
    public internal(set) var isYes = true

    public init(_ question: Question, isYes: Bool = true) {
        self.question = question
        self.isYes = isYes
    }

    /// Whether there is nothing to decide: it only has to be seen.
    var isNotice: Bool {
        switch question {
        case .tooDear, .unavailable: true
        case .restock, .leave, .leaveBalance, .contact: false
        }
    }

    /// The keys that work.
    var keyTable: KeyTable {
        guard isNotice else { return .dialog }
        let keys = KeyTable.dialog.without(.otherButton, .yes, .no)
        guard case .tooDear = question else { return keys }
        // What it takes is within reach.
        return keys + KeyTable.money
    }
}
