import Foundation
import TerminalText

/// The address of a picture in a shop's data. What it means is decided here alone: for the check of a shop's files, the
/// server's routes, and the client that fetches it.
///
/// Addresses are written by people. Blanks at both ends are ignored, and whatever cannot be part of a URL is
/// percent-encoded: blanks, brackets, Hangul, and a `%` without two digits behind it. A fragment is dropped.
public enum PictureAddress: Hashable, Sendable {
    /// A URL on any server, over http or https.
    case absolute(URL)
    /// `//host/path`: on any server, over the scheme of the server that named it.
    case sameScheme(String)
    /// A path below the shop's own address, with a leading slash if it was written with one; percent-encoded.
    case relative(String)

    /// The maximum length of an address in bytes, once it is percent-encoded.
    public static let maxLength = 2_048

    /// Parses an address as it stands in a shop's data. Throws why it is none.
    public init(_ text: String) throws(PictureAddressError) {
        let text = PictureAddress.encoded(text)
        guard !text.isEmpty else { throw .empty }
        let scheme = PictureAddress.scheme(of: text)
        if let scheme, !["http", "https"].contains(scheme.lowercased()) { throw .scheme(scheme) }
        guard text.utf8.count <= PictureAddress.maxLength else { throw .tooLong }
        if let scheme {
            self = .absolute(try PictureAddress.url(text.dropFirst(scheme.utf8.count + 1), scheme: scheme))
        } else if text.hasPrefix("//") {
            _ = try PictureAddress.url(text[...], scheme: "http")
            self = .sameScheme(text)
        } else {
            self = .relative(try PictureAddress.path(text))
        }
    }

    /// Returns an address from elsewhere in the form in which it is kept: printable, and with the same meaning. Returns
    /// an empty text for one that is too long.
    static func text(of raw: String) -> String {
        // Nearly all addresses.
        if raw.utf8.count <= maxLength, raw.utf8.allSatisfy({ isLetterOrDigit($0) || kept.contains($0) }) { return raw }
        do throws(PictureAddressError) {
            return try PictureAddress(raw).description
        } catch .tooLong {
            return ""
        } catch {
            return PlainText(encoded(raw), limit: maxLength).string
        }
    }
}

/// Why a text is not the address of a picture.
public enum PictureAddressError: Error, Hashable, Sendable {
    /// Nothing but blanks: there is no picture.
    case empty
    case tooLong
    case controlCharacter
    /// A scheme other than http and https.
    case scheme(String)
    /// There is no host, or none that can be part of a URL.
    case host
    /// Contains a user name or password, which must not be shown.
    case user
    /// Leads out of the shop with `..`.
    case parent
    /// Names no file.
    case file
}

extension PictureAddress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .absolute(let url): url.absoluteString
        case .sameScheme(let text), .relative(let text): text
        }
    }
}

// Where a picture is.
extension PictureAddress {
    /// Returns the URL of the picture if `base` is the URL of what named it; `nil` if they cannot form one.
    public func url(relativeTo base: URL) -> URL? {
        switch self {
        case .absolute(let url): url
        case .sameScheme(let text): base.scheme.flatMap { URL(string: "\($0):\(text)") }
        // A colon in the first segment is not the end of a scheme.
        case .relative(let path): URL(string: path.hasPrefix("/") ? path : "./\(path)", relativeTo: base)?.absoluteURL
        }
    }

    /// The name of the file in the shop's directory of pictures that is meant: that of `/pictures/NAME`, or of `NAME`
    /// alone. `nil` for any other address, and for a name that such a file cannot have.
    public var fileName: String? {
        guard case .relative(let path) = self else { return nil }
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        guard let name = parts.last, parts.count == 1 || parts.count == 2 && parts[0] == "pictures" else { return nil }
        return PictureAddress.fileName(of: name)
    }

    /// Returns the name that the last segment of a path means; `nil` for a hidden file, and for one with a slash or
    /// control characters.
    public static func fileName(of segment: some StringProtocol) -> String? {
        guard let name = decoded(encoded(segment)), !name.isEmpty, name.utf8.first != dot,
            !name.unicodeScalars.contains(where: { $0 == "/" || $0.isControl })
        else { return nil }
        return name
    }

    /// Returns the address of the file of that name in the shop's directory of pictures, as a person would write it.
    public static func address(ofFile name: String) -> String {
        let escaped = name.unicodeScalars.map { "%?#".unicodeScalars.contains($0) ? hex(UInt8($0.value)) : String($0) }
        return "/pictures/" + escaped.joined()
    }

    private static let dot = UInt8(ascii: ".")
}

// Parsing.
extension PictureAddress {
    /// Returns the scheme of an encoded address; `nil` if it has none: a colon may be part of a name.
    private static func scheme(of text: String) -> String? {
        let name = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
        guard name.endIndex < text.endIndex, text[name.endIndex] == ":", name.first?.isLetter == true,
            name.utf8.allSatisfy(isOfScheme)
        else { return nil }
        return String(name)
    }

    /// Returns the URL of `//host/path`.
    private static func url(_ text: Substring, scheme: String) throws(PictureAddressError) -> URL {
        guard text.hasPrefix("//") else { throw .host }
        let authority = text.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .user }
        guard
            authority.unicodeScalars.allSatisfy({
                $0.properties.isAlphabetic || "0123456789-._~:[]".contains(Character($0))
            }),
            let url = URL(string: "\(scheme):\(text)"), url.host?.isEmpty == false
        else { throw .host }
        return url
    }

    /// Returns an encoded path without segments that mean nothing.
    private static func path(_ text: String) throws(PictureAddressError) -> String {
        let path = text.prefix { $0 != "?" }
        // What is not UTF-8 may be a name on another server.
        let decoded = PictureAddress.decoded(path) ?? String(path)
        guard !decoded.unicodeScalars.contains(where: \.isControl) else { throw .controlCharacter }
        guard !decoded.unicodeScalars.split(separator: "/").contains(where: { $0.elementsEqual("..".unicodeScalars) })
        else { throw .parent }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let named = parts.filter { $0 != "." }
        guard named.contains(where: { !$0.isEmpty }) else { throw .file }
        return (parts.count == named.count ? String(path) : named.joined(separator: "/")) + text[path.endIndex...]
    }
}

// Percent-encoding.
extension PictureAddress {
    /// Returns the text without blanks around it and without a fragment, percent-encoded where that is needed. Doing so
    /// again changes nothing.
    private static func encoded(_ text: some StringProtocol) -> String {
        let blanks = Substring(text).unicodeScalars.trimmed(where: \.properties.isWhitespace)
        let whole = String(blanks.prefix { $0 != "#" })
        guard let host = whole.utf8.firstRange(of: "//".utf8)?.upperBound, endsScheme(whole.utf8[..<host].dropLast(2))
        else { return encodedPath(whole[...]) }
        // The host is no path: a URL encodes it otherwise.
        let path = whole.utf8[host...].firstIndex { "/?".utf8.contains($0) } ?? whole.endIndex
        return whole[..<path] + encodedPath(whole[path...])
    }

    /// Whether an address begins with its host behind this text.
    private static func endsScheme(_ text: Substring.UTF8View) -> Bool {
        text.isEmpty || text.last == UInt8(ascii: ":") && text.dropLast().allSatisfy(isOfScheme)
    }

    private static func encodedPath(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var encoded = ""
        encoded.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isKept = byte == percent ? isEscape(bytes, index) : isLetterOrDigit(byte) || kept.contains(byte)
            if isKept { encoded.unicodeScalars.append(Unicode.Scalar(byte)) } else { encoded += hex(byte) }
        }
        return encoded
    }

    /// Returns an encoded text without percent-encoding; `nil` if that is not UTF-8. (Foundation's
    /// `removingPercentEncoding` loses a byte order mark.)
    private static func decoded(_ text: some StringProtocol) -> String? {
        var (bytes, rest) = ([UInt8](), Substring(text).utf8[...])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            guard byte == percent, let value = UInt8(String(Substring(digits)), radix: 16) else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")
    /// The characters besides letters and digits that stand for themselves in a path or query (RFC 3986, 3.3, 3.4).
    private static let kept = "-._~!$&'()*+,;=:@/?".utf8

    private static func isEscape(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 2 < bytes.count && bytes[index + 1...index + 2].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// Whether the byte may be part of a scheme (RFC 3986, 3.1).
    private static func isOfScheme(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "+-.".utf8.contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension Substring.UnicodeScalarView {
    fileprivate func trimmed(where isTrimmed: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView {
        var view = drop(while: isTrimmed)
        while let last = view.last, isTrimmed(last) { view.removeLast() }
        return view
    }
}
