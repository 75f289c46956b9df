import Foundation

/// Where a call goes on when the server answers that it should.
enum HTTPRedirect {
    private static let statuses: Set = [301, 302, 303, 307, 308]

    /// Whether the answer with that head leads elsewhere, so that its own body says nothing.
    static func isRedirect(_ head: HTTPAnswer) -> Bool {
        statuses.contains(head.status) && head.header("Location") != nil
    }

    /// The call that follows `call` after `answer`; `nil` where the answer is final.
    ///
    /// Throws `.redirected` where the redirect must not be followed: the call changes something or carries a secret, the
    /// new address is not HTTP, or it gives up the encryption that the old one had.
    static func next(after answer: HTTPAnswer, to call: HTTPCall) throws(FetchFailure) -> HTTPCall? {
        guard isRedirect(answer), let location = answer.header("Location") else { return nil }
        var next = call
        // RFC 3986 by URL itself: an address relative to the one that answered.
        guard call.method == .get, !call.carriesSecret, !location.isEmpty,
            let url = URL(string: location, relativeTo: call.url)?.absoluteURL
        else { throw .redirected }
        next.url = url
        let losesEncryption = call.url.scheme?.lowercased() == "https" && url.scheme?.lowercased() != "https"
        guard next.isFetchable, url.user == nil, url.password == nil, !losesEncryption else { throw .redirected }
        return next
    }
}
