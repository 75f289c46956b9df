import Domain
import Foundation
import Hummingbird
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// A tip jar: a complete module in one file. It has a list with change events, a keyed write, a table, an error with
/// its own answer, and a background task.
private struct TipJarModule: ServerModule {
    static let section = SectionID(path: "tips/jar")
    static let ofTerminal = SectionID(path: "tips/mine")

    private let jar: TipJar?

    init(_: Void, _ context: ServerContext) { jar = context.store.map { TipJar(store: $0) } }

    let sections = [section]
    let contents = [section: "a label"]
    var sellers: [any ItemSeller] { [CoinSeller()] }
    var terminalSection: TerminalSection? {
        TerminalSection(section: TipJarModule.ofTerminal) { try TipJar.terminals(changedAfter: $1, in: $0) }
    }

    func addRoutes(to routes: Routes) {
        let jar = routes.to(jar, else: .noJar)
        jar.get("/tips/jar", TipJar.list)
        jar.post("/tips/coins", TipJar.take)
        routes.get("/tips/jar/:who") { [jar = self.jar] request, context in
            guard let who = context.text("who"), let tip = try await jar?.tip(of: who) else {
                throw Refusal.unknownPath
            }
            return Response(status: .ok, json: tip)
        }
    }
}

private struct TipJar: Sendable {
    struct Tip: Codable, Hashable {
        let who: String
        let won: Int
    }

    let store: any Store
    private static let tips = RecordTable<Tip>("tips")
    private static let numbers = RecordTable<Int>("tip terminals")

    static func terminals(changedAfter number: Int, in store: any StoreReader) throws -> [UUID: Int] {
        let all = try numbers.values(limit: 100, in: store).compactMap { key, value in
            UUID(uuidString: key).map { ($0, value) }
        }
        return Dictionary(all) { $1 }.filter { $0.value > number }
    }

    func list(_ request: Request) async throws -> Response {
        Response(to: request, list: try await store.read { try TipJar.tips.values(limit: 100, in: $0).map(\.value) })
    }

    func tip(of who: String) async throws -> Tip? { try await store.read { try TipJar.tips.value(of: who, in: $0) } }

    func take(_ request: Request) async throws -> Response {
        let id = try request.idempotencyKey()
        let asked: Tip = try await request.body(or: .noTip)
        let key = IdempotencyKey(id, of: asked)
        let session = request.session
        let tip = try await store.transaction { transaction in
            try transaction.answerOnce(to: key, at: .now) {
                let before = try TipJar.tips.value(of: asked.who, in: transaction)?.won ?? 0
                let tip = Tip(who: asked.who, won: before + asked.won)
                try TipJar.tips.set(tip, for: asked.who, in: transaction)
                guard tip.won <= 1_000 else { throw TooGenerous() }
                try transaction.change([TipJarModule.section])
                if let session {
                    let number = try transaction.addVersion(of: TipJarModule.ofTerminal).sequence
                    try TipJar.numbers.set(number, for: session.uuidString, in: transaction)
                }
                return tip
            }
        }
        return Response(status: tip.isNew ? .created : .ok, json: tip.answer)
    }
}

/// Sells coins for the jar, of which there are three.
private struct CoinSeller: ItemSeller {
    let counter = SalesCounter(rawValue: "tips")
    private static let sold = RecordTable<Int>("coins")

    func quote(_ item: String, in store: any StoreReader) throws -> ItemQuote? {
        guard item == "coin" else { return nil }
        let sold = try CoinSeller.sold.value(of: item, in: store) ?? 0
        return ItemQuote(title: "A coin", unitPrice: Won(500), isSoldOut: sold >= 3)
    }

    func take(_ quantity: Int, of item: String, in store: any StoreTransaction) throws -> TakenStock {
        try CoinSeller.sold.set((CoinSeller.sold.value(of: item, in: store) ?? 0) + quantity, for: item, in: store)
        return [item: quantity]
    }

    func giveBack(_ taken: TakenStock, of item: String, from state: OrderState, in store: any StoreTransaction) throws {
        for (item, quantity) in taken { _ = try take(-quantity, of: item, in: store) }
    }
}

private struct TooGenerous: RefusingError {
    var refusal: Refusal { Refusal(status: .conflict, sentence: "The jar is full.") }
}

extension Refusal {
    fileprivate static let noJar = Refusal(status: .serviceUnavailable, sentence: "This shop has no jar.")
    fileprivate static let noTip = Refusal(status: .badRequest, sentence: "The body is no tip.")
}

/// A module consists of a folder and one line that registers it. Nothing else in the server or the storage refers to
/// it.
@Suite struct AddedModuleTests {
    @Test func aModuleThatIsAddedServesKeepsAndAnnounces() async throws {
        try await withOrderingShop(configure: { $0.modules.append(TipJarModule.self) }) { shop in
            try await shop.settled(7)
            let probe = try await EventProbe(to: shop.url)
            #expect(Set(try await probe.events(7).map(\.event.section)).contains(TipJarModule.section))
            let key = UUID()
            let first = try await shop.tip("지훈", 300, key: key)
            #expect(first.status == 201)
            let event = try await probe.events(8).last
            #expect(event?.event == SectionEvent(section: TipJarModule.section, version: 2))
            let again = try await shop.tip("지훈", 300, key: key)
            #expect(again.status == 200)
            #expect(again.body == first.body)
            #expect(try await shop.tip("지훈", 400, key: key).status == 422)
            #expect(try await shop.tip("서연", 100).status == 201)

            let list = try await ask(shop.url, "tips/jar")
            #expect(
                try list.value([TipJar.Tip].self) == [.init(who: "서연", won: 100), .init(who: "지훈", won: 300)])
            let tag = try #require(list["ETag"])
            #expect(try await ask(shop.url, "tips/jar", fields: ["If-None-Match": tag]).status == 304)
            #expect(try await shop.kept.isEmpty)
        }
    }

    @Test func whatAModuleSellsIsOrderedTogetherWithEverythingElse() async throws {
        try await withOrderingShop(configure: { $0.modules.append(TipJarModule.self) }) { shop in
            let coins = OrderRequest.Line(
                item: OrderedItem(SalesCounter(rawValue: "tips"), "coin"), title: "A coin", quantity: 3,
                unitPrice: Won(500))
            let (order, session) = try await shop.placed([OrderingShop.spinachLine, coins])
            #expect(order.lines.map(\.title) == ["시금치나물", "A coin"])
            let refused = try await shop.order([coins])
            #expect(refused.status == 409)
            #expect(try refused.value(OrderConflict.self).lines.map(\.isSoldOut) == [true])
            #expect(try await shop.cancel(order.id, by: session).status == 200)
            #expect(try await shop.order([coins]).status == 201)
        }
    }

    @Test func aTerminalIsToldOfItsOwnSectionsOfEveryModule() async throws {
        let session = UUID()
        try await withDrinksShop(configure: { $0.modules.append(TipJarModule.self) }) { shop in
            try await shop.settled(10)
            let probe = try await EventProbe(to: shop.url, session: session)
            let greeting = try await probe.events(14).map(\.event.section)
            #expect(greeting.suffix(2) == [.drinksOfSession, TipJarModule.ofTerminal])
            #expect(try await shop.tip("지훈", 300, session: session).status == 201)
            #expect(
                try await probe.events(16).suffix(2).map(\.event.section)
                    == [TipJarModule.section, TipJarModule.ofTerminal])
            // A change for another session causes no event for this one's private section.
            #expect(try await shop.tip("서연", 300, session: UUID()).status == 201)
            _ = try await shop.insert(1_000, session: session)
            #expect(
                try await probe.events(18).suffix(2).map(\.event.section)
                    == [TipJarModule.section, .drinksOfSession])
        }
    }

    @Test func whatAModuleRefusesLeavesNothingAndIsSaidInItsWords() async throws {
        try await withOrderingShop(configure: { $0.modules.append(TipJarModule.self) }) { shop in
            let key = UUID()
            let refused = try await shop.tip("지훈", 1_001, key: key)
            #expect(refused.status == 409)
            #expect(try refused.value([String: String].self) == ["error": "The jar is full."])
            #expect(try await ask(shop.url, "tips/jar/%EC%A7%80%ED%9B%88").status == 404)
            #expect(try await shop.tip("지훈", 1_000, key: UUID()).status == 201)
            #expect(try await ask(shop.url, "tips/jar/%EC%A7%80%ED%9B%88").value(TipJar.Tip.self).won == 1_000)
            let post = try await ask(shop.url, "tips/jar", method: "POST")
            #expect(post.status == 405)
            #expect(post["Allow"] == "GET, HEAD")
            #expect(try await ask(shop.url, "tips/coins")["Allow"] == "POST")
        }
    }

    @Test func aShopWithoutAStoreRefusesWhatNeedsIt() async throws {
        try await withShop(replacing: [:]) { directory in
            var configuration = ShopServer.Configuration(resources: directory)
            configuration.modules.append(TipJarModule.self)
            try await withServer(configuration) { url in
                let reply = try await ask(url, "tips/jar")
                #expect(reply.status == 503)
                #expect(try reply.value([String: String].self) == ["error": "This shop has no jar."])
            }
        }
    }

    /// Words that would reveal knowledge of a module, in any letter case.
    private static let words = [
        "juice", "fruit", "drink", "beverage", "vending", "dish", "avatar", "pokemon", "sprite", "woowa", "menu",
    ]

    @Test func theServersCoreNamesNoModule() throws {
        let core = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/ShopServer", directoryHint: .isDirectory)
        let paths = try #require(FileManager.default.enumerator(atPath: core.path)).compactMap { $0 as? String }
        let files = paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Modules/") }
        #expect(files.count > 20)
        for file in files {
            let text = try String(contentsOf: core.appending(path: file), encoding: .utf8).lowercased()
            for word in AddedModuleTests.words { #expect(!text.contains(word), "\(file) names \(word)") }
        }
    }
}

extension OrderingShop {
    fileprivate func tip(_ who: String, _ won: Int, key: UUID = UUID(), session: UUID? = nil) async throws -> Reply {
        var fields = ["Idempotency-Key": key.uuidString]
        fields["Banchan-Session"] = session?.uuidString
        return try await ask(
            url, "tips/coins", method: "POST", fields: fields,
            body: JSONEncoder().encode(TipJar.Tip(who: who, won: won)))
    }
}
