import ShopModels
import TerminalText

/// A question that is answered with yes or no before anything else.
public struct DialogState: Hashable, Sendable {
    /// What is asked, as data; the view makes the words.
    public enum Question: Hashable, Sendable {
        /// There is too little of these, by so many, for that juice: is the stock to be edited?
        case restock(juice: PlainText, missing: [FruitID: Int])
    }

    public let question: Question
    /// What Enter answers.
    public internal(set) var isYes = true

    public init(_ question: Question) { self.question = question }
}
