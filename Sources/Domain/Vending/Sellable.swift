import Foundation

/// A beverage of a concrete class, which can be sold.
public protocol Sellable: Beverage {
    /// The class name that is encoded with the beverage.
    static var drinkClass: DrinkClass { get }
    /// The properties specific to the beverage's class, as a value.
    var traits: DrinkTraits { get }
}

extension Sellable {
    public var product: Product { Product(Self.drinkClass, label) }
    public var kind: DrinkKind { Self.drinkClass.kind }
}

extension DrinkClass {
    /// The Swift class for this name. Decoding through it restores the class that was encoded, whatever the static type
    /// of the beverage was.
    public var beverage: any Sellable.Type {
        switch self {
        case .strawberryMilk: StrawberryMilk.self
        case .chocolateMilk: ChocolateMilk.self
        case .bananaMilk: BananaMilk.self
        case .cola: Cola.self
        case .cider: Cider.self
        case .fanta: Fanta.self
        case .top: Top.self
        case .cantata: Cantata.self
        case .georgia: Georgia.self
        }
    }

    public var kind: DrinkKind {
        switch beverage {
        case is Milk.Type: .milk
        case is Soda.Type: .soda
        default: .coffee
        }
    }
}
