import Domain
import Foundation
import Hummingbird

/// The menu: its sections, the details and pictures of its dishes, and what they are sold for.
struct MenuModule: ServerModule {
    private let menu: LiveMenu
    private let details: DetailFiles
    private let pictures: PictureFiles
    private let watch: MenuWatch

    init(_ context: ServerContext) throws(ShopServerError) {
        let menu = LiveMenu(try MenuFiles(resources: context.resources))
        let details = try DetailFiles(resources: context.resources)
        (self.menu, self.details) = (menu, details)
        pictures = PictureFiles(resources: context.resources)
        watch = MenuWatch(
            resources: context.resources, menu: menu, newContents: context.newContents, onProblem: context.onProblem)
    }

    let sections = SectionID.menu

    var sellers: [any ItemSeller] { [DishSeller { [menu, details] in Offer(of: $0, menu.files, details) }] }

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
    }

    func run() async { await watch.run() }
}

extension Offer {
    /// The dish of that hash, at its detail's price where the detail names one, else at the list's.
    fileprivate init?(of hash: String, _ menu: MenuFiles, _ details: DetailFiles) {
        guard var offer = menu.offer(hash) else { return nil }
        if let detail = details[hash] {
            offer.price = detail.price ?? offer.price
            offer.deliveryFee = detail.deliveryFee
        }
        self = offer
    }
}
