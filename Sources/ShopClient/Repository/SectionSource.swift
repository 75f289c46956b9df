import Domain
import Foundation
import ShopHTTP

/// Where sections come from: a server over HTTP, or rows made in this process.
public protocol SectionSource: Sendable {
    /// The present content of `section`. `validator` is what came with the content already known, so that a source
    /// may answer `.unchanged`. Returns soon after its task is cancelled, with any failure.
    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer
}

/// What a source says of a section.
public enum SectionAnswer: Sendable {
    /// What `validator` stood for is still the content.
    case unchanged
    /// The whole content, and what to ask with next time.
    case content(SectionRows, validator: String?)
}
