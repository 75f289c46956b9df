import Glibc
import TerminalText

/// The encoding of a terminal that commands print to, where it is another than UTF-8.
struct TerminalCharset {
    private let charset: TextCharset

    /// The variables that name the locale, the first one that is not empty counts (locale(7)).
    private static let variables = ["LC_ALL", "LC_CTYPE", "LANG"]

    /// Returns the encoding that the locale names, such as that of `ko_KR.EUC-KR`; `nil` for UTF-8, for a locale that names
    /// none, and for everything but a terminal: files and pipes get UTF-8, whichever terminal they come from.
    init?(of descriptor: Int32, environment: [String: String] = ProcessEnvironment.variables) {
        guard isatty(descriptor) == 1 else { return nil }
        self.init(environment: environment)
    }

    init?(environment: [String: String]) {
        let locale = TerminalCharset.variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // "language_territory.charset@variant"
        let name = locale.split(separator: ".").dropFirst().first?.split(separator: "@").first
        guard let name, let charset = TextCharset(named: String(name)), charset != .utf8,
            !["utf8", "utf-8"].contains(name.lowercased())
        else { return nil }
        self.charset = charset
    }

    /// Returns the text in this encoding, and how many characters it lacks, each of which is `?`.
    func encoded(_ text: String) -> (bytes: [UInt8], lacking: Int) {
        if let bytes = charset.bytes(of: text) { return (bytes, 0) }
        var (bytes, lacking): ([UInt8], Int) = ([], 0)
        for character in text {
            if let known = charset.bytes(of: String(character)) {
                bytes += known
            } else {
                bytes.append(UInt8(ascii: "?"))
                lacking += 1
            }
        }
        return (bytes, lacking)
    }
}
