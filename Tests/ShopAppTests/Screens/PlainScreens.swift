import Canvas
import Domain
import Settings
import ShopClient
import Terminal

@testable import ShopApp

extension ScreenFile {
    private static func plainShop(_ size: Size, _ colors: PictureColors) -> ShopState {
        var settings = Settings()
        settings.plain = true
        return ShopState(
            size: size,
            sections: Fixture.sections + [BarFixture.section(BarFixture.juices), BarFixture.section(BarFixture.fruits)]
                + [OrdersFixture.mine(OrdersFixture.order(12, .received))],
            counters: [MenuCounter(), JuiceCounter(), OrdersCounter(zone: OrdersFixture.zone)],
            connection: .connected, pictureColors: .none, zone: OrdersFixture.zone, settings: settings,
            now: Fixture.noon)
    }

    private static let plainSizes = [(80, 24), (44, 14)].map { Size(width: $0.0, height: $0.1) }

    private static func plain(_ name: String, _ keys: Key...) -> ScreenFile {
        ScreenFile(name, sizes: plainSizes) { size, colors in
            var state = plainShop(size, colors)
            state.press(keys)
            return state
        }
    }

    /// Screens in plain mode, for users of screen readers.
    static let plain = [
        plain("plain"), plain("plain-selection", .down, .down), plain("plain-toast", .enter),
        plain("plain-order", .character("o")), plain("plain-page", .right), plain("plain-orders", .character("3")),
    ]
}
