import Foundation

/// Decides whether and how a redirect is followed.
enum HTTPRedirect {
    private static let statuses: Set = [301, 302, 303, 307, 308]

    /// Whether the response with this head is a redirect, so that its body can be ignored.
    static func isRedirect(_ head: HTTPAnswer) -> Bool {
        statuses.contains(head.status) && head.header("Location") != nil
    }

    /// Returns the call that follows `call` after `answer`, or `nil` if the answer is final.
    ///
    /// Throws `.redirected` if the redirect must not be followed: the call changes something or carries a secret, the
    /// new URL is not HTTP, has a user or password, or drops encryption.
    static func next(after answer: HTTPAnswer, to call: HTTPCall) throws(FetchFailure) -> HTTPCall? {
        guard isRedirect(answer), let location = answer.header("Location") else { return nil }
        var next = call
        // `URL` resolves relative references against the answering URL (RFC 3986).
        guard call.method == .get, !call.carriesSecret, !location.isEmpty,
            let url = URL(string: location, relativeTo: call.url)?.absoluteURL
        else { throw .redirected }
        next.url = url
        let losesEncryption = call.url.scheme?.lowercased() == "https" && url.scheme?.lowercased() != "https"
        guard next.isFetchable, url.user == nil, url.password == nil, !losesEncryption else { throw .redirected }
        return next
    }
}
