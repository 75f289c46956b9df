import Domain
import Hummingbird

/// What the shop says of itself in its own file: its days, how guests get an order, and what they are asked.
struct ShopModule: ServerModule {
    private let shop: LiveResource<ShopProfile>

    init(_: Void, _ context: ServerContext) { shop = context.shop }

    static let files = [ShopFile.name]

    let sections: [SectionID] = [.shop]

    /// The store keeps the profile itself: whoever reads the orders without a server asks it for the shop's days.
    var contents: [SectionID: String] { [.shop: String(decoding: Response.encode(shop.value), as: UTF8.self)] }

    func reload() { shop.reload() }

    func addRoutes(to routes: Routes) { routes.getShared("/shop") { _, _ in .lasting(content) } }

    private var content: EncodedContent { EncodedContent(json: Response.encode(shop.value)) }
}
