import TerminalText

/// What a toast tells of a contact, as data.
enum ContactToast: Hashable, Sendable {
    case saved(PlainText)
    /// It can be brought back while the toast stands.
    case deleted(PlainText)
    case restored(PlainText)
    case failed(ContactFailure)

    var isError: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Toast.Kind {
    /// A contact was deleted, and can be brought back while the toast stands.
    static let deletion = Toast.Kind(name: "contacts.deletion")
}

extension Toast {
    static func contact(_ toast: ContactToast) -> Toast {
        let isDeletion = if case .deleted = toast { true } else { false }
        return Toast(
            Localized { $0.contacts.paragraphs(toast) }, isError: toast.isError, kind: isDeletion ? .deletion : nil,
            isLong: isDeletion)
    }
}
