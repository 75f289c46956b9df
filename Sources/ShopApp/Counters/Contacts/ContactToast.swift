import TerminalText

/// What a toast tells of a contact, as data.
enum ContactToast: Hashable, Sendable {
    case saved(PlainText)
    /// It can be brought back while the toast stands.
    case deleted(PlainText)
    case restored(PlainText)
    /// The next order is in that name.
    case ordersFor(PlainText)
    case failed(ContactFailure)

    var isError: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Toast.Topic {
    /// A contact was deleted, and can be brought back while the toast stands.
    static let deletion = Toast.Topic(name: "contacts.deletion")
}

extension Toast {
    static func contact(_ toast: ContactToast, _ words: Words) -> Toast {
        let isDeletion = if case .deleted = toast { true } else { false }
        return Toast(
            Localized(naming: words) { $0.contacts.paragraphs(toast, $0) }, isError: toast.isError,
            topic: isDeletion ? .deletion : nil,
            isLong: isDeletion)
    }
}
