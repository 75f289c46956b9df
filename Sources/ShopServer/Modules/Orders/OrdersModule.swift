import Storage

/// Everything that was ordered in the shop, as its keeper sees it.
struct OrdersModule: ServerModule {
    private let orders: OrdersController?

    init(_ context: ServerContext) {
        orders = context.store.map { OrdersController(store: $0, keeper: context.keeper) }
    }

    func addRoutes(to routes: Routes) {
        routes.to(orders, else: .noOrders).get("/orders", OrdersController.list)
    }
}
