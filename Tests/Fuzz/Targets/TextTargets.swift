import Foundation

@testable import Contacts
@testable import ShopClient
@testable import Terminal

// Text that files, servers and terminals deliver in pieces.
extension FuzzTarget {
    static let cards = FuzzTarget(name: "cards", seeds: TextSeeds.cards) { bytes in
        let entries = cardEntries(bytes, pieces: bytes.count + 1)
        try expect(cardEntries(bytes, pieces: 3) == entries, "cards are the same in whatever pieces they come")
        for case .card(let card) in entries {
            let contact = Contact(id: ContactID(1), name: card.draft.name, number: card.draft.number)
            let picture: ContactPicture? = if case .replace(let picture) = card.draft.picture { picture } else { nil }
            let whole = WholeContact(
                contact: contact, uid: card.uid ?? "none", picture: picture, content: card.content)
            let again = cardEntries([UInt8](VCardWriter.card(of: whole)), pieces: 4_096)
            guard again.count == 1, case .card(let second) = again[0] else {
                throw BrokenRule(description: "a card that was written is one card")
            }
            try expect(second.draft == card.draft, "a card that was written has the same name, number and picture")
            try expect(second.leftOut == 0, "nothing is lost of a card that was written")
            try expect(said(by: second) == said(by: card), "a card that was written says the same")
        }
    }

    /// Sorted, because the writer puts a contact's own picture behind all other properties.
    private static func said(by card: VCard) -> [String]? { card.content?.properties.map(\.line).sorted() }

    private static func cardEntries(_ bytes: [UInt8], pieces: Int) -> [VCardEntry] {
        var reader = VCardReader()
        return bytes.pieces(of: pieces).flatMap { reader.parse($0) } + reader.finish()
    }

    static let events = FuzzTarget(name: "events", seeds: TextSeeds.events) { bytes in
        let whole = events(bytes, pieces: bytes.count + 1)
        let single = events(bytes, pieces: 1)
        try expect(whole.pause == single.pause, "a pause is the same in whatever pieces it comes")
        try expect(whole.isTooLong == single.isTooLong, "a line is too long in whatever pieces it comes")
        guard !whole.isTooLong else { return }
        try expect(whole.events == single.events, "events are the same in whatever pieces they come")
        try expect(whole.events.allSatisfy { !$0.name.isEmpty }, "every event has a name")
    }

    private struct Heard {
        var events: [ServerSentEvents.Event] = []
        var pause: Duration?
        var isTooLong = false
    }

    private static func events(_ bytes: [UInt8], pieces: Int) -> Heard {
        var stream = ServerSentEvents()
        var heard = Heard()
        do {
            for piece in bytes.pieces(of: pieces) { heard.events += try stream.parse(piece) }
        } catch {
            heard.isTooLong = true
        }
        heard.pause = stream.removePause()
        return heard
    }

    static let keys = FuzzTarget(name: "keys", seeds: TextSeeds.keys) { bytes in
        let whole = try heard(bytes, pieces: bytes.count + 1)
        for count in [1, 3, 7] {
            try expect(try heard(bytes, pieces: count) == whole, "keys are the same in whatever pieces they come")
        }
        for event in whole.events {
            guard case .key(let key) = event else { continue }
            switch key {
            case .character(let character):
                let isControl = character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
                try expect(!isControl, "control characters are no text")
            case .paste(let text): try expect(text.utf8.count <= 3 * 64 * 1_024, "a paste is bounded")
            default: break
            }
        }
    }

    private struct HeardKeys: Equatable {
        var events: [TerminalEvent]
        var replies: [TerminalReply]
    }

    private static func heard(_ bytes: [UInt8], pieces: Int) throws -> HeardKeys {
        var decoder = KeyDecoder(sequences: .common)
        var events = bytes.pieces(of: pieces).flatMap { decoder.decode($0) }
        events += decoder.decide()
        try expect(decoder.doubt == nil, "nothing waits once it is decided")
        return HeardKeys(events: events, replies: decoder.drainReplies())
    }
}
