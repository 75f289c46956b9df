import Domain
import Foundation
import Platform
import ShopHTTP
import TerminalText

/// A Pokémon whose picture stands for a guest.
public struct Pokemon: Hashable, Sendable {
    public let id: Int
    public let name: PlainText
    /// In decimetres.
    public let height: Int
    /// In hectograms.
    public let weight: Int
    /// The picture as a PNG or JPEG file, which was decoded once to verify it.
    public let sprite: Data

    public init(id: Int, name: PlainText, height: Int, weight: Int, sprite: Data) {
        self.id = id
        self.name = name
        self.height = height
        self.weight = weight
        self.sprite = sprite
    }
}

/// Why there is no Pokémon to show. Carries data only; the messages are written where it is shown.
public enum PokemonFault: Error, Hashable, Sendable {
    /// The Pokémon exists, but has no picture.
    case noSprite(name: PlainText)
    /// The status was 401 or 403.
    case forbidden
    case notFound
    /// Too many requests; `after` is the delay before the next one, if the service named it.
    case tooMany(after: Duration?)
    /// The service failed, or answered with an unexpected status.
    case server(status: Int)
    /// No answer, or an incomplete one, within the timeout.
    case slow
    /// The answer is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The answer cannot be parsed.
    case unreadable
    /// The downloaded bytes are not a picture.
    case notAPicture
    case unreachable
    /// Another one was requested meanwhile, or the task was cancelled: the result is not to be shown.
    case superseded
}

extension PokemonFault {
    init(_ failure: FetchFailure) {
        self =
            switch failure {
            case .unreachable, .untrusted, .interrupted, .redirected: .unreachable
            case .timedOut: .slow
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .later(429, let delay): .tooMany(after: delay)
            case .status(let status), .later(let status, _): .server(status: status)
            case .notHTTP, .undecodable, .body: .unreadable
            }
    }

    /// Maps an answer to a fault. Returns `nil` if the answer is usable.
    init?(_ answer: HTTPAnswer) {
        guard !answer.isContent else { return nil }
        switch answer.status {
        case 401, 403: self = .forbidden
        case 404, 410: self = .notFound
        case 429: self = .tooMany(after: answer.retryAfter)
        default: self = .server(status: answer.status)
        }
    }
}

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
        guard case .absolute(let url) = try? PictureAddress(address) else { throw .unreadable }
        return url
    }
}

/// A cache on disk of fetched Pokémon, limited to a number of bytes. Records and pictures are files of one directory,
/// each written atomically.
public struct PokemonCache: Sendable {
    /// The default limit in bytes: a thousand Pokémon take about six million.
    public static let standardLimit = 12 << 20

    private let files: PictureStore
    /// A permanent name of the service, independent of its current address.
    private let service: String

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
