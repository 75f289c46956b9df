import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// Lets the keeper change the price and availability of dishes, and how many are left.
struct DishKeeperController: Sendable {
    let catalog: DishCatalog
    let store: any Store
    let keeper: Keeper

    func show(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return answer(try await store.read { [catalog] in try catalog.keeperDish(hash, in: $0) })
    }

    func setPrice(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked: DishPrice = try await request.body(or: .notADishPrice)
        guard DishPrice.amounts.contains(asked.price.amount) else { throw Refusal.notADishPrice }
        return try await change(hash, asked.title, asked, request) { change, _ in change.price = asked.price }
    }

    func resetPrice(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return try await change(hash, nil, [String: String](), request) { change, _ in change.price = nil }
    }

    func setAvailability(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked: DishAvailability = try await request.body(or: .notAnAvailability)
        return try await change(hash, asked.title, asked, request) { change, _ in change.isSoldOut = asked.isSoldOut }
    }

    func resetAvailability(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return try await change(hash, nil, [String: String](), request) { change, _ in change.isSoldOut = nil }
    }

    func setCount(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked: DishCountChange = try await request.body(or: .notACount)
        guard DishCount.values.contains(asked.count) else { throw Refusal.notACount }
        let today = try catalog.requiredToday()
        return try await change(hash, asked.title, asked, request) { change, dish in
            // The file's own numbers count as applied.
            var count = dish.count(change.count, on: today) ?? DishCount(left: 0, day: today)
            (count.left, count.isKeepers) = (asked.count, true)
            change.count = count
        }
    }

    func resetCount(_ hash: String, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return try await change(hash, nil, [String: String](), request) { change, _ in change.count = nil }
    }

    private func change(
        _ hash: String, _ title: PlainText?, _ asked: some Encodable, _ request: Request,
        _ change: @escaping @Sendable (inout DishChange, Offer) -> Void
    ) async throws -> Response {
        let call = [request.method.rawValue, request.uri.path]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: asked)
        let dish = try await store.transaction { [catalog] transaction in
            try transaction.answerOnce(to: key, at: .now) { try catalog.change(hash, title, in: transaction, change) }
        }
        return answer(dish.answer)
    }

    private func answer(_ dish: KeeperDish) -> Response {
        Response(status: .ok, fields: [.cacheControl: "no-store"], json: dish)
    }
}

extension DishKeeperController {
    typealias Answer = @Sendable (DishKeeperController) -> (String, Request) async throws -> Response

    /// Adds the routes. Without a controller, in a shop without a store, all requests are refused.
    static func addRoutes(of controller: DishKeeperController?, to routes: Routes) {
        func add(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer) {
            routes.add(method, "/dishes/:hash\(path)") { request, context in
                guard let controller else { throw Refusal.noOrders }
                return try await answer(controller)(context.dishHash(), request)
            }
        }
        add(.get, "", DishKeeperController.show)
        add(.put, "/price", DishKeeperController.setPrice)
        add(.delete, "/price", DishKeeperController.resetPrice)
        add(.put, "/availability", DishKeeperController.setAvailability)
        add(.delete, "/availability", DishKeeperController.resetAvailability)
        add(.put, "/count", DishKeeperController.setCount)
        add(.delete, "/count", DishKeeperController.resetCount)
    }
}

/// What was changed of one dish since its file: by the keeper, and how many are left by those who ordered it. A property
/// that is `nil` keeps the value of the menu's file.
struct DishChange: Hashable, Sendable {
    /// The title of the dish: while the menu's file uses the hash for another dish, the changes do not apply. Empty for
    /// changes from before titles were stored, which never apply.
    let title: PlainText
    var price: Won?
    var isSoldOut: Bool?
    /// How many are left of the hash, whatever its title is.
    var count: DishCount?

    /// Whether it has something that is of the dish with its title only.
    var isTitled: Bool { price != nil || isSoldOut != nil }

    var fields: [KeeperDish.Field] {
        (price == nil ? [] : [.price]) + (isSoldOut == nil ? [] : [.soldOut])
            + (count?.isKeepers == true ? [.count] : [])
    }
}

extension DishChange: Codable {
    private enum CodingKeys: CodingKey { case title, price, isSoldOut, count }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decodeIfPresent(PlainText.self, forKey: .title) ?? ""
        price = try values.decodeIfPresent(Won.self, forKey: .price)
        isSoldOut = try values.decodeIfPresent(Bool.self, forKey: .isSoldOut)
        count = try values.decodeIfPresent(DishCount.self, forKey: .count)
    }
}

/// The keeper's changes of all dishes, by hash.
struct DishChanges: Sendable {
    var all: [String: DishChange] = [:]
    /// A new ID after each change, made on whatever server; `nil` before the first one.
    var generation: UUID?

    fileprivate static let table = RecordTable<DishChange>("dish changes")
    fileprivate static let generations = RecordTable<UUID>("dish change generation")
    fileprivate static let generationKey = "latest"
}

extension StoreReader {
    func dishChange(of hash: String) throws -> DishChange? { try DishChanges.table.value(of: hash, in: self) }

    /// Returns the changes of all dishes. Returns `known` without reading them if nothing has changed since.
    func dishChanges(unless known: DishChanges) throws -> DishChanges {
        let generation = try DishChanges.generations.value(of: DishChanges.generationKey, in: self)
        guard generation != known.generation else { return known }
        return DishChanges(all: try dishChanges(), generation: generation)
    }

    /// Returns the changes of all dishes, also those that nobody is shown yet.
    func dishChanges() throws -> [String: DishChange] {
        let all = try DishChanges.table.values(limit: .max, in: self).map { ($0.key, $0.value) }
        return Dictionary(all) { first, _ in first }
    }
}

extension StoreTransaction {
    /// Stores the change. One that nobody is shown leaves what others have read as it is.
    func set(_ change: DishChange, of hash: String, isShown: Bool = true) throws {
        if change.fields.isEmpty, change.count == nil {
            try DishChanges.table.removeValue(of: hash, in: self)
        } else {
            try DishChanges.table.set(change, for: hash, in: self)
        }
        if isShown { try DishChanges.generations.set(UUID(), for: DishChanges.generationKey, in: self) }
    }
}

extension Refusal {
    static let notACount = Refusal(
        status: .badRequest,
        sentence: "The body does not say how many of a dish are left: JSON with title, and count "
            + "from \(DishCount.values.lowerBound) to \(DishCount.values.upperBound).")
    static let notADishPrice = Refusal(
        status: .badRequest,
        sentence: "The body is not the price of a dish: JSON with title, and price "
            + "from \(DishPrice.amounts.lowerBound) to \(DishPrice.amounts.upperBound) won.")
    static let notAnAvailability = Refusal(
        status: .badRequest,
        sentence: "The body does not say whether a dish is sold out: JSON with title, and sold_out, true or false.")

    static func otherDish(_ hash: String, _ title: PlainText, shown: PlainText) -> Refusal {
        Refusal(status: .conflict, sentence: "\(hash) was shown as \(shown), and is \(title) now.")
    }
}
