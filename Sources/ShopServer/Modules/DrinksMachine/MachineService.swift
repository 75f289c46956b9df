import Domain
import Foundation
import Platform
import Storage

/// Reads the drinks machine's state in the store and performs its operations.
struct MachineService: Sendable {
    let store: any Store
    let files: LiveResource<Assortment>
    /// Signalled for each sale after it is committed; `nil` if sales are not announced.
    let announcements: WakeUpSignal?
    let days: ShopDays
    private let reads = SharedWork<String, [StoredBatch]>()
    private let lists = LatestValueCache<DrinksSource, [Drink]>()

    init(
        store: any Store, files: LiveResource<Assortment>, announcements: WakeUpSignal? = nil, days: ShopDays
    ) {
        self.store = store
        self.files = files
        self.announcements = announcements
        self.days = days
    }

    /// The current content of the machine's file.
    var assortment: Assortment { files.value }

    /// Returns the drinks in the machine. Drinks that were never stored start with the opening stock of their offers.
    func drinks(_ list: DrinkList = .all) async throws -> [Drink] {
        let day = try days.today()
        let (assortment, version) = files.version
        let kept = try await batches(of: assortment, on: day)
        return try lists.product(of: DrinksSource(list: list, day: day, version: version, kept: kept)) {
            assortment.drinks(list, in: try assortment.storedMachine(kept), on: day)
        }
    }

    func machine(of session: UUID) async throws -> DrinksMachine {
        let (assortment, day) = (assortment, try days.today())
        let kept = try await batches(of: assortment, on: day)
        let (stored, purchases) = try await store.read { reader in
            let purchases = try reader.purchases(of: session, limit: DrinksMachine.maxPurchases)
            return (try reader.machineSession(session), purchases)
        }
        let machine = try assortment.storedMachine(kept, balance: stored.balance)
        return DrinksMachine(
            balance: stored.balance, affordable: assortment.affordable(in: machine, on: day),
            purchases: purchases.reversed().map { $0.named(by: assortment) }, purchaseCount: stored.purchases)
    }

    func history() async throws -> DrinksHistory {
        let assortment = assortment
        return try await store.read { reader in
            let totals = try reader.purchaseTotals()
            return DrinksHistory(
                totals: DrinkKind.allCases.compactMap { kind in totals.first { $0.kind == kind } },
                purchases: try reader.purchases(of: nil, limit: DrinksHistory.maxPurchases)
                    .map { $0.named(by: assortment) })
        }
    }

    /// Performs the action under the idempotency key. Throws the errors of `MachineOperation` and of the store.
    func operate(
        _ action: MachineOperation.Action, under key: IdempotencyKey
    ) async throws -> KeyedAnswer<MachineAnswer> {
        let operation = MachineOperation(
            action: action, assortment: assortment, day: try days.today(), time: days.clock(),
            isAnnounced: announcements != nil)
        let answer = try await store.transaction { try operation.run(under: key, in: $0) }
        if case .sold = answer.answer, answer.isNew { announcements?.signal() }
        return answer
    }

    private func batches(of assortment: Assortment, on day: Day) async throws -> [StoredBatch] {
        let kept = try await reads.value(of: "batches") { try await store.read { try $0.batches() } }
        guard !assortment.missing(in: kept).isEmpty else { return kept }
        return try await store.transaction { try $0.openedBatches(of: assortment, on: day) }
    }
}

/// The cache key of a list of the machine's drinks.
private struct DrinksSource: Hashable, Sendable {
    let list: DrinkList
    let day: Day
    let version: Int
    let kept: [StoredBatch]
}
