import Domain
import Foundation

/// The identity sent to a shop: the terminal's, and the keeper's token if there is one.
public struct Credentials: Sendable {
    public let session: TerminalSession
    /// The keeper's token; `nil` for everybody else.
    public let keeper: Secret?

    public init(session: TerminalSession, keeper: Secret? = nil) {
        self.session = session
        self.keeper = keeper
    }

    /// Returns the headers that identify the sender for content of this audience.
    func headers(for audience: SectionDefinition.Audience) -> [String: String] {
        switch audience {
        case .everybody: [:]
        case .terminal: WriteSender.headers(session: session.id, keeper: nil)
        case .keeper: WriteSender.headers(session: session.id, keeper: keeper)
        }
    }
}
