import Foundation
import ShopHTTP
import TerminalText

/// A Pokémon whose picture stands for a guest.
public struct Pokemon: Hashable, Sendable {
    public let id: Int
    public let name: PlainText
    /// In decimetres.
    public let height: Int
    /// In hectograms.
    public let weight: Int
    /// The picture as a PNG or JPEG file, which was decoded once to verify it.
    public let sprite: Data

    public init(id: Int, name: PlainText, height: Int, weight: Int, sprite: Data) {
        self.id = id
        self.name = name
        self.height = height
        self.weight = weight
        self.sprite = sprite
    }
}

/// Why there is no Pokémon to show. Carries data only; the messages are written where it is shown.
public enum PokemonFault: Error, Hashable, Sendable {
    /// The Pokémon exists, but has no picture.
    case noSprite(name: PlainText)
    /// The status was 401 or 403.
    case forbidden
    case notFound
    /// Too many requests; `after` is the delay before the next one, if the service named it.
    case tooMany(after: Duration?)
    /// The service failed, or answered with an unexpected status.
    case server(status: Int)
    /// No answer, or an incomplete one, within the timeout.
    case slow
    /// The answer is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The answer cannot be parsed.
    case unreadable
    /// The downloaded bytes are not a picture.
    case notAPicture
    case unreachable
    /// Another one was requested meanwhile, or the task was cancelled: the result is not to be shown.
    case superseded
}

extension PokemonFault {
    init(_ failure: FetchFailure) {
        self =
            switch failure {
            case .unreachable, .untrusted, .interrupted, .redirected: .unreachable
            case .timedOut: .slow
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .status(let status): .server(status: status)
            case .notHTTP, .undecodable, .body: .unreadable
            }
    }

    /// Maps an answer to a fault. Returns `nil` if the answer is usable.
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
