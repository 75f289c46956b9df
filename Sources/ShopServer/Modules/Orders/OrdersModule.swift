import Storage

/// The orders of all counters: they are taken here, and shown to the shop's keeper.
struct OrdersModule: ServerModule {
    private let guests: OrderController?
    private let orders: OrdersController?

    init(_ context: ServerContext) {
        guests = context.orders.map { OrderController(orders: $0) }
        orders = context.store.map { OrdersController(store: $0, keeper: context.keeper) }
    }

    func addRoutes(to routes: Routes) {
        routes.to(guests, else: .noOrders).post("/orders", OrderController.take)
        routes.to(orders, else: .noOrders).get("/orders", OrdersController.list)
    }
}
