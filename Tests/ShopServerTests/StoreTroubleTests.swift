import Domain
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import Storage
import TerminalText
import TestSupport
import Testing

@testable import ShopServer

/// A store that fails: guests receive a message, load balancers detect it through `/ready`, and the operator is
/// notified once.
@Suite(.timeLimit(.minutes(5))) struct StoreTroubleTests {
    @Test func aShopWhoseStoreIsGoneSaysSoAndGoesOnOnceItIsBack() async throws {
        let told = Told()
        try await withOrderingShop(onProblem: { told.take($0) }) { shop in
            #expect(try await shop.place(OrderingShop.order()).status == 201)
            #expect(try await ask(shop.url, "ready").status == 200)
            try shop.moveStoreAway()

            let ready = try await ask(shop.url, "ready")
            #expect(ready.status == 503)
            #expect(try ready.sentence().contains("order book is missing"))
            #expect(try ready.word("status") == "ledger_missing")
            for _ in 0..<3 {
                let reply = try await shop.place(OrderingShop.order())
                #expect(reply.status == 503)
                #expect(try reply.sentence().contains("order book is missing"))
                #expect(reply["Retry-After"] == "30")
            }
            #expect(try await ask(shop.url, "woowa/side").status == 200)
            #expect(told.all.count == 1)
            guard case .storeTrouble(let trouble)? = told.all.first else {
                Issue.record("The operator was told something else: \(told.all)")
                return
            }
            #expect(trouble.error == .missing)
            #expect(trouble.location == shop.storePath)

            try shop.moveStoreBack()
            await told.wait(for: 2)
            #expect(told.all.last == .storeIsBack)
            #expect(try await ask(shop.url, "ready").status == 200)
            #expect(try await shop.place(OrderingShop.order()).status == 201)
            #expect(try await shop.kept.count == 2)
            #expect(told.all.count == 2)
        }
    }

    @Test func whoAsksForTheHealthOfAStoreThatIsStuckDoesNotWaitForIt() async throws {
        try await withOrderingShop { shop in
            let (gate, (begun, beginning)) = (DispatchSemaphore(value: 0), AsyncStream.makeStream(of: Void.self))
            let stuck = Task {
                try await shop.store.transaction { _ in
                    beginning.yield()
                    gate.wait()
                }
            }
            for await _ in begun { break }
            let ready = try await ask(shop.url, "ready")
            #expect(ready.status == 503)
            #expect(try ready.word("status") == "overloaded")
            #expect(ready["Retry-After"] == "1")
            let metrics = try await ask(
                shop.url, "metrics", fields: ["Authorization": "Bearer \(OrderingShop.token)"])
            #expect(String(decoding: metrics.body, as: UTF8.self).contains("banchan_store_up 0"))
            gate.signal()
            try await stuck.value
            #expect(try await ask(shop.url, "ready").status == 200)
        }
    }

    @Test func manyWhoAskForTheHealthAtOnceShareAnExamination() async throws {
        let (heard, store) = (NIOLockedValueBox(0), HeldExaminations())
        try await withOrderingShop(
            configure: { configuration in
                configuration.store = store
                configuration.onRequest = { _ in
                    heard.withLockedValue { $0 += 1 }
                    if heard.withLockedValue({ $0 == 20 }) { store.relinquish() }
                }
            },
            { shop in
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<20 { group.addTask { try await ask(shop.url, "ready").status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses == Array(repeating: 200, count: 20))
                // That of the first, and some for those that were heard and had not joined it when it ended. Were it not
                // shared, each would examine.
                #expect(store.examinations < 20)
            })
    }

    @Test func anOrderThatWasRefusedIsMadeOnceUnderItsKey() async throws {
        try await withOrderingShop { shop in
            let key = UUID()
            try shop.moveStoreAway()
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 503)
            try shop.moveStoreBack()
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 201)
            #expect(try await shop.place(OrderingShop.order(), key: key).status == 200)
            #expect(try await shop.kept.count == 1)
        }
    }

    @Test(arguments: [
        (StoreError.overloaded, "Too many orders", "1"), (.busy, "Another program", "5"),
        (.missing, "is missing", "30"), (.replaced, "was replaced", "1"), (.altered, "is damaged", "30"),
        (.logLost, "is damaged", "5"), (.damaged, "is damaged", "30"),
        (.otherVersion, "Another file", "30"),
        (.foreign, "Another file", "30"), (.full, "no room", "30"), (.readOnly, "may not write", "30"),
        (.unreachable, "cannot reach", "5"), (.readOnlyServer, "only be read", "5"),
        (.noConnectionLeft, "cannot reach", "5"), (.statementPooling, "cannot reach", "30"),
        (.noPrivilege, "may not write", "30"), (.tablesChanged, "Somebody changed", "30"),
        (.denied, "cannot reach", "30"), (.noLibrary, "cannot reach", "30"),
        (.unusableAddress, "cannot reach", "30"),
        (.refused(code: "42883"), "cannot write", "30"), (.system(code: 10), "cannot write", "30"),
        (.sqlite(code: 10), "cannot write", "30"),
    ])
    func everyReasonHasASentenceOfItsOwn(_ error: StoreError, _ sentence: String, _ seconds: String) {
        let refusal = error.refusal
        #expect(refusal.status.code == 503)
        #expect(refusal.sentence.contains(sentence))
        #expect(refusal.fields[.retryAfter] == seconds)
    }

    @Test func anotherProgramThatHoldsTheStoreIsNamed() async throws {
        let told = Told()
        try await withOrderingShop(timeout: .milliseconds(50), onProblem: { told.take($0) }) { shop in
            let holder = try Holder(of: shop.storePath)
            await holder.holds()
            let reply = try await shop.place(OrderingShop.order())
            #expect(reply.status == 503)
            #expect(try reply.sentence().contains("Another program"))
            #expect(try await ask(shop.url, "ready").status == 503)
            guard case .storeTrouble(let trouble)? = told.all.first else {
                Issue.record("The operator was told something else: \(told.all)")
                return
            }
            #expect(trouble.error == .busy)
            #expect(trouble.holder?.hasSuffix("(process \(getpid()))") == true)
            await holder.relinquish()
            await told.wait(for: 2)
            #expect(told.all.last == .storeIsBack)
            #expect(try await ask(shop.url, "ready").status == 200)
            #expect(try await shop.place(OrderingShop.order()).status == 201)
            #expect(try await shop.kept.count == 2)
        }
    }
}

extension OrderingShop {
    var storePath: String { directory.appending(component: "shop.sqlite").path }

    func moveStoreAway() throws {
        try FileManager.default.moveItem(atPath: storePath, toPath: storePath + ".away")
    }

    func moveStoreBack() throws {
        try FileManager.default.moveItem(atPath: storePath + ".away", toPath: storePath)
    }
}

extension Reply {
    fileprivate func sentence() throws -> String { try word("error") ?? "" }

    fileprivate func word(_ name: String) throws -> String? {
        try (JSONSerialization.jsonObject(with: body) as? [String: Any])?[name] as? String
    }
}

/// Records the problems reported to the operator.
private final class Told: Sendable {
    private let problems = NIOLockedValueBox<[ShopServerError]>([])
    private let arrivals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (arrivals, continuation) = AsyncStream.makeStream() }

    var all: [ShopServerError] { problems.withLockedValue(\.self) }

    func take(_ problem: ShopServerError) {
        problems.withLockedValue { $0.append(problem) }
        continuation.yield()
    }

    /// Returns once that many problems were reported. The suite's time limit bounds it.
    func wait(for count: Int) async {
        for await _ in arrivals where all.count >= count { return }
    }
}

/// Another user of the database, who holds the write lock while writing an order.
private final class Holder: Sendable {
    private let writing: Task<Void, any Error>
    private let begun: AsyncStream<Void>
    private let gate = DispatchSemaphore(value: 0)

    init(of path: String) throws {
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        self.begun = begun
        let gate = gate
        let store = try SQLiteStore(at: path)
        writing = Task {
            try await store.transaction { transaction in
                _ = try transaction.keep(
                    NewOrder(
                        who: "민수",
                        lines: [
                            OrderLine(
                                item: OrderedItem(.menu, "H0003"), title: "미역국", quantity: 1, unitPrice: Won(7_000))
                        ], day: .ofTests, placedAt: .now, isAnnounced: false))
                beginning.yield()
                gate.wait()
            }
        }
    }

    /// Returns once it holds the write lock.
    func holds() async { for await _ in begun { return } }

    func relinquish() async {
        gate.signal()
        _ = try? await writing.value
    }
}

/// A store whose examinations are counted and wait until they are released.
private final class HeldExaminations: ForwardingStore {
    let store: any Store = InMemoryStore()
    private let count = NIOLockedValueBox(0)
    private let gate: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() { (gate, opening) = AsyncStream.makeStream() }

    var examinations: Int { count.withLockedValue(\.self) }

    func relinquish() { opening.finish() }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value { try await store.read(body) }

    func examine(tries: Bool) async -> StoreTrouble? {
        count.withLockedValue { $0 += 1 }
        for await _ in gate {}
        return await store.examine(tries: tries)
    }
}
