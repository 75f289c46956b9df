import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText

/// The juice bar: juices made to order, and the fruit they are made of.
struct JuiceBarModule: ServerModule {
    private let juices: JuiceController?
    private let stock: StockController?

    static func read(_ resources: URL) throws(ShopServerError) -> JuiceMaker? {
        try JuiceBarFiles.maker(resources: resources)
    }

    init(_ maker: JuiceMaker?, _ context: ServerContext) {
        let resources = context.resources
        let maker = maker.map { LiveResource($0) { _ throws(ShopServerError) in try JuiceBarModule.read(resources) } }
        let bar = context.store.flatMap { store in maker.map { JuiceService(store: store, files: $0) } }
        juices = bar.map { JuiceController(bar: $0) }
        stock = bar.map { StockController(bar: $0, keeper: context.keeper) }
    }

    var sellers: [any ItemSeller] { juices.map { [JuiceSeller(files: $0.bar.files)] } ?? [] }

    static let directories = ["juice"]
    static let printedCounters: [SalesCounter] = [.juice]
    static let descriptions = [FileDescription.fruits, .recipes]

    func reload() { juices?.bar.files.reload() }

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        guard sample.exists("juice") else { return }
        for name in ["juice/fruits.json", "juice/recipes.json"] { try sample.copy(name) }
    }

    var sections: [SectionID] { juices == nil ? [] : SectionID.juiceBar }

    var contents: [SectionID: String] {
        guard let maker = juices?.bar.maker else { return [:] }
        return [
            .juices: EntityTag(of: Response.encode(maker.recipes)).opaque,
            // The opening counts are left out, because they do not affect a bar that is already open.
            .fruits: EntityTag(
                of: Response.encode(maker.fruits.map { [$0.id.name, $0.name.string, $0.nameInEnglish?.string] })
            ).opaque,
        ]
    }

    func addRoutes(to routes: Routes) {
        let juices = routes.to(juices, else: .noJuiceBar)
        juices.getShared("/juice/menu", JuiceController.menu)
        juices.getShared("/juice/fruits", JuiceController.fruits)
        routes.to(stock, else: .noJuiceBar).put("/juice/fruits", StockController.restock)
    }
}

/// The juice bar for guests: its menu and its fruits.
struct JuiceController: Sendable {
    let bar: JuiceService

    func menu() async throws -> PublicAnswer {
        let stock = try await bar.stock()
        return .lasting(EncodedContent(json: Response.encode(bar.maker.juices(from: stock))))
    }

    func fruits() async throws -> PublicAnswer {
        let stock = try await bar.stock()
        return .lasting(EncodedContent(json: Response.encode(bar.maker.fruits(in: stock))))
    }
}

/// Lets the keeper set the stock of fruits.
struct StockController: Sendable {
    let bar: JuiceService
    let keeper: Keeper

    /// Responds to `PUT /juice/fruits`.
    func restock(_ request: Request) async throws -> Response {
        try keeper.admit(request)
        let id = try request.idempotencyKey()
        guard let seen = request.headers[.ifMatch] else { throw Refusal.noSeenStock }
        let counts: [FruitID: Int] = try await request.body(or: .notAStock)
        let key = IdempotencyKey(id, call: ["PUT juice/fruits"], of: counts)
        let stock = try await bar.restock(counts, under: key) { [maker = bar.maker] stock in
            // A weak comparison suffices, because equal tags here mean equal lists.
            EntityTag(of: Response.encode(maker.fruits(in: stock))).isNamed(in: seen)
        }
        return Response(list: bar.maker.fruits(in: stock))
    }
}

extension Refusal {
    static let noJuiceBar = Refusal(status: .serviceUnavailable, sentence: "This shop has no juice bar.")
    static let notAStock = Refusal(
        status: .badRequest, sentence: "The body is not a stock: JSON with a whole number for each fruit.")
    static let noSeenStock = Refusal(
        status: .preconditionRequired, sentence: "If-Match has to say which list of fruits was seen.")
}

extension StockError: RefusingError {
    /// The reason why the stock cannot be set. Does not repeat what was sent, because that may be anything.
    var refusal: Refusal {
        switch self {
        case .unknownFruit:
            Refusal(status: .badRequest, sentence: "The bar does not work with one of these fruits.")
        case .noSuchCount:
            Refusal(
                status: .badRequest,
                sentence:
                    "There are from \(FruitStock.counts.lowerBound) to \(FruitStock.counts.upperBound) of each fruit.")
        }
    }
}

extension StockChanged: RefusingError {
    var refusal: Refusal {
        Refusal(status: .preconditionFailed, sentence: "The stock has changed since that list was seen.")
    }
}

/// Reads the juice bar's files in the resources.
enum JuiceBarFiles {
    /// Reads `juice/fruits.json` and `juice/recipes.json` below `resources`. Returns `nil` if there is no such
    /// directory, in which case the shop has no juice bar.
    static func maker(resources: URL) throws(ShopServerError) -> JuiceMaker? {
        let directory = resources.appending(component: "juice", directoryHint: .isDirectory)
        guard FileManager.default.fileExists(atPath: directory.path(percentEncoded: false)) else { return nil }
        let fruits = path("fruits.json", in: directory)
        let recipes = path("recipes.json", in: directory)
        let (kinds, book): ([FruitStock], [Recipe]) = (
            try ResourceFile.list(in: fruits), try ResourceFile.list(in: recipes)
        )
        do throws(JuiceMakerError) {
            return try JuiceMaker(fruits: kinds, recipes: book)
        } catch {
            throw .unreadableJuiceBar(error, fruits: fruits, recipes: recipes)
        }
    }

    private static func path(_ name: String, in directory: URL) -> String {
        directory.appending(component: name, directoryHint: .notDirectory).path(percentEncoded: false)
    }
}

extension ShopServerError {
    /// Returns an error that names the invalid file and key.
    fileprivate static func unreadableJuiceBar(_ error: JuiceMakerError, fruits: String, recipes: String) -> Self {
        switch error {
        case .fruit(let item, let fault):
            .unreadableResource(path: fruits, why: .unreadable(item: item, key: fault.rawValue))
        case .recipe(let item, let fault):
            .unreadableResource(path: recipes, why: .unreadable(item: item, key: fault.rawValue))
        }
    }
}
