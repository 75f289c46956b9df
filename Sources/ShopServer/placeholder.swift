import Hummingbird

enum ShopServerPlaceholder {}
