import ShopClient
import ShopModels

/// What goes on at the juice bar beside its lists.
struct JuiceBarState: Hashable, Sendable {
    /// The juice that is being made: one at a time.
    var making: JuiceDraft?
    /// A juice of which nobody knows whether it was made. Asking for it again asks for the same one.
    var unanswered: JuiceDraft?
}

extension ShopState {
    /// What the juices' rows show beside themselves.
    var juiceAppearance: JuiceAppearance { JuiceAppearance(names: menu.fruitNames, making: bar.making?.request.juice) }

    /// The fruits' section as it is known now, wherever it is.
    var fruits: MenuSection? { section(.fruits) }
}
