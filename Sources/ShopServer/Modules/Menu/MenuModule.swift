import Domain
import Foundation
import Hummingbird

/// The menu: its sections, the details and pictures of its dishes, their sale, and the keeper's changes.
struct MenuModule: ServerModule {
    private let catalog: DishCatalog
    private let pictures: PictureFiles
    private let keeper: DishKeeperController?

    static func read(_ resources: URL) throws(ShopServerError) -> MenuFiles {
        let files = try readLazily(resources)
        try files.details.readAll()
        return files
    }

    static func readLazily(_ resources: URL) throws(ShopServerError) -> MenuFiles {
        try MenuFiles(resources: resources)
    }

    init(_ files: MenuFiles, _ context: ServerContext) {
        let catalog = DishCatalog(files, resources: context.resources, store: context.store)
        self.catalog = catalog
        pictures = PictureFiles(resources: context.resources)
        keeper = context.store.map { DishKeeperController(catalog: catalog, store: $0, keeper: context.keeper) }
    }

    static let directories = ["menu", "details", "pictures"]

    let sections = SectionID.menu

    var sellers: [any ItemSeller] { [DishSeller(catalog: catalog)] }

    var contents: [SectionID: String] { catalog.files.value.sections.mapValues(\.content.tag.opaque) }

    func reload() { catalog.files.reload() }

    func findings() async -> [Finding] { await catalog.findings() }

    func addRoutes(to routes: Routes) {
        for section in sections {
            routes.get("/\(section.path)") { [catalog] conditions in
                catalog.knownMenu?[section]?.response(to: conditions)
            } else: { [catalog] request, _ in
                guard let content = await catalog.menu[section] else { throw Refusal.unknownPath }
                return Response(content.response(to: ContentConditions(request.headers)))
            }
        }
        routes.get("/woowa/detail/:hash") { [catalog] request, context in
            guard let hash = context.text("hash"), let detail = await catalog.menu.detail(hash) else {
                throw Refusal.unknownPath
            }
            return detail.response(to: request)
        }
        routes.get("/pictures/:file") { [pictures] request, context in
            guard let name = context.text("file"), let picture = try pictures.picture(name) else {
                throw Refusal.unknownPath
            }
            return picture.response(to: request)
        }
        DishKeeperController.addRoutes(of: keeper, to: routes)
    }
}
