import Domain
import Foundation
import Hummingbird
import Storage

/// The menu: its sections, the details and pictures of its dishes, their sale, and the keeper's changes.
struct MenuModule: ServerModule {
    private let catalog: DishCatalog
    private let pictures: PictureDirectory
    private let scaled: ScaledPictures
    private let keeper: DishKeeperController?

    static func read(_ resources: URL) throws(ShopServerError) -> MenuFiles {
        let files = try readLazily(resources)
        try files.details.readAll()
        return files
    }

    static func readLazily(_ resources: URL) throws(ShopServerError) -> MenuFiles {
        try MenuFiles(resources: resources, sections: ShopFile(below: resources).profile.sections)
    }

    init(_ files: MenuFiles, _ context: ServerContext) {
        let catalog = DishCatalog(
            files, resources: context.resources, shop: context.shop, store: context.store, days: context.days)
        self.catalog = catalog
        pictures = PictureDirectory(context.resources.appending(component: "pictures"))
        scaled = ScaledPictures(in: context.scaledPictures)
        keeper = context.store.map { DishKeeperController(catalog: catalog, store: $0, keeper: context.keeper) }
    }

    static let directories = ["menu", "details", "pictures"]
    static let descriptions = [FileDescription.menu, .details]

    var sections: [SectionID] { catalog.files.value.order }

    var sellers: [any ItemSeller] { [DishSeller(catalog: catalog)] }

    /// A section changes with the day: its dishes may be counted, or have been until their file was changed.
    var contents: [SectionID: String] {
        let day = catalog.today?.text ?? ""
        return catalog.files.value.sections.mapValues { $0.content.tag.opaque + day }
    }

    func reload() { catalog.files.reload() }

    func applyContents() async throws { try await catalog.applyFileCounts() }

    func findings() async -> [Finding] { await catalog.findings() }

    func addRoutes(to routes: Routes) {
        routes.getShared("/woowa/:section") { [catalog] request, context in
            guard let name = context.text("section"), MenuSection.isID(name) else { throw Refusal.unknownPath }
            return try await catalog.answer(to: request) { $0[SectionID(path: "woowa/\(name)")] }
        }
        routes.getShared("/woowa/detail/:hash") { [catalog] request, context in
            let hash = try context.dishHash()
            return try await catalog.answer(to: request) { $0.detail(hash) }
        }
        // Some shops write the name of a picture alone.
        for path in ["/pictures/:file", "/:file"] {
            routes.getShared(path) { [pictures, scaled] request, context in
                guard let name = context.parameters.get("file").flatMap({ PictureAddress.fileName(of: $0) }),
                    let picture = try pictures.picture(name)
                else { throw Refusal.unknownPath }
                if let content = try await scaled.content(of: picture) { return .lasting(content) }
                return try picture.answer(to: request)
            }
        }
        DishKeeperController.addRoutes(of: keeper, to: routes)
    }
}

extension ShopRequestContext {
    /// Returns the hash of a dish in the path as orders name it: the store distinguishes spellings of the same text. A text
    /// of which orders leave something out names no dish, and is returned as it is. Throws `Refusal`.
    func dishHash() throws(Refusal) -> String {
        guard let hash = text("hash") else { throw .unknownPath }
        let ordered = OrderedItem(.menu, hash).id
        return ordered == hash ? ordered : hash
    }
}

extension DishCatalog {
    /// Returns a part of the menu. Throws `Refusal` if there is no such part.
    fileprivate func answer(
        to request: Request, _ part: (ServedMenu) -> EncodedContent?
    ) async throws -> PublicAnswer {
        let (menu, isCurrent) = await menu
        guard let content = part(menu) else { throw Refusal.unknownPath }
        return isCurrent ? .lasting(content) : .once(Response(content.response(to: ContentConditions(request.headers))))
    }
}

extension MenuModule {
    private static let maxDishes = 3

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        for section in try ShopFile(below: sample.source).profile.sections {
            let name = "menu/\(section.id).json"
            let text = try sample.copy(first: maxDishes, of: name)
            for dish in text.list {
                try sample.copyPictures([dish["image"]], in: text)
                if let hash = dish["detail_hash"].flatMap(text.string) { try addDetail(of: hash, to: &sample) }
            }
        }
    }

    private static func addDetail(of hash: String, to sample: inout SampleShop) throws(ShopServerError) {
        let name = "details/\(hash).json"
        guard sample.exists(name) else { return }
        let text = try sample.copy(name)
        let data = (try? text.root.get())?["data"]
        try sample.copyPictures(data?.pictures ?? [], in: text)
        sample.nameSchema(of: .details, in: name)
    }
}

/// Sells the dishes of the menu, of which some are counted.
struct DishSeller: ItemSeller {
    let counter = SalesCounter.menu
    let catalog: DishCatalog

    func quote(_ item: String, in store: any StoreReader) throws -> ItemQuote? {
        try catalog.offer(item, in: store).map { offer in
            ItemQuote(
                section: offer.section?.name, title: offer.title, titleInEnglish: offer.titleInEnglish,
                unitPrice: offer.price, options: offer.options, isSoldOut: offer.isSoldOut,
                takesStock: offer.left != nil, deliveryFee: offer.deliveryFee, isFeeKnown: offer.isFeeKnown)
        }
    }

    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws -> TakenStock {
        try catalog.take(quantity, of: item, in: store)
    }

    func giveBack(
        _ taken: TakenStock, of item: String, from state: OrderState, in store: any StoreTransaction
    ) throws {
        try catalog.giveBack(taken, of: item, in: store)
    }
}
