import Foundation
import TerminalText

/// Writes contacts as cards of version 4.
public enum VCardWriter {
    /// Bytes of a line, without its end.
    private static let longestLine = 75

    /// The card of `contact`, with its lines folded.
    public static func card(of contact: WholeContact) -> Data {
        var lines = ["BEGIN:VCARD", "VERSION:4.0", uid(contact.uid)]
        lines.append("FN:\(VCardText.escaped(contact.contact.name.string))")
        // As an address it begins with the country.
        let number = contact.contact.number.description.dropFirst()
        lines.append("TEL;VALUE=uri:tel:+82-\(number)")
        if let picture = contact.picture {
            lines.append("PHOTO:data:image/\(picture.kind.rawValue);base64,\(picture.bytes.base64EncodedString())")
        }
        lines.append("END:VCARD")
        return lines.reduce(into: Data()) { $0.append(folded($1)) }
    }

    private static func uid(_ uid: String) -> String {
        VCardText.isAddress(uid) ? "UID:\(uid)" : "UID;VALUE=text:\(VCardText.escaped(uid))"
    }

    /// The line with its end, parted where it is too long, and never within a character.
    private static func folded(_ line: String) -> Data {
        var rest = Array(line.utf8)[...]
        var data = Data()
        var room = longestLine
        while rest.count > room {
            var end = rest.startIndex + room
            while end > rest.startIndex + 1, rest[end] & 0xC0 == 0x80 { end -= 1 }
            data.append(contentsOf: rest[..<end])
            data.append(contentsOf: "\r\n ".utf8)
            rest = rest[end...]
            // The space counts.
            room = longestLine - 1
        }
        data.append(contentsOf: rest)
        data.append(contentsOf: "\r\n".utf8)
        return data
    }
}
