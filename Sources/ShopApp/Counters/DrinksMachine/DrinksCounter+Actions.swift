import Domain
import ShopClient

// What is done at the machine.
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
            return [.lookAsKeeper]
        default: return nil
        }
        return []
    }

    private func askToBuySelected(_ shell: inout ShellContext) {
        guard let drink = shell.list.selected(Drink.self) else { return tellEmptySection(&shell) }
        // One at a time: a key that is held down does not empty the machine.
        if appearance.buying == nil { shell.ask(question(toBuy: drink)) }
    }

    /// What the drink costs, or why it cannot be had.
    private func question(toBuy drink: Drink) -> DrinksQuestion {
        if drink.hasOnlyExpired { return .unavailable(drink: drink.title, .expired) }
        if drink.count == 0 { return .unavailable(drink: drink.title, .soldOut) }
        guard machine != nil else { return .buy(drink, balance: nil) }
        guard drink.price <= balance else {
            return .tooDear(drink: drink.title, missing: Won(drink.price.amount - balance.amount))
        }
        return .buy(drink, balance: balance)
    }

    /// Has `action` done after those before it, under a key of its own, or under that of the same one that nobody answered.
    mutating func perform(_ action: DrinkAction, _ shell: inout ShellContext) -> [DrinksRequest] {
        guard pending.count < DrinksCounter.mostPending else { return [] }
        return append(action, &shell)
    }

    private mutating func append(_ action: DrinkAction, _ shell: inout ShellContext) -> [DrinksRequest] {
        let same = unanswered.flatMap { $0.action == action ? $0 : nil }
        let draft = same ?? DrinkDraft(key: shell.nextRequestKey(), action: action)
        unanswered = nil
        pending.append(draft)
        return pending.count == 1 ? [.send(draft)] : []
    }

    /// Looks at the machine again, where anybody sees it.
    private func look(_ shell: ShellContext) -> [DrinksRequest] {
        guard shell.isShown else { return [] }
        return shell[AdminScreen.self] == nil ? [.look] : [.look, .lookAsKeeper]
    }

    func appear(_ shell: inout ShellContext) -> [DrinksRequest] { look(shell) }
    func lookAgain(_ shell: inout ShellContext) -> [DrinksRequest] { look(shell) }

    func sectionChanged(_ section: Section, isOther: Bool, _ shell: inout ShellContext) -> [DrinksRequest] {
        isOther ? look(shell) : []
    }
}

// What came of it.
extension DrinksCounter {
    mutating func receive(_ event: DrinksEvent, _ shell: inout ShellContext) -> [DrinksRequest] {
        switch event {
        case .reported(let report): return take(report, &shell)
        case .machine(.success(let machine)): (self.machine, failure) = (machine, nil)
        case .machine(.failure(let failure)): self.failure = failure
        case .admin(let result, let zone):
            shell[AdminScreen.self]?.take(result, zone: zone)
            if shell[AdminScreen.self] != nil, case .success(let content) = result {
                shell[Stepper.self]?.rebase(on: content.drinks)
            }
        }
        return []
    }

    /// An action is done, or is not; the next one follows.
    private mutating func take(_ report: DrinkReport, _ shell: inout ShellContext) -> [DrinksRequest] {
        guard pending.first?.key == report.draft.key else { return [] }
        pending.removeFirst()
        if case .unanswered = report.outcome {
            // What was to follow was meant for a machine that answers.
            (pending, unanswered) = ([], report.draft)
        }
        takeOver(report.outcome)
        guard !leaves(with: report, &shell) else { return [] }
        shell.refresh()
        tell(report, &shell)
        return (pending.first.map { [.send($0)] } ?? []) + look(shell)
    }

    /// What the answer says already is shown at once.
    private mutating func takeOver(_ outcome: DrinkOutcome) {
        switch outcome {
        case .inserted(let balance?): machine = machine?.with(balance: balance)
        case .bought(let sold?): machine = machine?.with(sold)
        case .returned: machine = machine?.with(balance: Won(0))
        default: break
        }
    }

    private func tell(_ report: DrinkReport, _ shell: inout ShellContext) {
        switch (report.outcome, report.draft.action) {
        // The balance tells it, and is always in sight.
        case (.inserted, _): break
        case (.tooDear(let missing), .buy(_, let name, _)) where shell.isInFront:
            shell.ask(DrinksQuestion.tooDear(drink: name, missing: missing))
        case (.unavailable(let reason), .buy(_, let name, _)) where shell.isInFront:
            shell.ask(DrinksQuestion.unavailable(drink: name, reason))
        case (_, .restock): tellRestock(report, &shell)
        default: shell.queue(.drink(report))
        }
    }

    /// The stock is changed, or is not. Where the editor that asked for it is still open, it tells what to do.
    private func tellRestock(_ report: DrinkReport, _ shell: inout ShellContext) {
        guard shell[Stepper.self]?.isSending == true else { return shell.queue(.drink(report)) }
        guard report.outcome == .kept else {
            shell[Stepper.self]?.fail(report.outcome)
            return
        }
        shell.close(Stepper.self)
        shell.queue(.drink(report))
    }
}

// Leaving.
extension DrinksCounter {
    /// Who leaves the machine takes the change along: with money in it, it is asked whether that is meant.
    func leave(_ shell: inout ShellContext) -> [DrinksRequest]? {
        guard balance > Won(0) else { return nil }
        shell.ask(DrinksQuestion.leave(balance: balance))
        return []
    }

    mutating func takeChangeAndLeave(_ shell: inout ShellContext) -> [DrinksRequest] {
        isLeaving = true
        // Behind everything else, however much waits: what is paid meanwhile is given back as well.
        return pending.last?.action == .returnChange ? [] : append(.returnChange, &shell)
    }

    /// Lets a guest go who is leaving, or asks what is to become of the money. Says whether somebody is leaving.
    private mutating func leaves(with report: DrinkReport, _ shell: inout ShellContext) -> Bool {
        guard isLeaving, pending.isEmpty else { return false }
        if case .returned = report.outcome, report.draft.action == .returnChange {
            shell.quit()
            return true
        }
        isLeaving = false
        shell.ask(DrinksQuestion.leaveBalance(balance))
        return true
    }
}
