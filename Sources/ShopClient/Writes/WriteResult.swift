import Foundation
import ShopHTTP

/// The result of a change; `Made` is what the shop returns on success.
public enum WriteResult<Made: Sendable>: Sendable {
    /// The change was made. `nil` if the answer could not be read.
    case made(Made?)
    /// The shop refuses the change and will do so again. The body may give a reason.
    case refused(status: Int, body: Data)
    /// The server is busy or faulty; the change may be retried. `after` is the delay that it asked for.
    case later(status: Int, after: Duration?)
    /// The server did not answer, so it is unknown whether the change was made.
    case unanswered(FetchFailure)
}

extension WriteResult: Equatable where Made: Equatable {}

extension WriteResult where Made: Decodable {
    init(_ answer: HTTPAnswer) {
        let body = (try? answer.json()) ?? Data()
        let made = { try? JSONDecoder().decode(Made.self, from: body) }
        switch answer.status {
        case 201: self = .made(made())
        case 200:
            // A proxy may answer 200 to everything: a change counts as made only if the body can be decoded.
            self = made().map { .made($0) } ?? .later(status: 200, after: nil)
        case 408, 425, 429: self = .later(status: answer.status, after: answer.retryAfter)
        case 400..<500: self = .refused(status: answer.status, body: body)
        default: self = .later(status: answer.status, after: answer.retryAfter)
        }
    }
}

extension HTTPAnswer {
    /// The upper bound of `Retry-After`, in seconds.
    private static let maxPause = 300

    /// The delay of the `Retry-After` header, at most `maxPause`; `nil` if it is missing or not a number of
    /// seconds.
    var retryAfter: Duration? {
        header("Retry-After").flatMap { Int($0) }.map { .seconds(min(max(0, $0), HTTPAnswer.maxPause)) }
    }
}
