import Foundation

/// Writes contacts as cards of version 4.
public enum VCardWriter {
    /// The maximum length of a line in bytes, without its line end.
    private static let maxLineLength = 75

    /// Returns the card of `contact` with folded lines, including all properties that were imported with it.
    public static func card(of contact: WholeContact) -> Data {
        let content = contact.content ?? CardContent(name: contact.contact.name, number: contact.contact.number)
        var properties = [uid(contact.uid)]
        properties += content.properties.filter { !$0.isPicturePlaceholder }
        if let picture = contact.picture {
            var photo = content.properties.first(where: \.isPicturePlaceholder) ?? CardProperty("PHOTO", value: "")
            photo.value = "data:image/\(picture.kind.rawValue);base64,\(picture.bytes.base64EncodedString())"
            // Readers use the first PHOTO as the contact's picture.
            properties.insert(photo, at: properties.firstIndex { $0.name == "PHOTO" } ?? properties.endIndex)
        }
        let lines = ["BEGIN:VCARD", "VERSION:4.0"] + properties.map(\.line) + ["END:VCARD"]
        return lines.reduce(into: Data()) { $0.append(folded($1)) }
    }

    private static func uid(_ uid: String) -> CardProperty {
        guard !VCardText.isAddress(uid) else { return CardProperty("UID", value: uid) }
        return CardProperty("UID", parameters: [.init(name: "VALUE", value: "text")], value: VCardText.escaped(uid))
    }

    /// Returns the line with its line end, folded if it is too long, but never within a character.
    private static func folded(_ line: String) -> Data {
        var rest = Array(line.utf8)[...]
        var data = Data()
        var room = maxLineLength
        while rest.count > room {
            var end = rest.startIndex + room
            while end > rest.startIndex + 1, rest[end] & 0xC0 == 0x80 { end -= 1 }
            data.append(contentsOf: rest[..<end])
            data.append(contentsOf: "\r\n ".utf8)
            rest = rest[end...]
            // The leading space counts towards the length of the next line.
            room = maxLineLength - 1
        }
        data.append(contentsOf: rest)
        data.append(contentsOf: "\r\n".utf8)
        return data
    }
}
