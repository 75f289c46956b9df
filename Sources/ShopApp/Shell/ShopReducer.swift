import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// Applies an action to the state and returns the effects to perform. All decisions of the shop are made here.
func reduce(_ state: inout ShopState, _ action: ShopAction) -> [Effect] {
    let (screen, toast) = (state.screen, state.toast.current)
    var effects: [Effect]
    switch action {
    case .keyPressed(let key):
        if reduceMove(&state, key) { return state.updatePictures(covering: nil) + settle(&state) }
        state.isWelcoming = false
        effects = state.stay() ?? reduceInterrupt(&state, key) ?? reduceKey(&state, key)
        effects += state.restartIdleTimer()
    case .clicked(let click):
        state.isWelcoming = false
        effects = (state.stay() ?? state.reduceClick(click)) + state.restartIdleTimer()
    case .wheelTurned(let isUp, let layer):
        state.isWelcoming = false
        effects = (state.stay() ?? state.reduceWheel(isUp: isUp, layer: layer)) + state.restartIdleTimer()
    case .resized(let size): effects = reduceSize(&state, size)
    case .sectionChanged(let section, let now) where section.id == .shop:
        // It is in no list.
        state.now = now
        effects = state.all.indices.flatMap { state.run($0, .occasion(.shopChanged)) ?? [] }
    case .sectionChanged(let section, let now): effects = reduceSection(&state, section, at: now)
    case .connectionChanged(let connection, let nextTry, let isPolled):
        (state.nextTry, state.isPolled) = (nextTry, isPolled)
        effects = reduceConnection(&state, connection)
    case .picturesChanged(let known):
        state.pictures.known = known
        effects = []
    case .event(let counter, let event):
        let index = state.all.firstIndex { $0.id == counter }
        effects = index.flatMap { state.run($0, .event(event)) } ?? []
    case .timerFired(let timer, let now): effects = reduceTimer(&state, timer, now)
    case .firstVisit:
        state.isWelcoming = true
        effects = []
    case .settingsRead(let update): effects = state.apply(update)
    case .started(let notes): effects = notes.flatMap { state.toast.queue(.start($0)) }
    case .stopRequested: effects = state.idleLimit == nil ? [.stop] : []
    case .screenLost: effects = [.repaint]
    case .hungUp, .ended: effects = [.quit]
    }
    // The answer to a key does not outlive its screen.
    if state.screen != screen, state.toast.current == toast { effects += state.toast.dismissTransient() }
    state.reshapeList()
    state.filterList()
    effects += startNeededTimers(&state)
    if state.isPlain { effects += state.updatePlainStatus(answersKey: action.isOfUser) }
    effects += state.updatePictures(covering: state.picturesOfLayers)
    return effects + settle(&state)
}

/// Shows a section's new value, and tells its counter, and those that sell what it lists.
private func reduceSection(_ state: inout ShopState, _ section: Section, at now: Date) -> [Effect] {
    let before = state.section(section.id)
    let wasKnown = before?.confirmedAt != nil && before?.contentVersion != section.contentVersion
    state.replace(section)
    state.now = now
    let index = state.counterNumber(of: section.id)
    // A failed fetch does not change the rows that are shown, so what a toast says of them stays true.
    let isTrue = !wasKnown && (before?.failure == nil || before?.failure == section.failure)
    var effects = isTrue ? [] : state.toast.drop(.section(section.id))
    effects += index.flatMap { state.run($0, .occasion(.sectionChanged(section, wasKnown: wasKnown))) } ?? []
    if before?.contentVersion != section.contentVersion, let index, state.all[index].offersItems {
        effects += Set(state.sellers.values).flatMap { state.run($0, .occasion(.itemsChanged)) ?? [] }
    }
    if before?.failure != section.failure { effects += reduceTabs(&state) }
    return effects + confirm(section, before, &state)
}

/// Has the header of a section that the guest had refetched say for a second that it is up to date. A fast server has
/// answered before the fetch was seen to begin.
private func confirm(_ section: Section, _ before: Section?, _ state: inout ShopState) -> [Effect] {
    guard let asked = state.asked[section.id], !section.isFetching,
        before?.isFetching == true || section.confirmedAt != asked.confirmedAt || section.failure != asked.failure
    else { return [] }
    state.asked[section.id] = nil
    guard section.failure == nil else { return [] }
    state.confirmed.insert(section.id)
    return [.startTimer(.confirmed, .seconds(1))]
}

/// Applies actions that came at `time`, one after the other. What is wanted after several moves in the list is computed
/// once: a key that is held down, or a paste, brings hundreds at once.
func reduce(_ state: inout ShopState, all actions: [ShopAction], at time: Date) -> [Effect] {
    state.time = time
    var effects: [Effect] = []
    var hasMoved = false
    for action in actions {
        if case .keyPressed(let key) = action, reduceMove(&state, key) {
            hasMoved = true
        } else {
            effects += reduce(&state, action)
            hasMoved = false
        }
    }
    return hasMoved ? effects + state.updatePictures(covering: nil) : effects
}

/// Handles a key that only moves in the list; the caller has to update the pictures. Returns `false` for any other key.
///
/// This is the most frequent input, so it skips everything that does not depend on the selection.
func reduceMove(_ state: inout ShopState, _ key: Key) -> Bool {
    guard !state.isWelcoming, !state.isPlain, state.idleLimit == nil, let move = state.move(by: key),
        !state.list.layout.isTooSmall, !state.listFollowers.contains(state.counter)
    else { return false }
    state.list.move(move)
    return true
}

/// Tells the counter that an action is over, if it follows its list, or there is room for a pane beside that.
private func settle(_ state: inout ShopState) -> [Effect] {
    state.list.layout.hasPane || state.listFollowers.contains(state.counter) ? notify(&state, .settled) : []
}

/// Tells the shown counter of an occasion.
private func notify(_ state: inout ShopState, _ occasion: Occasion) -> [Effect] {
    state.run(state.shownNumber, .occasion(occasion)) ?? []
}

func reduceKey(_ state: inout ShopState, _ key: Key) -> [Effect] {
    let (keys, receiver) = (state.keyTable, state.keyReceiver)
    // In a text, a key is a command only if the key table lists it as it is.
    let isInText = state.layers.top?.isInText ?? state.isTyping
    let isInIgnoredText = key == .character(" ") && state.layers.top?.hasIgnoredText == true
    var commands = isInIgnoredText ? [] : isInText ? keys.command(of: key).map { [$0] } ?? [] : keys.commands(of: key)
    if state.list.layout.isTooSmall {
        // Nobody sees what any other command does, nor what is typed.
        let form = state.layers.top as? any FormLayer
        let isAskedFirst = form.map { $0.hasUnsavedInput && !$0.isSending } ?? false
        commands.removeAll { isAskedFirst && $0.closesForms || !Command.whileTooSmall.contains($0) }
    } else if commands.isEmpty {
        if receiver.takesText { return reduceTyped(&state, key) }
        return reduceSyllable(&state, key, keys) ?? reportUnknown(key, &state)
    }
    // A compound jamo stands for two keys. What the first one opens is not asked by the second.
    return commands.flatMap { state.keyReceiver == receiver ? reduceCommand(&state, $0) : [] }
}

extension Command {
    /// The commands that work while the screen is too small to show anything: they lead out.
    fileprivate static let whileTooSmall: Set<Command> = [.quit, .stop, .repaint, .back, .discard, .clearSearch]

    /// Whether it closes a form, after a question if input would be lost.
    fileprivate var closesForms: Bool { self == .back || self == .discard }
}

/// Opens the search with a composed syllable, which is text. Returns `nil` for any other key, and where nothing can be
/// searched.
private func reduceSyllable(_ state: inout ShopState, _ key: Key, _ keys: KeyTable) -> [Effect]? {
    guard key.isHangulSyllable, keys.contains(where: { $0.command == .find }) else { return nil }
    return reduceCommand(&state, .find) + reduceTyped(&state, key)
}

/// Handles a command on the top layer, or on the list if there is none.
func reduceCommand(_ state: inout ShopState, _ command: Command) -> [Effect] {
    if let effects = reduceSale(&state, command) { return effects }
    guard let top = state.layers.topNumber else { return reduceList(&state, command) }
    return reduceLayer(&state, top, command)
}

/// Shows a toast that a key does nothing here, once per run.
private func reportUnknown(_ key: Key, _ state: inout ShopState) -> [Effect] {
    guard !state.hasToldUnknownKey, state.toast.current == nil, let label = key.labelOfUnknown else { return [] }
    state.hasToldUnknownKey = true
    return state.toast.replace(with: .unknownKey(label, help: state.keyTable.label(of: .help)))
}

private func reduceTyped(_ state: inout ShopState, _ key: Key) -> [Effect] {
    if let layer = state.layers.topNumber { return state.run(layer: layer, .typed(key)) }
    return search(&state) { $0.type(key) }
}

/// Handles a command on the item for sale here, or one that needs none. Returns `nil` for any other command.
private func reduceSale(_ state: inout ShopState, _ command: Command) -> [Effect]? {
    guard let index = state.counterNumber(selling: command) else { return nil }
    if let item = state.saleItem { return state.run(index, .sale(command, item)) }
    let needsNone = state.layers.isEmpty && state.all[index].commandsOnLists.contains(command)
    return needsNone ? state.run(index, .command(command)) : nil
}

private func reduceLayer(_ state: inout ShopState, _ index: Int, _ command: Command) -> [Effect] {
    if command == .run, state.layers.top is CommandPalette { return runSelected(&state) }
    return reduceEverywhere(&state, command) ?? state.run(layer: index, .command(command))
}

/// Handles a command that works the same everywhere. Returns `nil` for any other command.
private func reduceEverywhere(_ state: inout ShopState, _ command: Command) -> [Effect]? {
    switch command {
    case .repaint: return [.repaint]
    case .copy: return copySelected(&state)
    case .undo: return reduceUndo(&state)
    case .help: state.layers[HelpPage.self] = HelpPage(at: state.helpHere, of: state.helpTopics, state.language)
    case .palette:
        state.layers[CommandPalette.self] = CommandPalette(
            state.usefulKeys, elsewhere: state.helpTopics, counters: state.tabNames, language: state.language,
            value: state.settingValue)
    default: return state.settingChange(of: command).map { [.keep($0)] }
    }
    return []
}

func reduceList(_ state: inout ShopState, _ command: Command) -> [Effect] {
    // Moving is the same on all lists and the most frequent command.
    if let move = command.move {
        state.list.move(move)
        return []
    }
    if command == .fold, let section = state.list.selectedSection {
        state.list.toggleFolding(of: section.id)
        return []
    }
    if let effects = reduceEverywhere(&state, command) ?? reduceSearch(&state, command) { return effects }
    if let effects = state.run(state.shownNumber, .command(command)) { return effects }
    if let index = command.counterNumber { return showCounter(index, &state) }
    switch command {
    case .refetch:
        let section = state.list.selectedSection?.id
        if let section { state.asked[section] = state.section(section) }
        return (section.map { [.refetch($0)] } ?? []) + retryPictures(state) + notify(&state, .contentsOutdated)
    case .refetchAll:
        for section in state.list.sections.map(\.id) { state.asked[section] = state.section(section) }
        return [.refetchAll] + retryPictures(state) + notify(&state, .contentsOutdated)
    case .stop: return [.stop]
    case .quit: return leave(&state)
    default: return []
    }
}

/// Leaves the shop, unless a counter objects.
private func leave(_ state: inout ShopState) -> [Effect] {
    for number in state.all.indices {
        if let effects = state.run(number, .leave) { return effects }
    }
    return [.quit]
}

/// Leaves the shop on Ctrl-C if there is an idle limit, where that key is not a signal. Returns `nil` for any other
/// key.
private func reduceInterrupt(_ state: inout ShopState, _ key: Key) -> [Effect]? {
    state.idleLimit != nil && key == .control("c") ? leave(&state) : nil
}

/// Shows the counter at that index, if it has a tab and is not shown yet.
func showCounter(_ index: Int, _ state: inout ShopState) -> [Effect] {
    guard state.tabs.contains(index), index != state.shownNumber else { return [] }
    state.show(index)
    return [.show(state.counter)] + notify(&state, .appeared)
}

/// Updates the tabs. If the shown counter has no tab any more, shows the first one.
private func reduceTabs(_ state: inout ShopState) -> [Effect] {
    state.updateTabs()
    return state.tabs.contains(state.shownNumber) ? [] : showCounter(state.tabs[0], &state)
}

/// Has the tabs and sections that the shop has now. If the shown counter has no tab any more, shows the first one.
func arrangeShop(_ state: inout ShopState, as appearance: ShopAppearance) -> [Effect] {
    guard appearance != state.appearance else { return [] }
    let former = state.all.map { $0.sections.map(\.id) }
    let effects = state.all.indices.flatMap { state.run($0, .occasion(.shopArranged(appearance))) ?? [] }
    state.arrange(as: appearance, insteadOf: former)
    let isShown = state.tabs.contains(state.shownNumber)
    return effects + [.arrange] + (isShown ? [.show(state.counter)] : showCounter(state.tabs[0], &state))
}

private func reduceSize(_ state: inout ShopState, _ size: Size) -> [Effect] {
    state.resize(to: size)
    return []
}

private func reduceConnection(_ state: inout ShopState, _ connection: Connection) -> [Effect] {
    let before = state.connection
    state.connection = connection
    let isBack = connection == .connected && before != .connected
    let there = connection == .connected ? state.all.indices : 0..<0
    let connected = there.flatMap { state.run($0, .occasion(.connected)) ?? [] }
    switch (before, connection) {
    case (.connected, .disconnected): return state.toast.queue(.connectionLost)
    case (.disconnected, .connected):
        return connected + state.toast.queue(.connectionBack) + retryPictures(state)
            + notify(&state, .contentsOutdated)
    default: return connected + (isBack ? notify(&state, .contentsOutdated) : [])
    }
}

private func retryPictures(_ state: ShopState) -> [Effect] { state.list.layout.hasPictures ? [.retryPictures] : [] }

private func reduceTimer(_ state: inout ShopState, _ timer: TimerID, _ now: Date) -> [Effect] {
    state.runningTimers.remove(timer)
    switch timer {
    case .toast: return state.toast.expire()
    case .spinner: state.spinnerPhase += 1
    case .age: state.now = now
    case .confirmed: state.confirmed = []
    case .spoken: return state.advancePlainStatus()
    case .idle: return state.warnOfLogOut()
    case .logOut: return state.countDownToLogOut()
    }
    return []
}

/// Starts the timers that the screen needs and that do not run yet. If nothing needs one, none runs and the program
/// sleeps.
private func startNeededTimers(_ state: inout ShopState) -> [Effect] {
    var effects: [Effect] = []
    let isWaiting = !state.layers.isEmpty && state.layers.layers.contains(where: \.isWaiting)
    let turns = isWaiting || state.list.sections.contains(where: \.isFetching)
    // A plain screen has no spinners.
    if turns, !state.isPlain, state.runningTimers.insert(.spinner).inserted {
        effects.append(.startTimer(.spinner, .milliseconds(120)))
    }
    let hasAges = state.showsAges
    let showsAge = hasAges || state.oldestPolled != nil || state.list.sections.contains(where: \.showsAge)
    if showsAge, state.runningTimers.insert(.age).inserted {
        // Nothing has advanced the time while no age was shown.
        effects.append(.startTimer(.age, hasAges && !state.hasShownAges ? .zero : .seconds(60)))
    }
    state.hasShownAges = hasAges
    return effects + state.startIdleTimerIfNeeded()
}
