import TerminalText

/// The content of a toast about a contact. Carries data only.
enum ContactToast: Hashable, Sendable {
    case saved(PlainText)
    /// The contact was deleted and can be restored.
    case deleted(PlainText)
    case restored(PlainText)
    /// The next order is placed in this name.
    case ordersFor(PlainText)
    case failed(ContactFailure)

    var isError: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Toast {
    static func contact(_ toast: ContactToast, _ words: Words) -> Toast {
        let isDeletion = if case .deleted = toast { true } else { false }
        return Toast(
            Localized(naming: words) { $0.contacts.paragraphs(toast, $0) }, isError: toast.isError, isLong: isDeletion)
    }
}
