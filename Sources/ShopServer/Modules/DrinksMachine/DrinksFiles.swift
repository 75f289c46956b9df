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
