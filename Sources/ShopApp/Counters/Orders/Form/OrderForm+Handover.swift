import Domain
import Foundation
import TerminalText

// How the guest gets the order, and what the shop asks for that.
extension OrderForm {
    private static let limits: [GuestDetail: Int] = [
        .phone: Handover.maxPhoneLength, .address: Handover.maxAddressLength, .note: Handover.maxNoteLength,
    ]

    /// Returns the fields of the way in which the guest gets the order, `way` if the shop offers it, and of everything that
    /// the shop may ask.
    static func handoverFields(
        at shop: ShopProfile, _ way: Fulfillment?
    ) -> (way: [HandoverField], details: [HandoverField]) {
        let index = way.flatMap { shop.receive.firstIndex(of: $0) } ?? 0
        return (
            [(.receive, .choice(ChoiceField(index, of: shop.receive.count)))],
            GuestDetail.allCases.map { (.detail($0), .text(TextField())) }
        )
    }

    typealias HandoverField = (Stop, Form<Stop, OrderProblem, OrderNotice>.Field)

    /// The way in which the guest gets the order.
    var fulfillment: Fulfillment {
        let index = form.choice(.receive)?.index ?? 0
        return shop.receive.indices.contains(index) ? shop.receive[index] : .pickup
    }

    /// Has the guest get the order in that way, if the shop offers it.
    mutating func choose(_ fulfillment: Fulfillment) {
        guard let index = shop.receive.firstIndex(of: fulfillment) else { return }
        form.choose(index, at: .receive)
        hideWhatIsNotAsked()
        fillIn()
    }

    /// Hides the fields that the shop does not show for the way that is chosen, which keep what was typed, and those of
    /// the cart's lines without a note.
    mutating func hideWhatIsNotAsked() {
        let details = GuestDetail.allCases.filter { !shop.asks(for: $0, when: fulfillment) }.map { Stop.detail($0) }
        let notes = items.map { Stop.lineNote($0.id) }.filter { $0 != focus && form.text($0).value.isEmpty }
        form.hidden = Set(
            details + (shop.receive.count > 1 ? [] : [.receive]) + (isCart ? notes : [])
                + (proposal == nil ? [.proposal] : []))
        for stop in details { form.problems[stop] = nil }
    }

    /// The stop to which Enter leads from a field: the next one that has to be filled in, else the button that orders.
    /// What may stay empty is reached by the keys that go from field to field.
    var stopToGoOn: Stop {
        if focus == .who, !isCart, let quantity = items.first.map({ Stop.quantity($0.id) }) { return quantity }
        if case .lineNote(let item) = focus, isCart { return .quantity(item) }
        let missing = GuestDetail.allCases.first {
            shop.requires($0, when: fulfillment) && form.text(.detail($0)).value.isEmpty && .detail($0) != focus
        }
        return missing.map { .detail($0) } ?? .confirm
    }

    /// Returns what the guest entered in the fields that are shown.
    func handover(at now: Date) -> Handover {
        func text(_ detail: GuestDetail) -> PlainText? {
            guard shop.asks(for: detail, when: fulfillment) else { return nil }
            return Handover.text(form.text(.detail(detail)).text)
        }
        return Handover(
            fulfillment, phone: text(.phone), address: text(.address),
            wantedAt: text(.wantedAt).flatMap { WantedTime.date($0.string, after: now, in: shop.calendar.zone) },
            note: text(.note))
    }

    /// Whether a time for which the order is wanted was entered, and the field was left without a problem.
    var hasWantedTime: Bool {
        let stop = Stop.detail(.wantedAt)
        return focus != stop && !form.text(stop).value.isEmpty && problems[stop] == nil
    }

    /// Returns the problems of the fields that are shown.
    func handoverProblems(at now: Date) -> [Stop: OrderProblem] {
        let shown = GuestDetail.allCases.filter { shop.asks(for: $0, when: fulfillment) }
        let problems = shown.compactMap { detail in problem(of: detail, at: now).map { (Stop.detail(detail), $0) } }
        return Dictionary(uniqueKeysWithValues: problems)
    }

    /// Returns the problem of a detail as it is typed; a missing one is a problem only where the shop needs it.
    private func problem(of detail: GuestDetail, at now: Date) -> OrderProblem? {
        let text = form.text(.detail(detail)).value.string
        guard !text.isEmpty else { return shop.requires(detail, when: fulfillment) ? .missing(detail) : nil }
        if let problem = OrderForm.problem(ofLength: text, limit: OrderForm.limits[detail]) { return problem }
        switch detail {
        case .phone: return Handover.isPhoneNumber(text) ? nil : .invalidPhone
        case .wantedAt: return WantedTime.date(text, after: now, in: shop.calendar.zone) == nil ? .invalidTime : nil
        case .address, .note: return nil
        }
    }

    private static func problem(ofLength text: String, limit: Int?) -> OrderProblem? {
        let excess = limit.map { text.count - $0 } ?? 0
        return excess > 0 ? .tooLong(by: excess) : nil
    }

    /// Shows the problem of what was typed in the field that is left, or that it has none any more.
    mutating func checkFocusedField(at now: Date) {
        let isEmpty = form.text(focus).value.isEmpty
        switch focus {
        case .detail(let detail) where !isEmpty: form.problems[focus] = problem(of: detail, at: now)
        case .lineNote where !isEmpty: form.problems[focus] = noteProblem(at: focus)
        // What the shop said of a line stays until its quantity is changed.
        case .quantity(let item) where form.quantity(focus)?.value == nil && !soldOut.contains(item):
            form.problems[focus] = .quantity
        case .detail, .lineNote, .who, .receive, .proposal, .quantity, .confirm, .cancel: break
        }
    }
}

// What the guest writes about an item.
extension OrderForm {
    /// Returns the note of `item`; `nil` if it is empty.
    func note(of item: SaleItem) -> PlainText? { Handover.text(form.text(.lineNote(item.id)).text) }

    func noteProblem(of item: SaleItem) -> OrderProblem? { noteProblem(at: .lineNote(item.id)) }

    private func noteProblem(at stop: Stop) -> OrderProblem? {
        OrderForm.problem(ofLength: form.text(stop).value.string, limit: Handover.maxNoteLength)
    }

    /// Whether the form shows a field for the note of `item`.
    func showsNote(of item: SaleItem) -> Bool { !form.hidden.contains(.lineNote(item.id)) }

    /// Shows the field for the note of the cart's line that has the focus, and moves there.
    mutating func openNote() {
        guard case .quantity(let item) = focus else { return }
        form.focus(on: .lineNote(item))
    }
}
