import Domain
import Foundation
import ShopHTTP
import TerminalText

/// A juice that a guest asked for. However often it is sent, its key makes it one juice.
public struct JuiceDraft: Hashable, Sendable {
    public let key: UUID
    /// What it is called, for telling how it went.
    public let name: PlainText
    public let nameInEnglish: PlainText?
    public let request: JuiceRequest

    public init(key: UUID, juice: JuiceID, name: PlainText, nameInEnglish: PlainText? = nil, who: String) {
        self.key = key
        self.name = name
        self.nameInEnglish = nameInEnglish
        request = JuiceRequest(juice: juice, who: who)
    }
}

/// How the making of a juice went.
public enum JuiceOutcome: Hashable, Sendable {
    /// It is made; what the shop wrote down, where that could be read.
    case made(MadeJuice?)
    /// There is too little of these, by so many; nothing changed.
    case short([FruitID: Int])
    /// The shop does not make it, with this status.
    case refused(status: Int)
    /// The server did not answer, so that nobody knows whether it is made.
    case unanswered(FetchFailure)
}

/// What came of a juice that a guest asked for.
public typealias JuiceReport = WriteReport<JuiceDraft, JuiceOutcome>

/// A stock that a keeper wants.
public struct StockDraft: Hashable, Sendable {
    public let key: UUID
    public let counts: [FruitID: Int]
    /// The version of the fruits' section that it was made from.
    public let contentVersion: Int

    public init(key: UUID, counts: [FruitID: Int], contentVersion: Int) {
        self.key = key
        self.counts = counts
        self.contentVersion = contentVersion
    }
}

/// How a change of the stock went.
public enum StockOutcome: Hashable, Sendable {
    case stored
    /// It is not any more what the change was made from; nothing was changed.
    case changedMeanwhile
    /// The shop does not take it, with this status: 401 and 403 for who is not its keeper.
    case refused(status: Int)
    case unanswered(FetchFailure)
}

/// What came of a change of the stock.
public typealias StockReport = WriteReport<StockDraft, StockOutcome>
