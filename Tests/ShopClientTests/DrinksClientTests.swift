import Domain
import Foundation
import ShopClient
import ShopHTTP
import TerminalText
import TestPeers
import TestSupport
import Testing

@Suite struct DrinksClientTests {
    private let session = TerminalSession(directory: nil)

    /// Returns a client of the server at `port`, with the keeper's rights if a token is given.
    private func counter(_ port: UInt16, keeper: Secret? = nil) throws -> DrinksClient {
        let address = try ShopAddress("http://127.0.0.1:\(port)/shop")
        return .http(
            client: HTTPClient(), credentials: Credentials(session: session, keeper: keeper), limits: .patient
        ) { address }
    }

    private func draft(_ action: DrinkAction) -> DrinkDraft { DrinkDraft(key: UUID(), action: action) }

    private func outcome(of action: DrinkAction, _ status: String, _ body: String = "") async throws -> DrinkOutcome {
        let server = try HostileServer { peer, head in
            _ = peer.readWholeBody(of: head)
            peer.answer(status, body: body)
        }
        defer { server.stop() }
        return try await counter(server.port).send(draft(action))
    }

    /// Answers every request with `body`, and returns the requests that `ask` caused. A request that arrives without
    /// its body is dropped, and the client repeats it.
    private func asked(
        _ status: String, _ body: String, keeper: Secret? = nil,
        _ ask: (DrinksClient) async -> Void
    ) async throws -> (heads: [String], bodies: [String]) {
        let whole = Record<(head: String, body: String)>()
        let server = try HostileServer { peer, head in
            let sent = String(decoding: peer.readWholeBody(of: head) ?? Data(), as: UTF8.self)
            guard !sent.isEmpty || head.hasPrefix("GET ") else { return }
            whole.append((head, sent))
            peer.answer(status, body: body)
        }
        defer { server.stop() }
        await ask(try counter(server.port, keeper: keeper))
        return (whole.all.map(\.head), whole.all.map(\.body))
    }

    private static let sold = """
        {"drink": {"id": 4, "drink": "cola", "name": "콜라", "kind": "soda", "image": "", "price": 1500,
        "bought_at": "2026-11-21T12:00:00Z"}, "balance": 500}
        """
    private static let cola = DrinkAction.buy(DrinkID("cola"), name: "콜라")

    @Test func aDrinkIsBoughtOnceWithItsKeyByThisTerminal() async throws {
        let draft = draft(DrinksClientTests.cola)
        let outcome = Record<DrinkOutcome>()
        let (heads, bodies) = try await asked("201 Created", DrinksClientTests.sold, keeper: Secret("sesame")) {
            outcome.append(await $0.send(draft))
        }
        guard case .bought(let sold?) = outcome.all[0] else { return #expect(Bool(false), "\(outcome.all)") }
        #expect(sold.drink.id == 4)
        #expect(sold.drink.kind == .soda)
        #expect(sold.balance == Won(500))
        #expect(bodies == [#"{"id":"cola"}"#])
        let head = heads[0].lowercased()
        #expect(head.hasPrefix("post /shop/drinks/purchases "))
        #expect(head.contains("idempotency-key: \(draft.key.uuidString.lowercased())"))
        #expect(head.contains("banchan-session: \(session.id.uuidString.lowercased())"))
        #expect(!head.contains("authorization"), "a guest's call shows no token")
    }

    @Test func moneyAndChangeGoTheirWay() async throws {
        let outcomes = Record<DrinkOutcome>()
        let (heads, bodies) = try await asked("201 Created", #"{"balance": 6000, "returned": 1000}"#) { counter in
            outcomes.append(await counter.send(draft(.insert(Won(5_000)))))
            outcomes.append(await counter.send(draft(.returnChange)))
        }
        #expect(outcomes.all == [.inserted(balance: Won(6_000)), .returned(Won(1_000))])
        #expect(bodies == [#"{"amount":5000}"#, "{}"])
        #expect(heads[0].hasPrefix("POST /shop/drinks/money "))
        #expect(heads[1].hasPrefix("POST /shop/drinks/change "))
    }

    @Test func theKeepersCallsShowTheToken() async throws {
        let outcomes = Record<DrinkOutcome>()
        let restock = DrinkRestock(id: DrinkID("cola"), count: 9, seen: 2)
        let (heads, bodies) = try await asked("200 OK", #"{"soda": []}"#, keeper: Secret("sesame")) { counter in
            outcomes.append(await counter.send(draft(.restock(restock, name: "콜라"))))
            outcomes.append(await counter.send(draft(.removeExpired(DrinkID("cola"), name: "콜라"))))
            _ = await counter.machine()
            _ = await counter.overview()
        }
        #expect(outcomes.all == [.kept, .kept])
        #expect(bodies.prefix(2) == [#"{"count":9,"id":"cola","seen":2}"#, #"{"id":"cola"}"#])
        #expect(heads.map { $0.contains("Authorization: Bearer sesame") } == [true, true, false, true, true])
        #expect(heads[0].hasPrefix("PUT /shop/drinks/stock "))
        #expect(heads[1].hasPrefix("POST /shop/drinks/removals "))
    }

    @Test func refusalsAreToldApart() async throws {
        let cola = DrinksClientTests.cola
        let dear = #"{"error": "x", "price": 1500, "balance": 1000}"#
        #expect(try await outcome(of: cola, "402 Payment Required", dear) == .insufficientBalance(missing: Won(500)))
        #expect(
            try await outcome(of: cola, "409 Conflict", #"{"error": "x", "reason": "expired"}"#)
                == .unavailable(.expired))
        #expect(try await outcome(of: cola, "409 Conflict", "no") == .unavailable(.soldOut))
        #expect(
            try await outcome(of: cola, "409 Conflict", #"{"error": "x", "price": 1700}"#) == .otherPrice(Won(1_700)))
        #expect(try await outcome(of: .insert(Won(1_000)), "409 Conflict", "no") == .full)
        #expect(try await outcome(of: .returnChange, "409 Conflict") == .refused(status: 409))
        let restock = DrinkAction.restock(DrinkRestock(id: DrinkID("a"), count: 1), name: "a")
        #expect(try await outcome(of: restock, "412 Precondition Failed") == .changedMeanwhile)
        #expect(try await outcome(of: restock, "401 Unauthorized") == .refused(status: 401))
        #expect(try await outcome(of: cola, "429 Slow") == .refused(status: 429))
    }

    @Test(arguments: [408, 500, 502, 503, 504])
    func whatAProxyMaySayAfterTheMachineHasSoldIsNoRefusal(_ status: Int) async throws {
        for action in [DrinksClientTests.cola, .insert(Won(1_000)), .returnChange] {
            #expect(try await outcome(of: action, "\(status) Oh") == .unanswered(.status(status)))
        }
    }

    @Test(arguments: [
        #"{"price": 9223372036854775807, "balance": -9223372036854775808, "error": ""}"#, #"{"price": 1}"#, "[]", "",
        #"{"error": "x", "price": 1, "balance": 2}"#,
    ]) func anAmountThatCannotBeMissingIsNotTold(body: String) async throws {
        #expect(
            try await outcome(of: DrinksClientTests.cola, "402 Payment Required", body)
                == .insufficientBalance(missing: nil))
    }

    @Test func onlyWhatIsToldOfIsDone() async throws {
        let cola = DrinksClientTests.cola
        #expect(try await outcome(of: cola, "200 OK", "<html>welcome</html>") == .unanswered(.status(200)))
        #expect(try await outcome(of: cola, "201 Created") == .bought(nil))
        #expect(try await outcome(of: .returnChange, "200 OK", "<html>") == .unanswered(.status(200)))
        #expect(try await outcome(of: .insert(Won(1_000)), "201 Created", "{}") == .inserted(balance: nil))
        #expect(
            try await outcome(of: .insert(Won(1_000)), "200 OK", #"{"balance": -1}"#) == .unanswered(.status(200)))
    }

    @Test func theMachineIsReadOrItIsSaidWhyNot() async throws {
        func machine(_ status: String, _ body: String) async throws -> Result<DrinksMachine, FetchFailure> {
            let server = try HostileServer { peer, head in peer.answer(status, body: body) }
            defer { server.stop() }
            return try await counter(server.port).machine()
        }
        let body = #"{"balance": 2000, "affordable": ["cola"], "purchases": []}"#
        #expect(
            try await machine("200 OK", body)
                == .success(DrinksMachine(balance: Won(2_000), affordable: [DrinkID("cola")], purchases: [])))
        #expect(try await machine("503 Oh", body) == .failure(.status(503)))
        #expect(try await machine("200 OK", "<html>") == .failure(.body(.notJSON)))
        #expect(try await machine("200 OK", "{}") == .failure(.body(.missing(item: nil, key: "balance"))))
        let flood = String(repeating: "x", count: 2 << 20)
        #expect(try await machine("200 OK", flood) == .failure(.tooLarge(limit: WriteSender.limits.bodyBytes)))
    }

    @Test func anAnswerThatBreaksOffIsAskedForAgainUnderTheSameKey() async throws {
        let server = try HostileServer { peer, head in
            _ = peer.readWholeBody(of: head)
            peer.send("HTTP/1.1 201 Created\r\nContent-Length: 500\r\n\r\n{\"balance\"")
        }
        let draft = draft(.insert(Won(1_000)))
        #expect(try await counter(server.port).send(draft) == .unanswered(.interrupted))
        server.stop()
        let key = "Idempotency-Key: \(draft.key.uuidString.lowercased())"
        #expect(server.requests.all.count == 2)
        #expect(server.requests.all.allSatisfy { $0.contains(key) })
    }

    @Test func aServerThatNeverAnswersIsNotWaitedForForEver() async throws {
        let server = try HostileServer { peer, head in
            _ = peer.readWholeBody(of: head)
            _ = peer.hangsUp(within: 60_000)
        }
        defer { server.stop() }
        let address = try ShopAddress("http://127.0.0.1:\(server.port)")
        let limits = HTTPLimits(bodyBytes: 1_000, idle: .seconds(8), deadline: .milliseconds(200))
        let counter = DrinksClient.http(
            client: HTTPClient(), credentials: Credentials(session: session), limits: limits
        ) {
            address
        }
        #expect(await counter.send(draft(.returnChange)) == .unanswered(.timedOut))
        #expect(await counter.machine() == .failure(.timedOut))
    }

    @Test func aServerThatIsNotThereSaysNothing() async throws {
        try await HostileServer.withoutServer { url in
            let counter = try counter(UInt16(url.port ?? 0))
            #expect(await counter.send(draft(.returnChange)) == .unanswered(.unreachable))
            #expect(await counter.machine() == .failure(.unreachable))
            #expect(await counter.overview() == .failure(.unreachable))
        }
    }
}
