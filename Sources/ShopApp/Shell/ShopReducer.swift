import Canvas
import Domain
import Foundation
import ShopClient
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
        effects = state.counter(of: section.id)?.sectionChanged(section, isOther: isOther, &state) ?? []
    case .connectionChanged(let connection): effects = reduceConnection(&state, connection)
    case .picturesChanged(let known):
        state.pictures.known = known
        effects = []
    case .event(let event):
        effects = firstAnswer(of: state.all) { $0.receive(any: event, &state) } ?? []
    case .timerFired(let timer, let now): effects = reduceTimer(&state, timer, now)
    case .stopRequested: effects = [.stop]
    case .screenLost: effects = [.repaint]
    case .hungUp, .ended: effects = [.quit]
    }
    state.reshapeList()
    effects += startNeededTimers(&state)
    let (covering, beside) = (state.picturesOfLayers, state.shown.pictures(in: state))
    effects += state.pictures.update(for: state.list, covering: covering, beside: beside)
    return effects + state.shown.settle(&state)
}

/// What the first counter says that has anything to say.
private func firstAnswer(of counters: [any Counter], _ answer: (any Counter) -> [Effect]?) -> [Effect]? {
    for counter in counters { if let effects = answer(counter) { return effects } }
    return nil
}

private func reduceKey(_ state: inout ShopState, _ key: Key) -> [Effect] {
    // Where letters are letters, the layer has its own way with keys.
    if let top = state.layers.top, top.takesText { return top.press(key, &state) }
    if state.isTyping { return state.shown.press(key, &state) }
    return state.keyTable.commands(of: key).flatMap { command in
        guard let top = state.layers.top else {
            return state.shown.handle(command, &state) ?? reduceList(&state, command)
        }
        // A syllable of the Hangul keyboard is several keys: the first may have opened a form.
        return top.takesText ? [] : top.handle(command, &state)
    }
}

private func reduceList(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let move = command.move {
        state.list.move(move)
        return []
    }
    if let number = command.counterNumber { return showCounter(number, &state) }
    switch command {
    case .refetch:
        return (state.list.selectedSection.map { [.refetch($0.id)] } ?? []) + retryPictures(state)
            + state.shown.lookAgain(state)
    case .refetchAll: return [.refetchAll] + retryPictures(state) + state.shown.lookAgain(state)
    case .help:
        state.help = HelpPage(in: state)
        return []
    case .repaint: return [.repaint]
    case .stop: return [.stop]
    case .quit: return firstAnswer(of: state.all) { $0.leave(&state) } ?? [.quit]
    default: return []
    }
}

/// Goes to the counter of that number, counted from 0.
private func showCounter(_ number: Int, _ state: inout ShopState) -> [Effect] {
    guard state.all.indices.contains(number), number != state.shownNumber else { return [] }
    state.show(number)
    return [.show(state.counter)] + state.shown.appear(&state)
}

private func reduceSize(_ state: inout ShopState, _ size: Size) -> [Effect] {
    state.resize(to: size)
    return []
}

private func reduceConnection(_ state: inout ShopState, _ connection: Connection) -> [Effect] {
    let before = state.connection
    state.connection = connection
    let isBack = connection == .connected && before != .connected
    let connected = connection == .connected ? state.all.flatMap { $0.connected(state) } : []
    switch (before, connection) {
    case (.connected, .disconnected): return state.toast.queue(.connectionLost)
    case (.disconnected, .connected):
        return connected + state.toast.queue(.connectionBack) + retryPictures(state) + state.shown.lookAgain(state)
    default: return connected + (isBack ? state.shown.lookAgain(state) : [])
    }
}

private func retryPictures(_ state: ShopState) -> [Effect] { state.list.layout.hasPictures ? [.retryPictures] : [] }

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
    if isWaiting || state.list.sections.contains(where: \.isFetching), state.runningTimers.insert(.spinner).inserted {
        effects.append(.startTimer(.spinner, .milliseconds(120)))
    }
    if state.list.sections.contains(where: \.showsAge), state.runningTimers.insert(.age).inserted {
        effects.append(.startTimer(.age, .seconds(60)))
    }
    return effects
}
