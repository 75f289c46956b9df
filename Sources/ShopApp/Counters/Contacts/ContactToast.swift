import TerminalText

/// What a toast tells of a contact, as data.
public enum ContactToast: Hashable, Sendable {
    case saved(PlainText)
    /// It can be brought back while the toast stands.
    case deleted(PlainText)
    case restored(PlainText)
    case failed(ContactFailure)

    var isError: Bool {
        if case .failed = self { true } else { false }
    }
}
