import Domain
import Foundation
import Hummingbird
import Storage

/// The menu: its sections, the details and pictures of its dishes, and their orders.
struct MenuModule: ServerModule {
    private let menu: LiveMenu
    private let details: DetailFiles
    private let pictures: PictureFiles
    private let watch: MenuWatch
    private let orders: DishOrderController?

    init(_ context: ServerContext) throws(ShopServerError) {
        let menu = LiveMenu(try MenuFiles(resources: context.resources))
        let details = try DetailFiles(resources: context.resources)
        (self.menu, self.details) = (menu, details)
        pictures = PictureFiles(resources: context.resources)
        watch = MenuWatch(
            resources: context.resources, menu: menu, newContents: context.newContents, onProblem: context.onProblem)
        orders = context.store.map { store in
            DishOrderController(
                store: store, offer: { Offer(of: $0, menu.files, details) }, announcements: context.announcements)
        }
    }

    let sections = SectionID.menu

    var contents: [SectionID: String] { menu.files.contents }

    func addRoutes(to routes: Routes) {
        for section in sections {
            routes.get("/\(section.path)") { request, _ in
                guard let file = menu.files[section] else { throw Refusal.unknownPath }
                return file.response(to: request)
            }
        }
        routes.get("/woowa/detail/:hash") { request, context in
            guard let detail = context.text("hash").flatMap({ details[$0] }) else { throw Refusal.unknownPath }
            return detail.response(to: request)
        }
        routes.get("/pictures/:file") { request, context in
            guard let picture = context.text("file").flatMap(pictures.picture) else { throw Refusal.unknownPath }
            return picture.response(to: request)
        }
        routes.to(orders, else: .noOrders).post("/orders", DishOrderController.take)
    }

    func run() async { await watch.run() }
}

extension Offer {
    /// The dish of that hash, at its detail's price where the detail names one, else at the list's.
    fileprivate init?(of hash: String, _ menu: MenuFiles, _ details: DetailFiles) {
        guard var offer = menu.offer(hash) else { return nil }
        if let price = details[hash]?.price { offer.price = price }
        self = offer
    }
}
