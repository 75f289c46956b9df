import Domain
import Foundation

/// The avatars of the resources, numbered like the Pokémon that they stand in for.
struct AvatarCatalog: Sendable {
    static let numbers = 1...1_000
    /// Numbers without a picture: as with the real service, some have none, and whoever asks must live with that.
    static let withoutPicture: Set<Int> = [132, 351, 404, 718, 905]

    /// In turn the avatars of the numbers from 1 on; never empty.
    let avatars: [Avatar]
    /// Where they lie, with a slash at its end.
    private let directory: String

    /// Reads `avatars/avatars.json` below `resources` and looks whether the files that it names are there; `nil` for a
    /// shop without such a directory, which is one without avatars.
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

    /// The avatar of that number; `nil` for a number that there is not.
    func avatar(_ number: Int) -> Avatar? {
        AvatarCatalog.numbers.contains(number) ? avatars[(number - 1) % avatars.count] : nil
    }

    /// Its picture; `nil` for a number without one, and where the file was taken away meanwhile. Throws `Refusal` where the
    /// system cannot open it now.
    func picture(_ number: Int) throws(Refusal) -> PictureFile? {
        guard let avatar = avatar(number), !AvatarCatalog.withoutPicture.contains(number) else { return nil }
        return try PictureFile(opening: avatar.image, in: directory)
    }
}
