import Domain
import Foundation
import ShopClient

// Actions.
extension DrinksCounter {
    mutating func handle(_ command: Command, _ shell: inout ShellContext) -> [DrinksRequest]? {
        if let note = command.note { return perform(.insert(note), &shell) }
        switch command {
        case .buy: askToBuySelected(&shell)
        case .returnChange:
            if machine == nil || balance > Won(0) { return perform(.returnChange, &shell) }
            shell.show(.noChange)
        case .openAdmin:
            shell[AdminScreen.self] = AdminScreen()
            return [.fetchOverview]
        default: return nil
        }
        return []
    }

    private func askToBuySelected(_ shell: inout ShellContext) {
        guard let drink = shell.list.selected(Drink.self) else { return showEmptySection(&shell) }
        // One purchase at a time: a key that is held down must not empty the machine. Nothing is sold to whoever is leaving:
        // the question about the balance would take the place of the one about the drink.
        if appearance.buying == nil, !isLeaving { shell.ask(question(toBuy: drink)) }
    }

    /// Returns the question whether to buy the drink, or the reason why it cannot be bought.
    private func question(toBuy drink: Drink) -> DrinksQuestion {
        if drink.hasOnlyExpired { return .unavailable(drink: drink.title, .expired) }
        if drink.count == 0 { return .unavailable(drink: drink.title, .soldOut) }
        guard machine != nil else { return .buy(drink, balance: nil) }
        guard drink.price <= balance else {
            return .insufficientBalance(drink: drink.title, missing: Won(drink.price.amount - balance.amount))
        }
        return .buy(drink, balance: balance)
    }

    /// Queues `action` behind the pending ones. Uses a new request key, or that of the same action if it got no answer
    /// shortly before. Does nothing unless the counter `takesActions`.
    mutating func perform(_ action: DrinkAction, _ shell: inout ShellContext) -> [DrinksRequest] {
        takesActions ? append(action, &shell) : []
    }

    private mutating func append(_ action: DrinkAction, _ shell: inout ShellContext) -> [DrinksRequest] {
        let same = unanswered.take(at: shell.now) { $0.action == action }
        let draft = same ?? DrinkDraft(key: shell.nextRequestKey(), action: action)
        // The answer to the earlier request would be an amount without this money.
        if action.costsMoney { unanswered.removeAll { $0.action == .returnChange } }
        pending.append(draft)
        return pending.count == 1 ? [.send(draft)] : []
    }

    /// Requests the state of the machine again if the counter is visible. Otherwise the answer to an earlier request is
    /// outdated.
    mutating func fetchMachine(_ shell: ShellContext) -> [DrinksRequest] {
        isFetchOutdated = !shell.isShown
        guard shell.isShown else { return [] }
        return shell[AdminScreen.self] == nil ? [.fetchMachine] : [.fetchMachine, .fetchOverview]
    }

    mutating func notice(_ occasion: Occasion, _ shell: inout ShellContext) -> [DrinksRequest] {
        switch occasion {
        case .appeared, .contentsOutdated, .sectionChanged(_, wasKnown: true): fetchMachine(shell)
        case .connected, .sectionChanged, .settled, .shopChanged, .shopArranged, .itemsChanged: []
        }
    }
}

// Events.
extension DrinksCounter {
    mutating func receive(_ event: DrinksEvent, _ shell: inout ShellContext) -> [DrinksRequest] {
        switch event {
        case .reported(let report): return finish(report, &shell)
        case .machine(.success) where isFetchOutdated:
            isFetchOutdated = false
            return [.fetchMachine]
        case .machine(.success(let machine)): adopt(machine)
        case .machine(.failure(let failure)): self.failure = failure
        case .admin(let result, let zone):
            shell[AdminScreen.self]?.receive(result, zone: zone)
            if shell[AdminScreen.self] != nil, case .success(let content) = result {
                shell[Stepper.self]?.rebase(on: content.drinks)
            }
        }
        return []
    }

    /// Handles the result of an action and sends the next one.
    private mutating func finish(_ report: DrinkReport, _ shell: inout ShellContext) -> [DrinksRequest] {
        guard pending.first?.key == report.draft.key else { return [] }
        pending.removeFirst()
        let reports = [report] + dropPending(after: report, at: shell.now)
        end(report, at: shell.now)
        adopt(report.outcome)
        if case (.bought, .buy(_, let name, let price?)) = (report.outcome, report.draft.action) {
            receipt.append(ReceiptEntry(lines: [.init(title: name, quantity: 1, total: price)]))
        }
        guard !leaves(with: report, &shell) else { return [] }
        shell.refresh()
        var told: Set<[String]> = []
        for report in reports where told.insert(shell.words.drinks.report(report)).inserted { show(report, &shell) }
        return (pending.first.map { [.send($0)] } ?? []) + fetchMachine(shell)
    }

    /// Drops the actions behind one that was not answered, because they assumed that the machine answers. Returns their
    /// reports.
    private mutating func dropPending(after report: DrinkReport, at now: Date) -> [DrinkReport] {
        guard case .unanswered = report.outcome else { return [] }
        let dropped = pending.map { DrinkReport(draft: $0, outcome: report.outcome) }
        pending = []
        // The first of each action: it is the one that may have been sent.
        for draft in [report.draft] + dropped.map(\.draft)
        where !unanswered.contains(where: { $0.action == draft.action }) {
            unanswered.keep(draft, at: now)
        }
        return dropped
    }

    /// Forgets an action that was answered, and the unanswered ones that would have another result after that, so that they
    /// get a new key.
    private mutating func end(_ report: DrinkReport, at now: Date) {
        switch report.outcome {
        case .unanswered: return
        case .refused(let status): unanswered.end(report.draft, refusedWith: status, at: now)
        // The money that was inserted before is returned as well, and what was bought with it is known by the balance.
        case .returned: unanswered.removeAll { _ in true }
        default: unanswered.end(report.draft, at: now)
        }
        if report.outcome.isDone { unanswered.removeAll { !$0.action.costsMoney } }
    }

    /// Adopts what was fetched. While money is on its way, the machine may or may not have counted it, so the balance
    /// is what it was; the result of the insertion has the new one, and the machine is fetched again then.
    private mutating func adopt(_ fetched: DrinksMachine) {
        failure = nil
        machine = isInserting ? machine.map { fetched.with(balance: $0.balance) } : fetched
    }

    private var isInserting: Bool {
        pending.contains { if case .insert = $0.action { true } else { false } }
    }

    /// Applies the outcome's balance and purchase at once.
    private mutating func adopt(_ outcome: DrinkOutcome) {
        switch outcome {
        case .inserted(let balance?): machine = machine?.with(balance: balance)
        case .bought(let sold?): machine = machine?.with(sold)
        case .returned: machine = machine?.with(balance: Won(0))
        default: break
        }
    }

    private func show(_ report: DrinkReport, _ shell: inout ShellContext) {
        switch (report.outcome, report.draft.action) {
        // The balance, which is always visible, shows it.
        case (.inserted, _): shell.drop(.change)
        case (.insufficientBalance(let missing), .buy(_, let name, _)) where shell.isInFront:
            shell.ask(DrinksQuestion.insufficientBalance(drink: name, missing: missing))
        case (.unavailable(let reason), .buy(_, let name, _)) where shell.isInFront:
            shell.ask(DrinksQuestion.unavailable(drink: name, reason))
        case (_, .restock): showRestock(report, &shell)
        default: shell.queue(.drink(report))
        }
    }

    /// Reports the result of a stock change. If its editor is still open, the editor shows a failure.
    private func showRestock(_ report: DrinkReport, _ shell: inout ShellContext) {
        guard case .restock(let stock, _) = report.draft.action, let stepper = shell[Stepper.self], stepper.isSending,
            stepper.drink.id == stock.id
        else { return shell.queue(.drink(report)) }
        guard report.outcome == .kept else {
            shell[Stepper.self]?.fail(report.outcome)
            return
        }
        shell.close(Stepper.self)
        shell.queue(.drink(report))
    }
}

// Leaving.
extension DrinksCounter: HoldsGuest, GivesReceipt {
    /// Asks a guest who quits with money in the machine whether to take the change. Returns `nil` if there is no money.
    func leave(_ shell: inout ShellContext) -> [DrinksRequest]? {
        guard balance > Won(0) else { return nil }
        shell.ask(DrinksQuestion.leave(balance: balance))
        return []
    }

    mutating func returnChangeAndLeave(_ shell: inout ShellContext) -> [DrinksRequest] {
        isLeaving = true
        // Queue it last, even if the queue is full, so that money still being inserted is returned as well.
        return pending.last?.action == .returnChange ? [] : append(.returnChange, &shell)
    }

    /// Quits once the change was returned, or asks what to do with the money. Returns whether the guest was quitting.
    private mutating func leaves(with report: DrinkReport, _ shell: inout ShellContext) -> Bool {
        guard isLeaving, pending.isEmpty else { return false }
        if case .returned = report.outcome, report.draft.action == .returnChange {
            shell.quit()
            return true
        }
        isLeaving = false
        let failure: FetchFailure? = if case .unanswered(let failure) = report.outcome { failure } else { nil }
        shell.ask(DrinksQuestion.leaveBalance(balance, failure), isYes: false)
        return true
    }
}
