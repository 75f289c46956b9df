import Platform

extension SystemErrorText {
    /// Returns what the error number `code` of the system means, in that language.
    public static func of(_ code: Int, in language: Language) -> String {
        let text = SystemErrorText(errno: code)
        return language == .korean ? text.korean : text.english
    }
}
