import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Storage

/// The drinks machine: its drinks, each terminal's balance and purchases, and the keeper's operations.
struct DrinksMachineModule: ServerModule {
    private let drinks: DrinksController?
    private let keeper: DrinksKeeperController?

    static func read(_ resources: URL) throws(ShopServerError) -> Assortment? {
        try DrinksFiles.assortment(resources: resources)
    }

    init(_ assortment: Assortment?, _ context: ServerContext) {
        let resources = context.resources
        let files = assortment.map {
            LiveResource($0) { _ throws(ShopServerError) in try DrinksMachineModule.read(resources) }
        }
        let machine = context.store.flatMap { store in
            files.map {
                MachineService(
                    store: store, files: $0, announcements: context.orders?.announcements, days: context.days)
            }
        }
        drinks = machine.map { DrinksController(machine: $0) }
        keeper = machine.map { DrinksKeeperController(machine: $0, keeper: context.keeper) }
    }

    static let directories = ["drinks"]
    static let descriptions = [FileDescription.drinks]

    func reload() { drinks?.machine.files.reload() }

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        guard sample.exists("drinks") else { return }
        let text = try sample.copy("drinks/drinks.json")
        try sample.copyPictures(text.list.map { $0["image"] }, in: text)
    }

    var sections: [SectionID] { drinks == nil ? [] : SectionID.drinksMachine + [.drinkPurchases] }

    var terminalSection: TerminalSection? {
        guard drinks != nil else { return nil }
        return TerminalSection(section: .drinksOfSession) { try $0.machineSessions(changedAfter: $1) }
    }

    var contents: [SectionID: String] { drinks?.machine.contents ?? [:] }

    var timeUntilNewContents: Duration? { drinks?.machine.days.untilTomorrow }

    func addRoutes(to routes: Routes) {
        for kind in DrinkKind.allCases {
            routes.to(drinks, else: .noDrinks).get("/\(kind.section.path)") { drinks in
                { try await drinks.list(kind, $0) }
            }
        }
        let guests = routes.to(drinks, else: .noDrinks)
        guests.get("/drinks/machine", DrinksController.showMachine)
        guests.post("/drinks/money", DrinksController.insertMoney)
        guests.post("/drinks/change", DrinksController.giveChange)
        guests.post("/drinks/purchases", DrinksController.sell)
        let keeperRoutes = routes.to(keeper, else: .noDrinks)
        keeperRoutes.get("/drinks/purchases", DrinksKeeperController.history)
        keeperRoutes.get("/drinks/stock", DrinksKeeperController.stock)
        keeperRoutes.put("/drinks/stock", DrinksKeeperController.restock)
        keeperRoutes.get("/drinks/expired", DrinksKeeperController.expired)
        keeperRoutes.get("/drinks/hot", DrinksKeeperController.hot)
        keeperRoutes.post("/drinks/removals", DrinksKeeperController.removeExpired)
    }
}

/// The drinks machine for guests, each with the balance and purchases of their session.
struct DrinksController: Sendable {
    let machine: MachineService

    /// Responds to `GET /drinks/{milk,soda,coffee}`.
    func list(_ kind: DrinkKind, _ request: Request) async throws -> Response {
        Response(to: request, list: try await machine.drinks().filter { $0.kind == kind })
    }

    func showMachine(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        return Response(to: request, ownList: try await machine.machine(of: session))
    }

    func insertMoney(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let asked = try await request.body(as: DrinkMoneyRequest.self, or: .notMoney)
        return try await machine.answer(.insert(asked.amount, session: session), asked: asked, by: request)
    }

    /// Responds to `POST /drinks/purchases`.
    func sell(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let asked = try await request.body(as: DrinkRequest.self, or: .notADrinkRequest)
        return try await machine.answer(.buy(asked.id, seen: asked.price, session: session), asked: asked, by: request)
    }

    /// Responds to `POST /drinks/change`, whose body is empty or an empty object.
    func giveChange(_ request: Request) async throws -> Response {
        let session = try request.namedSession()
        let body = try await request.wholeBody()
        let asked = body.isEmpty ? [:] : try? JSONDecoder().decode([String: Int].self, from: body)
        guard asked?.isEmpty == true else { throw Refusal.notAChange }
        return try await machine.answer(.giveChange(session: session), asked: [String: String](), by: request)
    }
}

extension MachineService {
    /// Performs the action under the request's idempotency key and returns the response.
    func answer(
        _ action: MachineOperation.Action, asked: some Encodable, by request: Request
    ) async throws -> Response {
        let call = [request.method.rawValue, request.uri.path, request.session?.uuidString ?? ""]
        let key = IdempotencyKey(try request.idempotencyKey(), call: call, of: asked)
        return Response(try await operate(action, under: key))
    }
}

extension Response {
    fileprivate init(_ answer: KeyedAnswer<MachineAnswer>) {
        let made: HTTPResponse.Status = answer.isNew ? .created : .ok
        switch answer.answer {
        case .balance(let balance): self.init(status: made, json: balance)
        case .sold(let drink): self.init(status: made, json: drink)
        case .change(let change): self.init(status: made, json: change)
        // The stock was changed but nothing was created, so the status is never 201.
        case .stock(let stock): self.init(status: .ok, json: stock)
        }
    }
}

struct DrinksKeeperController: Sendable {
    let machine: MachineService
    let keeper: Keeper

    func stock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: DrinksStock(of: try await machine.drinks()))
    }

    func expired(_ request: Request) async throws -> Response { try await list(.expired, request) }

    func hot(_ request: Request) async throws -> Response { try await list(.hot, request) }

    private func list(_ list: DrinkList, _ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await machine.drinks(list))
    }

    func history(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        return Response(to: request, ownList: try await machine.history())
    }

    /// Responds to `PUT /drinks/stock`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: DrinkRestock.self, or: .notARestock)
        return try await machine.answer(.restock(asked), asked: asked, by: request)
    }

    /// Responds to `POST /drinks/removals`.
    func removeExpired(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let asked = try await request.body(as: DrinkRemoval.self, or: .notARemoval)
        return try await machine.answer(.removeExpired(asked.id), asked: asked, by: request)
    }
}

extension Refusal {
    static let noDrinks = Refusal(status: .serviceUnavailable, sentence: "This shop has no drinks machine.")
    static let notMoney = Refusal(status: .badRequest, sentence: "The body is not money: JSON with amount.")
    static let notADrinkRequest = Refusal(
        status: .badRequest, sentence: "The body does not say which drink: JSON with id.")
    static let notAChange = Refusal(status: .badRequest, sentence: "The body is an empty object, or there is none.")
    static let notARestock = Refusal(
        status: .badRequest, sentence: "The body does not say how many of which drink: JSON with id and count.")
    static let notARemoval = Refusal(
        status: .badRequest, sentence: "The body does not say of which drink: JSON with id.")
}

extension MachineError: RefusingError {
    var refusal: Refusal {
        switch self {
        case .unknownDrink: return Refusal(status: .notFound, sentence: "The machine does not sell this drink.")
        case .anotherPrice(let price):
            let sentence = "This drink costs \(price.text) now."
            return Refusal(
                status: .conflict, sentence: sentence, body: DrinkPriceConflict(error: sentence, price: price))
        case .changedMeanwhile:
            return Refusal(status: .preconditionFailed, sentence: "There are not as many any more as were seen.")
        }
    }
}

extension VendingError: RefusingError {
    /// The reason why the machine refuses the operation. Does not repeat what was sent, because that may be anything.
    var refusal: Refusal {
        switch self {
        case .notANote:
            let notes = DrinksMachine.notes.map(\.text).joined(separator: ", ")
            return Refusal(status: .badRequest, sentence: "The machine takes only these notes: \(notes).")
        case .tooMuchMoney:
            return Refusal(
                status: .conflict, sentence: "The machine holds at most \(DrinksMachine.maxBalance.text) of a guest's."
            )
        case .tooLittleMoney(let price, let balance):
            let sentence = "There is too little money in the machine for this drink."
            return Refusal(
                status: HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required"), sentence: sentence,
                body: InsufficientBalance(error: sentence, price: price, balance: balance))
        case .soldOut: return Refusal(unavailable: .soldOut, sentence: "None of this drink is left.")
        case .onlyExpired:
            return Refusal(unavailable: .expired, sentence: "What is left of this drink has expired.")
        case .noSuchCount:
            let counts = Drink.counts
            return Refusal(
                status: .badRequest,
                sentence: "There are from \(counts.lowerBound) to \(counts.upperBound) of each drink.")
        }
    }
}

extension Refusal {
    fileprivate init(unavailable reason: DrinkUnavailable.Reason, sentence: String) {
        self.init(
            status: .conflict, sentence: sentence, body: DrinkUnavailable(error: sentence, reason: reason))
    }
}
