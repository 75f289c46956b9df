import Foundation
import Hummingbird

/// Serves avatars over HTTP, with those parts of PokeAPI's responses (https://pokeapi.co/docs/v2#pokemon) that the
/// clients use.
struct AvatarController: Sendable {
    let catalog: AvatarCatalog
    /// The scheme of the pictures' URLs: `http` or `https`.
    let scheme: String

    /// Returns the avatar's data, or 304 if the client already has it.
    func facts(_ number: String?, to request: Request) throws -> Response {
        guard let number = AvatarController.number(number), let avatar = catalog.avatar(number) else {
            throw Refusal.unknownPath
        }
        return Response(to: request, list: AvatarFacts(avatar, number: number, base: try base(of: request)))
    }

    /// Returns the picture of a file name such as `25.png`, or 304 if the client already has it.
    func picture(_ name: String?, to request: Request) throws -> Response {
        let ending = ".png"
        guard let name, name.hasSuffix(ending),
            let number = AvatarController.number(String(name.dropLast(ending.count))),
            let picture = try catalog.picture(number)
        else { throw Refusal.unknownPath }
        return picture.response(to: request)
    }

    /// Parses a decimal number without leading zeros.
    private static func number(_ text: String?) -> Int? {
        guard let text, let value = Int(text), String(value) == text else { return nil }
        return value
    }

    /// Returns the server's base URL as the client addressed it in the request. Throws `Refusal` if the host is
    /// invalid.
    private func base(of request: Request) throws -> String {
        let longest = 255
        guard let host = request.head.authority, !host.isEmpty, host.utf8.count <= longest,
            host.utf8.allSatisfy(AvatarController.isPartOfHost)
        else { throw Refusal(status: .badRequest, sentence: "The Host field names no host.") }
        return "\(scheme)://\(host)"
    }

    /// Whether the byte may occur in a host with an optional port: letters, digits, `-._:` and the brackets around an
    /// IPv6 address.
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

extension Refusal {
    static let noAvatars = Refusal(status: .notFound, sentence: "This shop has no avatars.")
}

/// The JSON object for an avatar.
private struct AvatarFacts: Encodable {
    /// The sprites object. Encodes `null` for a missing picture, as the real service does.
    struct Sprites: Encodable {
        let front: String?

        private enum CodingKeys: String, CodingKey { case front = "front_default" }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(front, forKey: .front)
        }
    }

    let id: Int
    let name: String
    let height: Int
    let weight: Int
    let sprites: Sprites

    init(_ avatar: Avatar, number: Int, base: String) {
        id = number
        name = avatar.name
        height = avatar.height
        weight = avatar.weight
        let hasPicture = !AvatarCatalog.withoutPicture.contains(number)
        sprites = Sprites(front: hasPicture ? "\(base)/sprites/\(number).png" : nil)
    }
}
