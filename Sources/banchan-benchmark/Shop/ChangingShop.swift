import Foundation

/// A shop whose menu can change behind its guests' backs, with its files in a directory of its own.
final class ChangingShop {
    private let resources: URL
    private var open: ShopOnLoopback

    init(count: Int, resources: URL) async throws {
        self.resources = resources
        try GeneratedMenu(count: count).write(to: resources)
        open = try await ShopOnLoopback.open(resources: resources)
    }

    var url: URL { open.url }

    /// Goes on serving at the same address, with this menu.
    func serve(_ menu: GeneratedMenu) async throws {
        let port = open.url.port ?? 0
        try await open.close()
        try menu.write(to: resources)
        open = try await ShopOnLoopback.open(resources: resources, port: port)
    }

    func close() async throws { try await open.close() }
}
