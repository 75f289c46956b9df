import Foundation
import ShopHTTP

/// What came of a change; `Made` is what the shop tells of it.
public enum WriteResult<Made: Sendable>: Sendable {
    /// It is made; what the shop told, where that could be read.
    case made(Made?)
    /// Not as it is, whenever it is sent again. The body may say why.
    case refused(status: Int, body: Data)
    /// Not now: the server is busy, or not well. It may say how long it wants to be left alone.
    case later(status: Int, after: Duration?)
    /// The server did not answer, so that nobody knows whether it is made.
    case unanswered(FetchFailure)
}

extension WriteResult: Equatable where Made: Equatable {}

extension WriteResult where Made: Decodable {
    init(_ answer: HTTPAnswer) {
        let made = { try? JSONDecoder().decode(Made.self, from: answer.body) }
        switch answer.status {
        case 201: self = .made(made())
        case 200:
            // Something between here and the shop may say 200 to everything: only what is told of is made.
            self = made().map { .made($0) } ?? .later(status: 200, after: nil)
        case 408, 425, 429: self = .later(status: answer.status, after: answer.retryAfter)
        case 400..<500: self = .refused(status: answer.status, body: answer.body)
        default: self = .later(status: answer.status, after: answer.retryAfter)
        }
    }
}

extension HTTPAnswer {
    /// Longer than this no server is left alone, in seconds.
    private static let longestPause = 300

    /// How long a server that says so wants to be left alone.
    var retryAfter: Duration? {
        header("Retry-After").flatMap { Int($0) }.map { .seconds(min(max(0, $0), HTTPAnswer.longestPause)) }
    }
}
