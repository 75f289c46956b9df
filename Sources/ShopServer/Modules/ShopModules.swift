/// What this shop consists of: the one place that lists its modules.
enum ShopModules {
    static let all: [any ServerModule.Type] = [
        MenuModule.self, OrdersModule.self, JuiceBarModule.self, DrinksMachineModule.self, AvatarsModule.self,
    ]
}
