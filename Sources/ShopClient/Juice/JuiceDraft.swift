import Domain
import Foundation
import ShopHTTP
import TerminalText

/// A juice order of a guest. Its idempotency key makes repeated sending have one effect.
public struct JuiceDraft: Hashable, Sendable {
    public let key: UUID
    /// The juice's name, for reporting the result.
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

/// The result of a juice order.
public enum JuiceOutcome: Hashable, Sendable {
    /// The juice is made. `nil` if the answer could not be read.
    case made(JuicePurchase?)
    /// The stock is too low by these counts; nothing changed.
    case short([FruitID: Int])
    /// The shop refuses with this status.
    case refused(status: Int)
    /// The server did not answer, so it is unknown whether the juice was made.
    case unanswered(FetchFailure)
}

/// The report of a juice order.
public typealias JuiceReport = WriteReport<JuiceDraft, JuiceOutcome>

/// The stock that a keeper wants.
public struct StockDraft: Hashable, Sendable {
    public let key: UUID
    public let counts: [FruitID: Int]
    /// The `contentVersion` of the fruit section that it was based on.
    public let contentVersion: Int

    public init(key: UUID, counts: [FruitID: Int], contentVersion: Int) {
        self.key = key
        self.counts = counts
        self.contentVersion = contentVersion
    }
}

/// The result of a stock change.
public enum StockOutcome: Hashable, Sendable {
    case stored
    /// The stock has changed since the keeper saw it; nothing was changed.
    case changedMeanwhile
    /// The shop refuses with this status: 401 and 403 if the sender is not its keeper.
    case refused(status: Int)
    case unanswered(FetchFailure)
}

/// The report of a stock change.
public typealias StockReport = WriteReport<StockDraft, StockOutcome>
