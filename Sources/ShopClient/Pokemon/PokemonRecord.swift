import Foundation
import TerminalText

/// The facts of a creature, as the service has them and as they are kept; all else in its answer is left alone.
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

    /// Where its picture is; `nil` where it has none.
    ///
    /// Throws `.unreadable` for an address that is none.
    func sprite() throws(PokemonFault) -> URL? {
        guard let address = sprites.front, !address.isEmpty else { return nil }
        guard case .absolute(let url) = PictureAddress(address) else { throw .unreadable }
        return url
    }
}
