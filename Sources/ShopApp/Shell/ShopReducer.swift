import Canvas
import Foundation
import ShopClient
import ShopModels
import Terminal

/// The one place that decides: takes what happened, changes the state, and says what is to be done.
public func reduce(_ state: inout ShopState, _ action: ShopAction) -> [Effect] {
    var effects: [Effect]
    switch action {
    case .keyPressed(let key): effects = reduceKey(&state, key)
    case .resized(let size): effects = reduceSize(&state, size)
    case .sectionChanged(let section, let now):
        let before = state.section(section.id)
        let isOther = before?.confirmedAt != nil && before?.contentVersion != section.contentVersion
        state.replace(section)
        state.now = now
        if section.id == .fruits { rebaseEditor(&state) }
        effects = isOther && ShopCounter(of: section.id) == .drinks ? lookAtMachine(state) : []
    case .connectionChanged(let connection): effects = reduceConnection(&state, connection)
    case .picturesChanged(let known):
        state.pictures.known = known
        effects = []
    case .event(let event): effects = reduceEvent(&state, event)
    case .timerFired(let timer, let now): effects = reduceTimer(&state, timer, now)
    case .stopRequested: effects = [.stop]
    case .screenLost: effects = [.repaint]
    case .hungUp, .ended: effects = [.quit]
    }
    effects += startNeededTimers(&state)
    effects += state.pictures.update(
        for: state.menu, state.page, foot: BalanceBar.requests(state), screen: state.size)
    effects += state.wantAvatars()
    return effects
}

private func reduceEvent(_ state: inout ShopState, _ event: any CounterEvent) -> [Effect] {
    switch event {
    case let event as MenuEvent: reduceMenuEvent(&state, event)
    case let event as JuiceBarEvent: reduceJuiceBarEvent(&state, event)
    case let event as DrinksEvent: reduceDrinks(&state, event)
    case let event as ContactsEvent: reduceContactsEvent(&state, event)
    default: []
    }
}

private func reduceKey(_ state: inout ShopState, _ key: Key) -> [Effect] {
    // Where letters are letters, the layer has its own way with keys.
    if let top = state.layers.top, top.takesText { return top.press(key, &state) }
    if state.isTyping { return reduceFilter(&state, key) }
    return state.keyTable.commands(of: key).flatMap { command in
        guard let top = state.layers.top else { return reduceContacts(&state, command) ?? reduceList(&state, command) }
        // A syllable of the Hangul keyboard is several keys: the first may have opened a form.
        return top.takesText ? [] : top.handle(command, &state)
    }
}

extension ShopState {
    /// The keys that work now.
    var keyTable: KeyTable { layers.top?.keyTable ?? (isTyping ? .filter : .list(of: counter)) }

    /// Whether keys are typed into the line above the list.
    var isTyping: Bool { layers.isEmpty && book.isTyping && counter == .contacts }
}

private func reduceList(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let move = command.move {
        state.menu.move(move)
        return []
    }
    if let number = Command.counters.firstIndex(of: command) { return showCounter(number, &state) }
    switch command {
    case .select: return state.menu.selectionToast.map { state.toast.replace(with: $0) } ?? []
    case .open: return openPage(&state)
    case .order: return openOrderForm(&state)
    case .refetch:
        return (state.menu.selectedSection.map { [.refetch($0.id)] } ?? []) + retryPictures(state)
            + lookAtMachine(state)
    case .refetchAll: return [.refetchAll] + retryPictures(state) + lookAtMachine(state)
    case .help:
        state.help = HelpState()
        return []
    case .repaint: return [.repaint]
    case .stop: return [.stop]
    case .quit: return leaveShop(&state)
    case .make: return makeJuice(&state)
    case .editStock: return openStockEditor(&state, at: state.menu.selectedFruit?.id)
    default: return reduceMachine(&state, command)
    }
}

/// Goes to the counter of that number, counted from 0.
private func showCounter(_ number: Int, _ state: inout ShopState) -> [Effect] {
    guard state.counters.indices.contains(number), state.counters[number] != state.counter else { return [] }
    state.show(state.counters[number])
    let questions = state.counter == .contacts ? state.book.ask() : []
    return [.show(state.counter)] + lookAtMachine(state) + questions
}

private func reduceSize(_ state: inout ShopState, _ size: Size) -> [Effect] {
    state.size = size
    state.lay(out: ListLayout(screen: size))
    state.layers.resize(to: size)
    return []
}

private func reduceConnection(_ state: inout ShopState, _ connection: Connection) -> [Effect] {
    let before = state.connection
    state.connection = connection
    let isBack = connection == .connected && before != .connected
    let delivery: [Effect] = connection == .connected && state.waitingOrders > 0 ? [.menu(.deliverWaitingOrders)] : []
    switch (before, connection) {
    case (.connected, .disconnected): return state.toast.queue(.connectionLost)
    case (.disconnected, .connected):
        return delivery + state.toast.queue(.connectionBack) + retryPictures(state) + lookAtMachine(state)
    default: return delivery + (isBack ? lookAtMachine(state) : [])
    }
}

private func retryPictures(_ state: ShopState) -> [Effect] { state.menu.layout.hasPictures ? [.retryPictures] : [] }

private func reduceTimer(_ state: inout ShopState, _ timer: TimerID, _ now: Date) -> [Effect] {
    state.runningTimers.remove(timer)
    switch timer {
    case .toast: return state.toast.expire()
    case .spinner: state.spinnerPhase += 1
    case .age: state.now = now
    }
    return []
}

/// Starts the timers that something on the screen needs and that do not run. Where nothing needs one, none runs, and
/// the program sleeps.
private func startNeededTimers(_ state: inout ShopState) -> [Effect] {
    var effects: [Effect] = []
    let isWaiting = state.layers.layers.contains(where: \.isWaiting)
    if isWaiting || state.menu.sections.contains(where: \.isFetching), state.runningTimers.insert(.spinner).inserted {
        effects.append(.startTimer(.spinner, .milliseconds(120)))
    }
    if state.menu.sections.contains(where: \.showsAge), state.runningTimers.insert(.age).inserted {
        effects.append(.startTimer(.age, .seconds(60)))
    }
    return effects
}
