import Foundation
import ShopHTTP
import TerminalText

/// One of the creatures whose pictures stand for guests.
public struct Pokemon: Hashable, Sendable {
    public let id: Int
    public let name: PlainText
    /// Decimetres.
    public let height: Int
    /// Hectograms.
    public let weight: Int
    /// Its picture as a file, PNG or JPEG, that was decoded once to see that it is whole.
    public let sprite: Data

    public init(id: Int, name: PlainText, height: Int, weight: Int, sprite: Data) {
        self.id = id
        self.name = name
        self.height = height
        self.weight = weight
        self.sprite = sprite
    }
}

/// Why there is no creature to show. Carries data only; the words are made where it is shown.
public enum PokemonFault: Error, Hashable, Sendable {
    /// There is one of that name, but it has no picture.
    case noSprite(name: PlainText)
    /// 401 or 403.
    case forbidden
    case notFound
    /// Asked for too much: not before `after` again, where the service said so.
    case tooMany(after: Duration?)
    /// The service is at fault, or answered in a way that nobody expects.
    case server(status: Int)
    /// No answer, or not all of it, in the time allowed.
    case slow
    /// More bytes than anybody needs for that.
    case tooLarge(limit: Int)
    /// What came in place of its facts cannot be read.
    case unreadable
    /// What came in place of its picture is none.
    case notAPicture
    case unreachable
    /// It was asked for another one meanwhile, or nobody waits any more: nothing is to be shown of it.
    case superseded
}

extension PokemonFault {
    init(_ failure: FetchFailure) {
        self =
            switch failure {
            case .unreachable, .interrupted, .redirected: .unreachable
            case .timedOut: .slow
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .status(let status): .server(status: status)
            case .body: .unreadable
            }
    }

    /// Why that answer is no good; `nil` for one that is.
    init?(_ answer: HTTPAnswer) {
        switch answer.status {
        case 200: return nil
        case 401, 403: self = .forbidden
        case 404, 410: self = .notFound
        case 429: self = .tooMany(after: answer.retryAfter)
        default: self = .server(status: answer.status)
        }
    }
}
