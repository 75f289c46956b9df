import ShopModels

/// A counter of the shop: a list of its own, with keys of its own.
public enum ShopCounter: Hashable, Sendable, CaseIterable {
    /// Side dishes.
    case menu
    /// Juices, and the fruit that they are made of.
    case juice
    /// The drinks machine.
    case drinks
    /// The phone book, which is kept on this device.
    case contacts

    /// The counter where `section` is shown.
    init(of section: SectionID) {
        if SectionID.juiceBar.contains(section) {
            self = .juice
        } else {
            self = SectionID.drinksMachine.contains(section) ? .drinks : .menu
        }
    }

    /// The sections that are looked at together.
    public var sections: [SectionID] {
        switch self {
        case .menu: SectionID.menu
        case .juice: SectionID.juiceBar
        case .drinks: SectionID.drinksMachine
        case .contacts: []
        }
    }

    /// Whether each of its rows takes one line, whatever room there is.
    var isCompact: Bool { self == .juice }

    /// Whether something of its own stands below its list.
    var hasStatusBar: Bool { self == .drinks }
}
