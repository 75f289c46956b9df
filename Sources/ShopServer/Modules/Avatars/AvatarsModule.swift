import Foundation

/// Serves the guests' avatars, as a substitute for PokeAPI.
struct AvatarsModule: ServerModule {
    private let catalog: LiveResource<AvatarCatalog>?
    private let scheme: String

    static func read(_ resources: URL) throws(ShopServerError) -> AvatarCatalog? {
        try AvatarCatalog(resources: resources)
    }

    init(_ catalog: AvatarCatalog?, _ context: ServerContext) {
        let resources = context.resources
        self.catalog = catalog.map {
            LiveResource($0) { _ throws(ShopServerError) in try AvatarsModule.read(resources) }
        }
        scheme = context.scheme
    }

    static let directories = ["avatars"]

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        guard sample.exists("avatars") else { return }
        let text = try sample.take("avatars/avatars.json")
        for image in text.list.compactMap({ $0["image"].flatMap(text.string) }) { try sample.take("avatars/\(image)") }
    }

    func reload() { catalog?.reload() }

    private var avatars: AvatarController? { catalog.map { AvatarController(catalog: $0.value, scheme: scheme) } }

    func addRoutes(to routes: Routes) {
        routes.get("/api/v2/pokemon/:number") { request, context in
            guard let avatars else { throw Refusal.noAvatars }
            return try avatars.facts(context.text("number"), to: request)
        }
        routes.get("/sprites/:file") { request, context in
            guard let avatars else { throw Refusal.noAvatars }
            return try avatars.picture(context.text("file"), to: request)
        }
    }
}
