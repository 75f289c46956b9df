import Domain
import Foundation

/// The avatars in the resources, numbered like the Pokémon that they replace.
struct AvatarCatalog: Sendable {
    static let numbers = 1...1_000
    /// The numbers without a picture. Some have none in the real service either, and clients have to handle that.
    static let withoutPicture: Set<Int> = [132, 351, 404, 718, 905]

    /// The avatars, assigned in turn to the numbers from 1 on; never empty.
    let avatars: [Avatar]
    /// The directory of the pictures, with a trailing slash.
    private let directory: String

    /// Reads `avatars/avatars.json` below `resources` and checks that the files it names exist. Returns `nil` if there
    /// is no such directory, in which case the shop has no avatars.
    init?(resources: URL) throws(ShopServerError) {
        let directory = resources.appending(component: "avatars", directoryHint: .isDirectory)
            .path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: directory) else { return nil }
        let list = directory + "avatars.json"
        avatars = try ResourceFile.list(in: list)
        self.directory = directory
        guard !avatars.isEmpty else { throw .unreadableResource(path: list, why: .empty) }
        for (item, avatar) in avatars.enumerated() {
            if let key = avatar.fault { throw .unreadableResource(path: list, why: .unreadable(item: item, key: key)) }
            guard (try? PictureFile(opening: avatar.image, in: directory)) != nil else {
                throw .missingResource(path: directory + avatar.image)
            }
        }
    }

    /// Returns the avatar with that number; `nil` if the number is out of range.
    func avatar(_ number: Int) -> Avatar? {
        AvatarCatalog.numbers.contains(number) ? avatars[(number - 1) % avatars.count] : nil
    }

    /// Returns the avatar's picture. Returns `nil` for a number without one, or if the file has been removed. Throws
    /// `Refusal` if the system cannot open it now.
    func picture(_ number: Int) throws(Refusal) -> PictureFile? {
        guard let avatar = avatar(number), !AvatarCatalog.withoutPicture.contains(number) else { return nil }
        return try PictureFile(opening: avatar.image, in: directory)
    }
}
