import FaultyPeer
import Foundation

/// A shop server whose menu can change while clients are connected, with its files in a directory of its own.
final class ChangingShop {
    private let resources: URL
    private var open: ShopOnLoopback
    private var silence: LoopbackServer?

    private init(_ menu: GeneratedMenu, resources: URL) async throws {
        self.resources = resources
        try menu.write(to: resources)
        open = try await ShopOnLoopback.open(resources: resources)
    }

    /// Runs a shop with that menu for the duration of `work`.
    static func whileOpen<Answer>(
        _ menu: GeneratedMenu, resources: URL, _ work: (ChangingShop) async throws -> Answer
    ) async throws -> Answer {
        let shop = try await ChangingShop(menu, resources: resources)
        do {
            let answer = try await work(shop)
            try await shop.open.close()
            return answer
        } catch {
            try? await shop.open.close()
            throw error
        }
    }

    var url: URL { open.url }

    /// Replaces the server by one that accepts connections at the same address and never answers.
    func stopAnswering() async throws {
        try await open.close()
        silence = try LoopbackServer(port: UInt16(open.url.port ?? 0))
    }

    /// Resumes serving at the same address, with this menu.
    func serve(_ menu: GeneratedMenu) async throws {
        let port = open.url.port ?? 0
        if silence == nil { try await open.close() }
        silence = nil
        try menu.write(to: resources)
        open = try await ShopOnLoopback.open(resources: resources, port: port)
    }
}
