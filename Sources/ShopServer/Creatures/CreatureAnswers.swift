import Foundation
import Hummingbird
import NIOCore

/// Creatures over HTTP, as far as the answers of PokeAPI (https://pokeapi.co/docs/v2#pokemon) are used by anybody here.
enum CreatureAnswers {
    /// A drawing changes with the program only.
    private static let mayBeKept = "public, max-age=86400"

    /// The facts, or 304 where the client has them already.
    static func facts(_ number: String?, to request: Request) throws -> Response {
        guard let creature = creature(number) else { throw Refusal.unknownPath }
        return Response(to: request, list: CreatureFacts(creature, base: try base(of: request)))
    }

    /// The picture of the file `name`, such as `25.png`, or 304 where the client has it already.
    static func picture(_ name: String?, to request: Request) throws -> Response {
        let ending = ".png"
        guard let name, name.hasSuffix(ending), let picture = creature(String(name.dropLast(ending.count)))?.picture
        else { throw Refusal.unknownPath }
        let tag = EntityTag(of: picture)
        var fields: HTTPFields = [.eTag: tag.text, .cacheControl: mayBeKept]
        guard !request.knows(tag) else { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = "image/png"
        fields[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
    }

    /// The one that is written so: digits, without zeros in front.
    private static func creature(_ number: String?) -> Creature? {
        guard let number, let value = Int(number), String(value) == number else { return nil }
        return Creature(value)
    }

    /// Where the client found this server, by what it says itself.
    private static func base(of request: Request) throws -> String {
        let longest = 255
        guard let host = request.head.authority, !host.isEmpty, host.utf8.count <= longest,
            host.utf8.allSatisfy(isPartOfHost)
        else { throw Refusal(status: .badRequest, sentence: "The Host field names no host.") }
        return "http://\(host)"
    }

    /// Letters, digits, and what stands between them and around an address of IPv6.
    private static func isPartOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}

/// A creature as JSON.
private struct CreatureFacts: Encodable {
    struct Kind: Encodable {
        let name: String
    }

    struct KindSlot: Encodable {
        let slot: Int
        let type: Kind
    }

    /// Written with `null` for what there is not, as the real service does.
    struct Sprites: Encodable {
        let front: String?

        private enum CodingKeys: String, CodingKey {
            case front = "front_default"
            case back = "back_default"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(front, forKey: .front)
            try container.encodeNil(forKey: .back)
        }
    }

    let id: Int
    let name: String
    let height: Int
    let weight: Int
    let order: Int
    let isDefault = true
    let sprites: Sprites
    let types: [KindSlot]

    private enum CodingKeys: String, CodingKey {
        case id, name, height, weight, order, sprites, types
        case isDefault = "is_default"
    }

    init(_ creature: Creature, base: String) {
        id = creature.number
        name = creature.name
        height = creature.height
        weight = creature.weight
        order = creature.number
        sprites = Sprites(front: creature.hasPicture ? "\(base)/sprites/\(creature.number).png" : nil)
        types = [KindSlot(slot: 1, type: Kind(name: creature.kind.rawValue))]
    }
}
