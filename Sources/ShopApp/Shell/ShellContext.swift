import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// What a counter or a layer may read and change of the shell while it handles something. The shell takes over the
/// changes afterwards.
struct ShellContext {
    /// The counter's own list.
    var list: SectionedList
    /// The guest who orders at this terminal.
    var guest: Guest
    let isShown: Bool
    /// The time of what is handled. Ages on the screen may be older.
    let now: Date
    let screen: Size
    /// The texts in the guest's language.
    let words: Words
    let showsPictures: Bool
    /// The labels of the keys that show counters, for those that have a tab with a key.
    let keysOfTabs: [CounterID: String]
    /// What the lists of all counters offered before.
    let itemsOnSale: ItemsOnSale
    /// Whether the counter is told when an action is over (`Occasion.settled`), which makes each key cost more.
    var followsList: Bool
    fileprivate var toasts: ToastQueue
    fileprivate var layers: LayerStack
    fileprivate var keys: RequestKeys
    fileprivate var undoOwner: CounterID?
    fileprivate var effects: [Effect] = []
    fileprivate var appearance: ShopAppearance?
    /// A command that is handled afterwards, on an item as it is listed then.
    fileprivate var listed: (command: Command, item: SaleItem)?
    fileprivate let counter: CounterID

    init(_ state: ShopState, _ index: Int) {
        counter = state.all[index].id
        list = state[list: index]
        isShown = index == state.shownNumber
        followsList = state.listFollowers.contains(counter)
        guest = state.guest
        now = state.time
        screen = state.size
        words = state.words
        keysOfTabs = state.keysOfTabs
        itemsOnSale = state.itemsOnSale
        showsPictures = state.pictures.colors != .none
        toasts = state.toast
        layers = state.layers
        keys = state.requestKeys
        undoOwner = state.undoOwner
    }

    /// Whether the counter's list receives the keys.
    var isInFront: Bool { isShown && layers.isEmpty }

    /// Returns an idempotency key that no other request has.
    mutating func nextRequestKey() -> UUID { keys.next() }

    // MARK: - Undo

    /// Makes the counter's last change the one that is undone next, instead of any earlier one of any counter.
    mutating func offerUndo() { undoOwner = counter }

    /// Withdraws the offer of any counter, because a change has begun that will be the last one.
    mutating func withdrawUndo() { undoOwner = nil }

    // MARK: - Layers

    /// The highest layer of that type. Setting it when there is none adds a layer on top; setting `nil` removes it,
    /// wherever it lies. A layer that is handling input changes itself, not its copy here.
    subscript<Kind: Layer>(_ kind: Kind.Type) -> Kind? {
        get { layers[kind] }
        set { layers[kind] = newValue }
    }

    mutating func close(_ kind: (some Layer).Type) { self[kind] = nil }

    /// The number of the layer that receives the keys; `nil` if there is none.
    var topLayer: Int? { layers.topNumber }

    /// Closes the layer with that number, if it is still open.
    mutating func close(layer number: Int) { layers.remove(number) }

    mutating func closeLayers() { layers.removeAll() }

    /// Asks `question` in a dialog on top. If `isYes`, "yes" is selected, so that Enter answers with it.
    mutating func ask<Asked: Question>(_ question: Asked, isYes: Bool = true) {
        self[Dialog<Asked>.self] = Dialog(question, isYes: isYes)
    }

    // MARK: - Toasts

    var toast: Toast? { toasts.current }

    /// Shows `toast` at once instead of the current one: for answers to keys.
    mutating func show(_ toast: Toast) { effects += toasts.replace(with: toast) }

    /// Shows `toast` after those already queued: for results of work.
    mutating func queue(_ toast: Toast) { effects += toasts.queue(toast) }

    /// Removes the toasts of `topic`, which are not valid any more.
    mutating func drop(_ topic: Toast.Topic) { effects += toasts.drop(topic) }

    /// Rings the terminal's bell.
    mutating func ring() { effects.append(.ring) }

    /// Shows `notification` on the desktop, if the user enabled that.
    mutating func notify(_ notification: Localized<DesktopNotification>) { effects.append(.notify(notification)) }

    /// Has the counter that sells items handle `command` afterwards on what a list of any counter offers as `item`; on
    /// `item` itself if none does. Another command than one of its keys is the counter's own.
    mutating func handle(_ command: Command, onListed item: SaleItem) { listed = (command, item) }

    // MARK: - Sections, and leaving

    /// Has the shop appear so afterwards, at every counter.
    mutating func arrange(as appearance: ShopAppearance) { self.appearance = appearance }

    /// Fetches a section again.
    mutating func refetch(_ section: SectionID) { effects.append(.refetch(section)) }

    /// Fetches that many rows of a section that its server sends in pages.
    mutating func limitRows(of section: SectionID, to count: Int) { effects.append(.limitRows(section, to: count)) }

    /// Fetches the counter's sections again after a change, unless the server pushes its changes.
    mutating func refresh() { effects.append(.refresh(counter)) }

    /// Leaves the shop.
    mutating func quit() { effects.append(.quit) }

    /// Returns the effects to be performed by the shell, and those of the counter's requests.
    fileprivate func effects(and requests: [any CounterRequest]) -> [Effect] {
        effects + requests.map { .request(AddressedRequest($0, to: counter)) }
    }
}

/// A command on what a list of any counter offers as `item`.
struct ListedCommand: Sendable {
    let command: Command
    let item: SaleItem
    /// The index of the counter that handles it if no counter has it among its keys for items.
    let counter: Int
}

extension ShopState {
    /// Lets the counter at that index handle something. Returns `nil` if it did not handle it.
    mutating func run(_ index: Int, _ step: CounterStep) -> [Effect]? {
        var shell = ShellContext(self, index)
        let requests = all[index].run(step, &shell)
        adopt(shell, index)
        let arranged = shell.appearance.map { arrangeShop(&self, as: $0) } ?? []
        return requests.map { shell.effects(and: $0) + arranged + handleListed() }
    }

    /// Lets the counter of that type handle something.
    mutating func run<Kind: Counter>(
        _ kind: Kind.Type, _ body: (inout Kind, inout ShellContext) -> [Kind.Request]
    ) -> [Effect] {
        for number in all.indices {
            guard var own = all[number] as? Registered<Kind> else { continue }
            var shell = ShellContext(self, number)
            let requests = body(&own.counter, &shell)
            all[number] = own
            adopt(shell, number)
            return shell.effects(and: requests)
        }
        return []
    }

    /// Lets a layer of the shell handle something.
    mutating func run(_ body: (inout ShellContext) -> Void) -> [Effect] {
        var shell = ShellContext(self, shownNumber)
        body(&shell)
        adopt(shell, shownNumber)
        return shell.effects
    }

    /// Handles the command that a counter or a layer left to be handled after its own changes, if there is one.
    mutating func handleListed() -> [Effect] {
        guard let listed else { return [] }
        self.listed = nil
        let index = sellers[listed.command] ?? listed.counter
        let item = itemsOnSale.listed([listed.item]).values.first ?? listed.item
        return run(index, .sale(listed.command, item)) ?? []
    }

    private mutating func adopt(_ shell: ShellContext, _ index: Int) {
        self[list: index] = shell.list
        guest = shell.guest
        toast = shell.toasts
        layers = shell.layers
        requestKeys = shell.keys
        undoOwner = shell.undoOwner
        listed = shell.listed.map { ListedCommand(command: $0.command, item: $0.item, counter: index) }
        if shell.followsList { listFollowers.insert(shell.counter) } else { listFollowers.remove(shell.counter) }
    }
}
