import Domain
import Hummingbird
import Storage

/// The juice bar: juices made to order, and the fruit they are made of.
struct JuiceBarModule: ServerModule {
    private let juices: JuiceController?
    private let stock: StockController?

    init(_ context: ServerContext) throws(ShopServerError) {
        let maker = try JuiceBarFiles.maker(resources: context.resources)
        let bar = context.store.flatMap { store in maker.map { JuiceService(store: store, maker: $0) } }
        juices = bar.flatMap { bar in context.orders.map { JuiceController(bar: bar, orders: $0) } }
        stock = bar.map { StockController(bar: $0, keeper: context.keeper) }
    }

    var sellers: [any ItemSeller] { juices.map { [JuiceSeller(maker: $0.bar.maker)] } ?? [] }

    var sections: [SectionID] { juices == nil ? [] : SectionID.juiceBar }

    var contents: [SectionID: String] {
        guard let maker = juices?.bar.maker else { return [:] }
        return [
            .juices: EntityTag(of: Response.encode(maker.recipes)).opaque,
            .fruits: EntityTag(of: Response.encode(maker.fruits)).opaque,
        ]
    }

    func addRoutes(to routes: Routes) {
        let juices = routes.to(juices, else: .noJuiceBar)
        juices.get("/juice/menu", JuiceController.menu)
        juices.get("/juice/fruits", JuiceController.fruits)
        juices.post("/juice/orders", JuiceController.sell)
        routes.to(stock, else: .noJuiceBar).put("/juice/fruits", StockController.restock)
    }
}
