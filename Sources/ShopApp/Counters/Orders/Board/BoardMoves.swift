import Canvas
import Domain
import Foundation
import ShopClient
import TerminalText

/// An order that the keeper moves, while its row is selected: the selection goes with it.
struct FollowedMove: Hashable, Sendable {
    let order: Int
    /// The section that it leaves,
    let section: SectionID
    /// and where it was selected.
    let position: ListPosition
    /// A command that was given while the order was in neither section, to be run once it has arrived.
    private(set) var waiting: WaitingCommand?

    struct WaitingCommand: Hashable, Sendable {
        let command: Command
        let givenAt: Date
    }

    mutating func hold(_ command: Command, at now: Date) { waiting = WaitingCommand(command: command, givenAt: now) }

    /// Returns the command that waited, unless it was given so long ago that nobody expects it any more: while a section
    /// cannot be fetched, an order may take minutes to arrive.
    func due(at now: Date) -> Command? {
        waiting.flatMap { now.timeIntervalSince($0.givenAt) <= FollowedMove.longestWait ? $0.command : nil }
    }

    /// In seconds.
    private static let longestWait = 10.0
}

/// Moves of orders that are sent together.
struct OrderBatch: Hashable, Sendable {
    let moves: [OrderMove]
    let from: OrderState
    let to: OrderState
    /// Whether it takes another one back.
    let isUndo: Bool
}

// The keeper's moves of one order.
extension OrdersCounter {
    mutating func move(_ order: Order, to state: OrderState, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard order.allowedTransitions(for: .keeper).contains(state) else { return [] }
        return move(order, .keeper(from: order.state, to: state, reason: nil), &shell)
    }

    mutating func move(_ order: Order, _ kind: OrderMove.Kind, _ shell: inout ShellContext) -> [OrdersRequest] {
        move(order.id, number: order.number, kind, &shell)
    }

    /// Requests a change of an order; does nothing while another one of the order is pending. Nothing older than what
    /// the keeper does last can be undone.
    mutating func move(
        _ order: Int, number: Int, _ kind: OrderMove.Kind, _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        guard moving[order] == nil else { return [] }
        if kind != .cancel && kind != .print { shell.withdrawUndo() }
        let move = draft(order, number: number, kind, &shell)
        moving[order] = move
        follow(move, shell)
        return [.move(move)]
    }

    /// Returns the change to send; the same one again if nobody knows what became of it.
    private mutating func draft(
        _ order: Int, number: Int, _ kind: OrderMove.Kind, _ shell: inout ShellContext
    ) -> OrderMove {
        // Under its former key it would have no effect after another one.
        unanswered.removeAll { $0.order == order && $0.kind != kind }
        // Whoever prints again after a minute wants another ticket.
        let before = unanswered.take(at: shell.now, after: kind == .print ? 60 : UnansweredDrafts<OrderMove>.patience) {
            $0.order == order
        }
        return before ?? OrderMove(key: shell.nextRequestKey(), order: order, number: number, kind: kind)
    }

    private mutating func end(_ report: OrderMoveReport, at now: Date) {
        switch report.outcome {
        case .unanswered: unanswered.keep(report.draft, at: now)
        case .refused(let status): unanswered.end(report.draft, refusedWith: status, at: now)
        case .moved, .printed, .otherState: unanswered.end(report.draft, at: now)
        }
    }

    mutating func finish(_ report: OrderMoveReport, _ shell: inout ShellContext) {
        moving[report.draft.order] = nil
        end(report, at: shell.now)
        if case .moved(let order?) = report.outcome { shell[OrderPage.self]?.update(order) }
        if !report.isMoved, followed?.order == report.draft.order { followed = nil }
        finish(ReasonForm.self, report, &shell)
        finish(ReductionForm.self, report, &shell)
        let canUndo = offerToUndo(report, &shell)
        shell.queue(.moved(report, canUndo: canUndo, shell.words))
        shell.refresh()
    }

    /// Closes the form that asked for the change; one whose request may succeed later can send it again.
    func finish<Kind: OrderChangeForm>(
        _ kind: Kind.Type, _ report: OrderMoveReport, _ shell: inout ShellContext
    ) {
        guard let form = shell[kind], form.isSending, form.order.id == report.draft.order else { return }
        switch report.outcome {
        case .unanswered: shell[kind]?.form.isSending = false
        case .moved, .printed, .otherState, .refused: shell.close(kind)
        }
    }
}

// The selection on the board.
extension OrdersCounter {
    private mutating func follow(_ move: OrderMove, _ shell: ShellContext) {
        followed = nil
        guard isKeeper, case .keeper(_, _, nil) = move.kind, shell.list.filter == nil,
            shell.list.selected(Order.self)?.id == move.order, let section = shell.list.selectedSection?.id
        else { return }
        followed = FollowedMove(order: move.order, section: section, position: shell.list.cursor.selection)
    }

    /// Whether a moved order has left the selected row and is in no other one yet: the selection is about to go with it.
    func awaitsMovedOrder(on list: SectionedList) -> Bool {
        guard let followed, list.cursor.selection == followed.position else { return false }
        return list.selected(Order.self)?.id != followed.order
    }

    /// Selects a moved order in the section where it is now, and returns the requests of a command that waited for that.
    private mutating func selectMovedOrder(in section: Section, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard let followed, section.id != followed.section else { return [] }
        let orders = section.rows.array(of: Order.self)
        guard let row = orders.firstIndex(where: { $0.id == followed.order }) else { return [] }
        self.followed = nil
        guard shell.list.cursor.selection == followed.position else { return [] }
        shell.list.select(row, of: section.id)
        guard let command = followed.due(at: shell.now) else { return [] }
        // What cannot be moved on is opened by the same key.
        let isEnd = command == .advance && orders[row].state.next == nil
        return handle(isEnd ? .openOrder : command, on: orders[row], &shell) ?? []
    }

    /// Selects a moved order where it is now, and the one that has waited longest when the board is opened, and when the
    /// last order of the selected section has left it.
    mutating func selectOnBoard(after section: Section, _ shell: inout ShellContext) -> [OrdersRequest] {
        let wasFilled = filledSections.remove(section.id) != nil
        if !section.rows.isEmpty { filledSections.insert(section.id) }
        // Who takes back what is over looks at that, and not for work.
        let isLeft = wasFilled && showsAges(of: section.id) && section.id == shell.list.selectedSection?.id
        defer { selectFirstOnBoard(isLeft: isLeft, &shell) }
        return selectMovedOrder(in: section, &shell)
    }

    private mutating func selectFirstOnBoard(isLeft: Bool, _ shell: inout ShellContext) {
        guard isOpening || isLeft && followed == nil, shell.list.filter == nil,
            let selected = shell.list.selectedSection
        else { return }
        let before = shell.list.sections.prefix { $0.rows.isEmpty && $0.confirmedAt != nil }
        if selected.rows.isEmpty, before.count < shell.list.sections.count,
            !shell.list.sections[before.count].rows.isEmpty
        {
            shell.list.select(ListPosition(section: before.count, row: 0))
        }
        isOpening = isOpening && shell.list.selectedSection?.rows.isEmpty != false
    }
}

// The keeper's moves of all orders of a state.
extension OrdersCounter {
    /// Asks whether all orders of the selected section, or of those that a search has found, are moved on.
    func askToMoveAll(_ shell: inout ShellContext) {
        guard batch == nil, let section = shell.list.selectedSection,
            let state = OrderState.allCases.first(where: { $0.board == section.id }), let next = state.next
        else { return }
        let orders = section.rows.array(of: Order.self).filter { $0.allowedTransitions(for: .keeper).contains(next) }
        guard !orders.isEmpty else { return }
        shell.ask(MoveAllQuestion(orders: orders, from: state, to: next), isYes: false)
    }

    /// Requests the moves, but for orders of which a change is pending.
    mutating func moveAll(
        _ orders: [(id: Int, number: Int)], from: OrderState, to: OrderState, isUndo: Bool,
        _ shell: inout ShellContext
    ) -> [OrdersRequest] {
        guard batch == nil else { return [] }
        var moves: [OrderMove] = []
        for order in orders where moving[order.id] == nil {
            moves.append(
                draft(order.id, number: order.number, .keeper(from: from, to: to, reason: nil), &shell))
        }
        guard !moves.isEmpty else { return [] }
        shell.withdrawUndo()
        for move in moves { moving[move.order] = move }
        batch = OrderBatch(moves: moves, from: from, to: to, isUndo: isUndo)
        return [.moveAll(moves)]
    }

    /// Says what became of the moves, and offers to undo those that were made.
    mutating func finish(_ reports: [OrderMoveReport], _ shell: inout ShellContext) {
        guard let batch else { return }
        self.batch = nil
        for move in batch.moves { moving[move.order] = nil }
        for report in reports { end(report, at: shell.now) }
        let moved = reports.filter(\.isMoved).map(\.draft)
        let canUndo = !moved.isEmpty && !batch.isUndo
        if canUndo {
            undoable = .moves(moved.map { ($0.order, $0.number) }, from: batch.to, to: batch.from)
            shell.offerUndo()
        }
        shell.queue(.movedAll(BatchResult(batch, reports), canUndo: canUndo, shell.words))
        shell.refresh()
    }
}

/// How many orders were moved together, how many had changed meanwhile, and how many could not be moved.
struct BatchResult: Hashable, Sendable {
    let state: OrderState
    let moved, changed, failed: Int

    init(_ batch: OrderBatch, _ reports: [OrderMoveReport]) {
        state = batch.to
        moved = reports.count(where: \.isMoved)
        changed = reports.count { if case .otherState = $0.outcome { true } else { false } }
        failed = batch.moves.count - moved - changed
    }
}

extension OrderMoveReport {
    var isMoved: Bool { if case .moved = outcome { true } else { false } }
}

/// Whether all orders of a state are moved to the next one.
struct MoveAllQuestion: Question {
    typealias Owner = OrdersCounter

    let orders: [Order]
    let from: OrderState
    let to: OrderState

    func title(_ words: Words) -> String { words.orders.state(from) }

    func rows(_ words: Words, _ layout: ListLayout) -> [ModalRow] {
        ModalRow.sentence(words.orders.askToMoveAll(orders.count, from: from, to: to), in: layout)
    }

    func answers(_ words: Words) -> [String] { [words.orders.moveAll(orders.count), words.orders.moveNone] }

    func answer(isYes: Bool, _ counter: inout OrdersCounter, _ shell: inout ShellContext) -> [OrdersRequest] {
        guard isYes else { return [] }
        return counter.moveAll(orders.map { ($0.id, $0.number) }, from: from, to: to, isUndo: false, &shell)
    }
}

extension Toast {
    static func movedAll(_ result: BatchResult, canUndo: Bool, _ words: Words) -> Toast {
        Toast(
            .init(isDone: result.changed + result.failed == 0),
            Localized(naming: words) { $0.orders.movedAll(result) + (canUndo ? [$0.undoHint] : []) },
            topic: Topic(name: "orders moved"), isLong: true)
    }
}

extension OrdersTexts {
    func askToMoveAll(_ count: Int, from: OrderState, to: OrderState) -> String {
        say(
            "\(state(from)) \(count.grouped)건을 모두 \(state(to).with(.direction)) 옮길까요?",
            count == 1
                ? "Move the one order that is \(state(from)) to \(state(to))?"
                : "Move all \(count.grouped) orders that are \(state(from)) to \(state(to))?")
    }

    var moveNone: String { say("옮기지 않기", "Move none") }

    func moveAll(_ count: Int) -> String { say("\(count.grouped)건 옮기기", "Move \(self.count(count))") }

    /// What became of orders that were moved together, a sentence for each kind of outcome.
    func movedAll(_ result: BatchResult) -> [String] {
        var sentences: [String] = []
        if result.moved > 0 {
            sentences.append("\(count(result.moved)): \(state(result.state))")
        }
        if result.changed > 0 {
            sentences.append(
                say(
                    "\(result.changed.grouped)건은 그사이 바뀌어 그대로 두었습니다.",
                    "\(count(result.changed)) changed meanwhile: left as is."))
        }
        if result.failed > 0 {
            sentences.append(
                say(
                    "서버가 받지 않아 \(result.failed.grouped)건은 옮기지 못했습니다. 다시 눌러 주세요.",
                    "\(count(result.failed)) could not be moved. Please try again."))
        }
        return sentences
    }
}
