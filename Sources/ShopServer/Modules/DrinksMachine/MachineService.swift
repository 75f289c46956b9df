import Domain
import Foundation
import Storage

/// The drinks machine in the store.
struct MachineService: Sendable {
    let store: any Store
    let files: LiveResource<Assortment>
    /// Signalled for each drink once its sale is kept; `nil` where sales are not announced.
    let announcements: WakeUpSignal?
    /// What time it is where the machine stands.
    let clock: @Sendable () -> Date
    private let keptBatches = SharedRead { try $0.batches() }
    private let lists = LatestValueCache<DrinksSource, [Drink]>()

    init(
        store: any Store, files: LiveResource<Assortment>, announcements: WakeUpSignal? = nil,
        clock: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.files = files
        self.announcements = announcements
        self.clock = clock
    }

    /// What the machine's file says now.
    var assortment: Assortment { files.value }

    /// The day that it is. Throws `Refusal` where the clock cannot be right.
    func today() throws -> Day {
        guard let day = Day(here: clock()) else { throw Refusal.internalFault }
        return day
    }

    /// The drinks in the machine. Those of which nothing was ever kept begin with what their offers open with.
    func drinks(_ list: DrinkList = .all) async throws -> [Drink] {
        let day = try today()
        let (assortment, version) = files.version
        let kept = try await batches(of: assortment, on: day)
        return try lists.product(of: DrinksSource(list: list, day: day, version: version, kept: kept)) {
            assortment.drinks(list, in: try assortment.storedMachine(kept), on: day)
        }
    }

    /// The machine as the session sees it.
    func machine(of session: UUID) async throws -> DrinksMachine {
        let (assortment, day) = (assortment, try today())
        let kept = try await batches(of: assortment, on: day)
        let (stored, purchases) = try await store.read { reader in
            let purchases = try reader.purchases(of: session, limit: DrinksMachine.mostPurchases)
            return (try reader.machineSession(session), purchases)
        }
        let machine = try assortment.storedMachine(kept, balance: stored.balance)
        return DrinksMachine(
            balance: stored.balance, affordable: assortment.affordable(in: machine, on: day),
            purchases: purchases.reversed().map { $0.named(by: assortment) }, purchaseCount: stored.purchases)
    }

    /// What was bought by whatever session.
    func history() async throws -> DrinksHistory {
        let assortment = assortment
        return try await store.read { reader in
            let totals = try reader.purchaseTotals()
            return DrinksHistory(
                totals: DrinkKind.allCases.compactMap { kind in totals.first { $0.kind == kind } },
                purchases: try reader.purchases(of: nil, limit: DrinksHistory.mostPurchases)
                    .map { $0.named(by: assortment) })
        }
    }

    /// Does it under that key. Throws what `MachineOperation` and the store throw.
    func operate(
        _ action: MachineOperation.Action, under key: IdempotencyKey
    ) async throws -> KeyedAnswer<MachineAnswer> {
        let operation = MachineOperation(
            action: action, assortment: assortment, day: try today(), time: clock(),
            isAnnounced: announcements != nil)
        let answer = try await store.transaction { try operation.run(under: key, in: $0) }
        if case .sold = answer.answer, answer.isNew { announcements?.signal() }
        return answer
    }

    private func batches(of assortment: Assortment, on day: Day) async throws -> [StoredBatch] {
        let kept = try await keptBatches.value(in: store)
        guard !assortment.missing(in: kept).isEmpty else { return kept }
        return try await store.transaction { try $0.openedBatches(of: assortment, on: day) }
    }
}

/// What a list of the machine's drinks is made of.
private struct DrinksSource: Hashable, Sendable {
    let list: DrinkList
    let day: Day
    /// Of the assortment.
    let version: Int
    let kept: [StoredBatch]
}
