import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// The juice bar: juices made to order, and the fruit they are made of.
struct JuiceBarModule: ServerModule {
    private let juices: JuiceController?
    private let stock: StockController?

    static func read(_ resources: URL) throws(ShopServerError) -> JuiceMaker? {
        try JuiceBarFiles.maker(resources: resources)
    }

    init(_ maker: JuiceMaker?, _ context: ServerContext) {
        let resources = context.resources
        let maker = maker.map { LiveResource($0) { _ throws(ShopServerError) in try JuiceBarModule.read(resources) } }
        let bar = context.store.flatMap { store in maker.map { JuiceService(store: store, files: $0) } }
        juices = bar.map { JuiceController(bar: $0) }
        stock = bar.map { StockController(bar: $0, keeper: context.keeper) }
    }

    var sellers: [any ItemSeller] { juices.map { [JuiceSeller(files: $0.bar.files)] } ?? [] }

    static let directories = ["juice"]

    func reload() { juices?.bar.files.reload() }

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        guard sample.exists("juice") else { return }
        for name in ["juice/fruits.json", "juice/recipes.json"] { try sample.take(name) }
    }

    var sections: [SectionID] { juices == nil ? [] : SectionID.juiceBar }

    var contents: [SectionID: String] {
        guard let maker = juices?.bar.maker else { return [:] }
        return [
            .juices: EntityTag(of: Response.encode(maker.recipes)).opaque,
            // The opening counts are left out, because they do not affect a bar that is already open.
            .fruits: EntityTag(
                of: Response.encode(maker.fruits.map { [$0.id.name, $0.name.string, $0.nameInEnglish?.string] })
            ).opaque,
        ]
    }

    func addRoutes(to routes: Routes) {
        let juices = routes.to(juices, else: .noJuiceBar)
        juices.get("/juice/menu", JuiceController.menu)
        juices.get("/juice/fruits", JuiceController.fruits)
        routes.to(stock, else: .noJuiceBar).put("/juice/fruits", StockController.restock)
    }
}
