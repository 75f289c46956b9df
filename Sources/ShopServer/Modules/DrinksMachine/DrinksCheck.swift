import Domain
import Foundation

extension DrinksMachineModule {
    static func check(_ check: inout ResourceCheck) {
        guard check.exists("drinks"),
            let drinks = check.items(in: "drinks/drinks.json", { try DrinkOffer.offers(in: $0) })
        else { return }
        var (ids, products): (Set<DrinkID>, Set<Product>) = ([], [])
        for (offer, node) in drinks.all {
            check.expectPicture(offer.image, at: node["image"], in: drinks.file)
            if !ids.insert(offer.id).inserted {
                check.tell(.problem, .sameID(offer.id.name), in: drinks.file, at: node["id"])
            } else if !products.insert(offer.product).inserted {
                check.tell(.problem, .sameProduct(offer), in: drinks.file, at: node["name"])
            }
        }
    }
}

extension FindingText {
    fileprivate static func sameProduct(_ offer: DrinkOffer) -> FindingText {
        let label = offer.product.label
        return FindingText(
            korean: "같은 음료가 다른 id로 이미 있습니다: \(label.brand) \(label.name)",
            english: "The same drink is there already under another id: \(label.brand) \(label.name)")
    }
}
