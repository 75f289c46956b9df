import Foundation
import Platform

/// Creatures that were fetched before, on disk, up to a number of bytes: their facts and their pictures are files of
/// one directory, each written as a whole or not at all.
public struct PokemonCache: Sendable {
    /// Bytes on disk: a thousand creatures have about six million.
    public static let standardLimit = 12 << 20

    private let files: PictureStore
    /// Names the service for ever, wherever it listens today.
    private let service: String

    public init(directory: URL, service: String, limit: Int = PokemonCache.standardLimit) {
        files = PictureStore(directory: directory, limit: limit)
        self.service = service
    }

    /// The cache below the user's cache directory; `nil` where the environment names none.
    public static func standard(
        service: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> PokemonCache? {
        guard let cache = BaseDirectory.cache.url(in: environment) else { return nil }
        return PokemonCache(directory: cache.appending(path: "banchan").appending(path: "pokemon"), service: service)
    }

    /// Its facts; `nil` when they are not there. Reads a file.
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
