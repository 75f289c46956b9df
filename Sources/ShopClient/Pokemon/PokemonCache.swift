import Foundation
import Platform

/// A cache on disk of fetched Pokémon, limited to a number of bytes. Records and pictures are files of one directory,
/// each written atomically.
public struct PokemonCache: Sendable {
    /// The default limit in bytes: a thousand Pokémon take about six million.
    public static let standardLimit = 12 << 20

    private let files: PictureStore
    /// A permanent name of the service, independent of its current address.
    private let service: String

    /// Creates a cache in the directory at this path.
    public init(directory: String, service: String, limit: Int = PokemonCache.standardLimit) {
        files = PictureStore(directory: directory, limit: limit)
        self.service = service
    }

    /// Returns the cache in the user's cache directory, or `nil` if the environment defines none.
    public static func standard(
        service: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> PokemonCache? {
        BaseDirectory.cache.path(in: environment).map {
            PokemonCache(directory: "\($0)/banchan/pokemon", service: service)
        }
    }

    /// Returns the stored record, or `nil` if there is none. Reads a file.
    func record(_ number: Int) -> PokemonRecord? {
        files.picture(at: recordAddress(number)).flatMap { try? JSONDecoder().decode(PokemonRecord.self, from: $0) }
    }

    func sprite(_ number: Int) -> Data? { files.picture(at: spriteAddress(number)) }

    func keep(_ record: PokemonRecord, _ number: Int) {
        guard let bytes = try? JSONEncoder().encode(record) else { return }
        files.keep(bytes, at: recordAddress(number))
    }

    func keep(sprite: Data, _ number: Int) { files.keep(sprite, at: spriteAddress(number)) }

    func removeSprite(_ number: Int) { files.remove(at: spriteAddress(number)) }

    private func recordAddress(_ number: Int) -> String { "\(service)/pokemon/\(number)" }
    private func spriteAddress(_ number: Int) -> String { "\(service)/sprites/\(number)" }
}
