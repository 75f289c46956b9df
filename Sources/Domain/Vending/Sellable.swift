import Foundation

/// A beverage of a class that is sold: all that are not abstract.
public protocol Sellable: Beverage {
    /// The name by which its class is kept and sent with it.
    static var drinkClass: DrinkClass { get }
    /// What only beverages of its class have, as a value.
    var traits: DrinkTraits { get }
}

extension Sellable {
    public var product: Product { Product(Self.drinkClass, label) }
    public var kind: DrinkKind { Self.drinkClass.kind }
}

extension DrinkClass {
    /// Every class by its name: what is read is of the class that was written, whatever it was called through.
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
