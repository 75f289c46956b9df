import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// What a counter, or a layer of it, may see and change of the shell while it handles something. The shell takes over
/// what was changed.
struct ShellContext {
    /// The counter's own list.
    var list: SectionedList
    /// Who orders at this terminal.
    var guest: Guest
    /// Whether the counter is the one that is shown.
    let isShown: Bool
    /// The size of the whole screen.
    let screen: Size
    /// What the guest reads.
    let words: Words
    /// Whether the terminal can show pictures.
    let showsPictures: Bool
    fileprivate var toasts: ToastQueue
    fileprivate var layers: LayerStack
    fileprivate var keys: RequestKeys
    /// What the shell is to do.
    fileprivate var effects: [Effect] = []
    private let counter: CounterID

    /// For the counter of that number.
    init(_ state: ShopState, _ number: Int) {
        counter = state.all[number].id
        list = state[list: number]
        isShown = number == state.shownNumber
        guest = state.guest
        screen = state.size
        words = state.words
        showsPictures = state.pictures.colors != .none
        toasts = state.toast
        layers = state.layers
        keys = state.requestKeys
    }

    /// Whether the counter's list takes the keys.
    var isInFront: Bool { isShown && layers.isEmpty }

    /// A key that no other request has.
    mutating func nextRequestKey() -> UUID { keys.next() }

    // MARK: - Layers

    /// The highest layer of that kind. A new one is put on top; `nil` takes it away, wherever it lies. A layer that handles
    /// something changes itself, not what this says of it.
    subscript<Kind: Layer>(_ kind: Kind.Type) -> Kind? {
        get { layers[kind] }
        set { layers[kind] = newValue }
    }

    mutating func close(_ kind: (some Layer).Type) { self[kind] = nil }

    /// Closes what lies highest.
    mutating func closeTop() { layers.removeTop() }

    /// Back to the list, whatever lies above it.
    mutating func closeLayers() { layers.removeAll() }

    /// Asks `question` above everything else; Enter answers it with yes if `isYes`.
    mutating func ask<Asked: Question>(_ question: Asked, isYes: Bool = true) {
        self[Dialog<Asked>.self] = Dialog(question, isYes: isYes)
    }

    // MARK: - Toasts

    /// The toast that is shown.
    var toast: Toast? { toasts.current }

    /// Shows `toast` at once, in place of the present one: for keys.
    mutating func show(_ toast: Toast) { effects += toasts.replace(with: toast) }

    /// Shows `toast` after those before it: for results of work.
    mutating func queue(_ toast: Toast) { effects += toasts.queue(toast) }

    /// Rings the terminal's bell.
    mutating func ring() { effects.append(.ring) }

    /// Shows `notification` on the desktop, where the user asked for that.
    mutating func notify(_ notification: Localized<DesktopNotification>) { effects.append(.notify(notification)) }

    // MARK: - Sections, and leaving

    /// Fetches one section anew.
    mutating func refetch(_ section: SectionID) { effects.append(.refetch(section)) }

    /// The counter's sections have changed, which the shop may not tell by itself.
    mutating func refresh() { effects.append(.refresh(counter)) }

    /// Leaves the shop.
    mutating func quit() { effects.append(.quit) }
}

extension ShopState {
    /// Lets the counter of that number handle something. `nil` where it has no use for it.
    mutating func run(
        _ number: Int, _ body: (inout any Counter, inout ShellContext) -> [any CounterRequest]?
    ) -> [Effect]? {
        var shell = ShellContext(self, number)
        let requests = body(&all[number], &shell)
        take(shell, number)
        let counter = all[number].id
        return requests.map { shell.effects + $0.map { .request(AddressedRequest($0, to: counter)) } }
    }

    /// Lets the counter of that kind handle something.
    mutating func run<Kind: Counter>(
        _ kind: Kind.Type, _ body: (inout Kind, inout ShellContext) -> [Kind.Request]
    ) -> [Effect] {
        guard let number = all.firstIndex(where: { $0 is Kind }) else { return [] }
        return run(number) { counter, shell in
            guard var own = counter as? Kind else { return nil }
            defer { counter = own }
            return body(&own, &shell)
        } ?? []
    }

    /// Lets a layer of the shell itself handle something.
    mutating func run(_ body: (inout ShellContext) -> Void) -> [Effect] {
        var shell = ShellContext(self, shownNumber)
        body(&shell)
        take(shell, shownNumber)
        return shell.effects
    }

    private mutating func take(_ shell: ShellContext, _ number: Int) {
        self[list: number] = shell.list
        guest = shell.guest
        toast = shell.toasts
        layers = shell.layers
        requestKeys = shell.keys
    }
}
