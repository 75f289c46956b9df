import Domain
import Foundation

/// Who asks a shop: a terminal, and its keeper where there is a token to show.
public struct Credentials: Sendable {
    public let session: TerminalSession
    /// What the shop's keeper shows; `nil` for everybody else.
    public let keeper: Secret?

    public init(session: TerminalSession, keeper: Secret? = nil) {
        self.session = session
        self.keeper = keeper
    }

    /// What tells the shop who asks for something that is only there for such an audience.
    func headers(for audience: SectionDefinition.Audience) -> [String: String] {
        switch audience {
        case .everybody: [:]
        case .terminal: WriteSender.headers(session: session.id, keeper: nil)
        case .keeper: WriteSender.headers(session: session.id, keeper: keeper)
        }
    }
}
