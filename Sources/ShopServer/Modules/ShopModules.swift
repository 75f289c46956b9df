/// The modules of this shop, which are listed only here.
enum ShopModules {
    static let all: [any ServerModule.Type] = [
        ShopModule.self, MenuModule.self, OrdersModule.self, JuiceBarModule.self, DrinksMachineModule.self,
        AvatarsModule.self,
    ]
}
