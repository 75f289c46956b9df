import Canvas
import Domain
import Foundation
import NIOConcurrencyHelpers
import Pictures
import Platform
import ShopHTTP

/// Fetches Pokémon whose pictures stand for guests: first the record, then the picture from the URL in it.
///
/// Results are stored on disk and not requested again. Only the latest request counts: earlier ones are cancelled and
/// throw `.superseded`.
public final class PokemonService: Sendable {
    /// The numbers of the Pokémon that `random` chooses from.
    public static let numbers = 1...1_000
    /// The limits of a record: some hundred thousand bytes, currently at most 1.3 million.
    public static let recordLimits = HTTPLimits(bodyBytes: 2 << 20, deadline: .seconds(15))
    /// The limits of a picture, which has a few thousand bytes.
    public static let spriteLimits = HTTPLimits(bodyBytes: 1 << 20, deadline: .seconds(15))

    private struct State {
        var latest = 0
        var task: Request?

        /// Makes `new` the latest request. Returns its number, and the request before it.
        mutating func begin(_ new: Request) -> (Int, Request?) {
            defer { task = new }
            latest += 1
            return (latest, task)
        }
    }

    private typealias Request = Task<Result<Pokemon, PokemonFault>, Never>

    private let client: HTTPClient
    private let cache: PokemonCache?
    private let limits: (record: HTTPLimits, sprite: HTTPLimits)
    private let address: @Sendable () async -> ShopAddress?
    private let state = NIOLockedValueBox(State())

    /// Creates a client of the service at `address`, which is evaluated for each request; `nil` means there is no
    /// service.
    public init(
        client: HTTPClient, cache: PokemonCache?, recordLimits: HTTPLimits = PokemonService.recordLimits,
        spriteLimits: HTTPLimits = PokemonService.spriteLimits, address: @escaping @Sendable () async -> ShopAddress?
    ) {
        self.client = client
        self.cache = cache
        limits = (recordLimits, spriteLimits)
        self.address = address
    }

    /// Returns a random Pokémon. Throws `.superseded` if another one is requested meanwhile, or the task is cancelled.
    public func random() async throws(PokemonFault) -> Pokemon {
        try await pokemon(Int.random(in: PokemonService.numbers))
    }

    /// Returns the Pokémon with this number. Throws `.superseded` if another one is requested meanwhile, or the task is
    /// cancelled.
    public func pokemon(_ number: Int) async throws(PokemonFault) -> Pokemon {
        let task = Task(executorPreference: TaskThreadPool.shared) { [self] in await attempt(number) }
        let (mine, earlier) = state.withLockedValue { $0.begin(task) }
        earlier?.cancel()
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let isLatest = state.withLockedValue { state in
            if state.latest == mine { state.task = nil }
            return state.latest == mine
        }
        guard isLatest, !Task.isCancelled else { throw .superseded }
        return try outcome.get()
    }

    private func attempt(_ number: Int) async -> Result<Pokemon, PokemonFault> {
        do throws(PokemonFault) {
            return .success(try await find(number))
        } catch {
            return .failure(error)
        }
    }

    private func find(_ number: Int) async throws(PokemonFault) -> Pokemon {
        if let known = try known(number) { return known }
        let record = try await record(number)
        guard let url = try record.sprite() else {
            cache?.keep(record, number)
            throw .noSprite(name: record.name)
        }
        let sprite = try await fetch(url, accept: "image/png, image/jpeg", limits.sprite).body
        guard PokemonService.isPicture(sprite) else { throw .notAPicture }
        // Stored only together: a stored record alone would later send us to an outdated picture URL.
        cache?.keep(record, number)
        cache?.keep(sprite: sprite, number)
        return Pokemon(record, sprite: sprite)
    }

    /// Returns the stored Pokémon, or `nil` if it is not complete on disk.
    private func known(_ number: Int) throws(PokemonFault) -> Pokemon? {
        guard let cache, let record = cache.record(number) else { return nil }
        guard try record.sprite() != nil else { throw .noSprite(name: record.name) }
        guard let sprite = cache.sprite(number) else { return nil }
        guard PokemonService.isPicture(sprite) else {
            cache.removeSprite(number)
            return nil
        }
        return Pokemon(record, sprite: sprite)
    }

    private func record(_ number: Int) async throws(PokemonFault) -> PokemonRecord {
        guard let url = await address()?.url(forPokemon: number) else { throw .unreachable }
        let answer = try await fetch(url, accept: "application/json", limits.record)
        guard let record = try? JSONDecoder().decode(PokemonRecord.self, from: answer.json()) else { throw .unreadable }
        return record
    }

    private func fetch(_ url: URL, accept: String, _ limits: HTTPLimits) async throws(PokemonFault) -> HTTPAnswer {
        let answer: HTTPAnswer
        do throws(FetchFailure) {
            answer = try await client.get(url, headers: ["Accept": accept], limits: limits)
        } catch {
            throw PokemonFault(error)
        }
        if let fault = PokemonFault(answer) { throw fault }
        return answer
    }

    /// Whether the bytes can be shown, checked by decoding them into one cell.
    private static func isPicture(_ bytes: Data) -> Bool {
        (try? PictureDecoder.decode(bytes, fitting: Size(width: 1, height: 1), colors: .indexed)) != nil
    }
}

extension Pokemon {
    fileprivate init(_ record: PokemonRecord, sprite: Data) {
        self.init(
            id: record.id, name: record.name, height: record.height, weight: record.weight, sprite: sprite)
    }
}

extension ShopAddress {
    /// Returns the URL of a record at a service with the API of PokeAPI.
    func url(forPokemon number: Int) -> URL? { URL(string: "\(description)/api/v2/pokemon/\(number)") }
}
