import Foundation
import TerminalText

/// The fields of a Pokémon in the service's format, in which they are also stored; all others are ignored.
struct PokemonRecord: Codable {
    struct Sprites: Codable {
        let front: String?

        private enum CodingKeys: String, CodingKey { case front = "front_default" }
    }

    let id: Int
    let name: PlainText
    let height: Int
    let weight: Int
    let sprites: Sprites

    /// Returns the URL of the picture, or `nil` if there is none.
    ///
    /// Throws `.unreadable` if the address is not an absolute URL.
    func sprite() throws(PokemonFault) -> URL? {
        guard let address = sprites.front, !address.isEmpty else { return nil }
        guard case .absolute(let url) = PictureAddress(address) else { throw .unreadable }
        return url
    }
}
