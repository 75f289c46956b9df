/// The guests' avatars, in the place of PokeAPI.
struct AvatarsModule: ServerModule {
    private let avatars: AvatarController?

    init(_ context: ServerContext) throws(ShopServerError) {
        avatars = try AvatarCatalog(resources: context.resources).map(AvatarController.init)
    }

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
