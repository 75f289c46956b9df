import Foundation
import Hummingbird

/// Avatars over HTTP, as far as the answers of PokeAPI (https://pokeapi.co/docs/v2#pokemon) are used by anybody here.
struct AvatarController: Sendable {
    let catalog: AvatarCatalog
    /// Of the pictures' addresses: `http` or `https`.
    let scheme: String

    /// The facts, or 304 where the client has them already.
    func facts(_ number: String?, to request: Request) throws -> Response {
        guard let number = AvatarController.number(number), let avatar = catalog.avatar(number) else {
            throw Refusal.unknownPath
        }
        return Response(to: request, list: AvatarFacts(avatar, number: number, base: try base(of: request)))
    }

    /// The picture of the file `name`, such as `25.png`, or 304 where the client has it already.
    func picture(_ name: String?, to request: Request) throws -> Response {
        let ending = ".png"
        guard let name, name.hasSuffix(ending),
            let number = AvatarController.number(String(name.dropLast(ending.count))),
            let picture = try catalog.picture(number)
        else { throw Refusal.unknownPath }
        return picture.response(to: request)
    }

    /// The number that is written so: digits, without zeros in front.
    private static func number(_ text: String?) -> Int? {
        guard let text, let value = Int(text), String(value) == text else { return nil }
        return value
    }

    /// Where the client found this server, by what it says itself.
    private func base(of request: Request) throws -> String {
        let longest = 255
        guard let host = request.head.authority, !host.isEmpty, host.utf8.count <= longest,
            host.utf8.allSatisfy(AvatarController.isPartOfHost)
        else { throw Refusal(status: .badRequest, sentence: "The Host field names no host.") }
        return "\(scheme)://\(host)"
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

extension Refusal {
    static let noAvatars = Refusal(status: .notFound, sentence: "This shop has no avatars.")
}

/// What is told of a number, as JSON.
private struct AvatarFacts: Encodable {
    /// Written with `null` where there is no picture, as the real service does.
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
