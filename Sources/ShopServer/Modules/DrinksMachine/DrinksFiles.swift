import Domain
import Foundation

/// Reads the drinks machine's files in the resources.
enum DrinksFiles {
    /// Reads `drinks/drinks.json` below `resources`. Returns `nil` if there is no such directory, in which case the
    /// shop has no drinks machine.
    static func assortment(resources: URL) throws(ShopServerError) -> Assortment? {
        let directory = resources.appending(component: "drinks", directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else { return nil }
        let path = directory.appending(component: "drinks.json", directoryHint: .notDirectory)
            .path(percentEncoded: false)
        let offers = try offers(in: path)
        do throws(AssortmentError) {
            return try Assortment(offers)
        } catch {
            throw .unreadableResource(path: path, why: error.reason)
        }
    }

    private static func offers(in path: String) throws(ShopServerError) -> [DrinkOffer] {
        let content = try ResourceFile.json(of: path)
        do {
            return try DrinkOffer.offers(in: content)
        } catch {
            throw .unreadableResource(
                path: path,
                why: content.isEmpty ? .empty : (error as? DecodingError).map(SectionBodyError.init) ?? .notJSON)
        }
    }
}

extension AssortmentError {
    fileprivate var reason: SectionBodyError {
        switch self {
        case .sameID(let item): .unreadable(item: item, key: "id")
        case .sameProduct(let item): .unreadable(item: item, key: "name")
        }
    }
}

extension DrinksMachineModule {
    static func check(_ check: inout ResourceCheck) {
        guard check.exists("drinks"),
            let drinks = check.items(in: "drinks/drinks.json", .drinks, { try DrinkOffer.offers(in: $0) })
        else { return }
        var (ids, products): (Set<DrinkID>, Set<Product>) = ([], [])
        for (offer, node) in drinks.all {
            check.expectPicture(at: node["image"], in: drinks.file)
            check.expectEnglish(FileDescription.drinks.fields, of: node, in: drinks.file)
            check.expectSaleable(offer, node, in: drinks.file)
            if !ids.insert(offer.id).inserted {
                check.add(.problem, .sameID(offer.id.name), in: drinks.file, at: node["id"])
            } else if !products.insert(offer.product).inserted {
                check.add(.problem, .sameProduct(offer), in: drinks.file, at: node["name"])
            }
        }
    }
}

extension ResourceCheck {
    /// Notes a price that no balance reaches, and a first filling that is more than the keeper can count.
    fileprivate mutating func expectSaleable(_ offer: DrinkOffer, _ node: JSONNode, in file: File) {
        if offer.product.label.price > DrinksMachine.maxBalance { add(.note, .tooDear, in: file, at: node["price"]) }
        let count = offer.opening.reduce(0) { $0 + $1.count }
        if count > Drink.counts.upperBound { add(.note, .tooMany(count), in: file, at: node["opening"]) }
    }
}

extension FindingText {
    fileprivate static let tooDear = FindingText(
        korean: "자판기에는 \(DrinksMachine.maxBalance.text)까지만 넣을 수 있어서 아무도 살 수 없습니다.",
        english: "Nobody can buy this: the machine holds at most \(DrinksMachine.maxBalance.text) of a guest's.")

    fileprivate static func tooMany(_ count: Int) -> FindingText {
        let most = Drink.counts.upperBound
        return FindingText(
            korean: "모두 \(count)개인데, 가게 주인은 \(most)개까지만 적을 수 있습니다.",
            english: "These are \(count) together, and the keeper can set the stock of a drink to at most \(most).")
    }

    fileprivate static func sameProduct(_ offer: DrinkOffer) -> FindingText {
        let label = offer.product.label
        return FindingText(
            korean: "같은 음료가 다른 id로 이미 있습니다: \(label.brand) \(label.name)",
            english: "The same drink is there already under another id: \(label.brand) \(label.name)")
    }
}
