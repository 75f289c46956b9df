import ArgumentParser
import ShopApp
import ShopClient

/// The option that selects the source of guests' pictures.
struct CreatureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where guests' random pictures come from, such as https://pokeapi.co; else from the shop's server.",
            valueName: "url"))
    var pokeapi: String?
}

extension Shop {
    /// Returns the source of guests' pictures: the service at `pokeapi`, else the one in the environment, else the
    /// shop's own server.
    func creatures(at pokeapi: String?, user: User) throws(CommandProblem) -> PokemonService {
        guard let text = pokeapi ?? user.pokeapi else {
            let cache = PokemonCache.standard(service: name, environment: user.environment)
            return PokemonService(client: client, cache: cache, address: currentAddress)
        }
        let address = try ShopAddress.read(text)
        let cache = PokemonCache.standard(service: address.description, environment: user.environment)
        return PokemonService(client: client, cache: cache) { address }
    }
}

extension User {
    /// The service that `BANCHAN_POKEAPI` names; `nil` if it is not set or empty.
    fileprivate var pokeapi: String? { environment["BANCHAN_POKEAPI"].flatMap { $0.isEmpty ? nil : $0 } }
}
