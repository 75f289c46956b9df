import Domain
import Foundation
import ShopHTTP

/// A source of sections: a server over HTTP, or rows made in this process.
public protocol SectionSource: Sendable {
    /// Returns the current content of `section`. `validator` belongs to the content already known, so that a source may
    /// answer `.unchanged`. Returns soon after its task is cancelled, with any failure.
    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer
}

/// A source's answer to a request for a section.
public enum SectionAnswer: Sendable {
    /// The content still matches `validator`.
    case unchanged
    /// The whole content, and the validator for the next request.
    case content(SectionRows, validator: String?)
}
