import Canvas
import Domain
import Terminal

/// A click target that the shell handles. Layers have targets of their own.
enum ShellTarget: ClickTarget {
    /// Shows the counter at that index.
    case tab(Int)
    case key(Key)
    /// Performs the command that a text names.
    case command(Command)
    /// Closes the help page and performs the command of one of its lines, if it works here. The second value is the
    /// line's topic.
    case listed(Command, LocalizedText)
    case row(SectionID, Int)
    case header(SectionID)
    /// Fetches the section again.
    case retry(SectionID)
    case toast
    /// The welcome of a first visit.
    case welcome

    var isRow: Bool {
        if case .row = self { true } else { false }
    }
}

/// A click on something that was drawn.
struct Click: Sendable {
    let target: any ClickTarget
    /// The column of the click, counted from the start of the target.
    let column: Int
    /// The number of the layer that was in front when the target was drawn; `nil` if it was the list.
    let layer: Int?
    /// Whether it is the second click of a double click.
    let isDouble: Bool
}

/// A click that may be the first one of a double click.
struct FirstClick: Sendable {
    let isOnRow: Bool
    let layer: Int?
}

/// The panels of a frame that take clicks and turns of the wheel: the edges of the screen, and the layer or list in
/// front.
struct InputPanels: Sendable {
    /// The number of edge panels, which come first.
    var edges = 0
    /// The index of the first panel of the layer or list in front.
    var start = 0
    /// The number of the layer in front; `nil` if it is the list.
    var layer: Int?

    /// Returns the zone at a point of the screen, and the column in it; `nil` if a click there has no meaning.
    func zone(at point: Point, in frame: Frame) -> (zone: ClickZone, column: Int)? {
        guard let index = frame.panels.lastIndex(where: { $0.contains(point) }), accepts(index),
            let zone = frame.panels[index].zone(at: point)
        else { return nil }
        return (zone, point.column - frame.panels[index].origin.column - zone.columns.lowerBound)
    }

    /// Whether the wheel scrolls at a point: in the parts that take clicks, and where there is no panel.
    func scrolls(at point: Point, in frame: Frame) -> Bool {
        frame.panels.lastIndex { $0.contains(point) }.map(accepts) ?? true
    }

    private func accepts(_ panel: Int) -> Bool { panel < edges || panel >= start }

    /// Returns the action for a mouse event in that frame; `nil` if it has no meaning.
    func action(of event: MouseEvent, in frame: Frame) -> ShopAction? {
        guard event.action == .press else {
            let isUp = event.action == .wheelUp
            return scrolls(at: event.point, in: frame) ? .wheelTurned(isUp: isUp, layer: layer) : nil
        }
        return zone(at: event.point, in: frame).map { zone, column in
            .clicked(Click(target: zone.target, column: column, layer: layer, isDouble: event.isDouble))
        }
    }
}

extension ShopState {
    /// The lines that a notch of the wheel scrolls.
    private static let linesPerNotch = 3

    /// Handles a click, unless its target is not in front any more.
    mutating func reduceClick(_ click: Click) -> [Effect] {
        let first = firstClick
        firstClick = click.isDouble ? nil : FirstClick(isOnRow: click.target.isRow, layer: click.layer)
        guard click.layer == layers.topNumber else { return [] }
        guard click.isDouble, let first else { return perform(click) }
        // The first click opened or closed a layer, so the second one was not meant for what is in front now.
        guard first.layer == click.layer else { return [] }
        return first.isOnRow ? openSelected() : perform(click)
    }

    private mutating func perform(_ click: Click) -> [Effect] {
        guard let target = click.target as? ShellTarget else {
            return layers.topNumber.map { run(layer: $0, .clicked(click)) } ?? []
        }
        switch target {
        case .tab(let index): return goToTab(index)
        case .key(let key): return reduceKey(&self, key)
        case .command(let command): return reduceCommand(&self, command)
        case .listed(let command, let place):
            layers[HelpPage.self] = nil
            return runListed(command, of: place, &self)
        case .row(let section, let row): list.select(row, of: section)
        case .header(let section): list.toggleFolding(of: section)
        case .retry(let section):
            list.select(0, of: section)
            return reduceList(&self, .refetch)
        case .toast: return toast.expire()
        case .welcome: break
        }
        return []
    }

    /// Performs the main command on the row that the first click selected, and ends the typing of a search.
    private mutating func openSelected() -> [Effect] {
        let kept = isTyping ? reduceCommand(&self, .keepSearch) : []
        return kept + (mainCommand.map { reduceCommand(&self, $0) } ?? [])
    }

    /// Closes the layers as Esc does and shows the counter at that index, unless a layer stays open.
    private mutating func goToTab(_ index: Int) -> [Effect] {
        var effects: [Effect] = []
        var attempts = layers.layers.count + 1
        while let top = layers.topNumber, attempts > 0 {
            let count = layers.layers.count
            effects += run(layer: top, .command(.back))
            guard layers.layers.count <= count else { return effects }
            attempts -= 1
        }
        return layers.isEmpty ? effects + showCounter(index, &self) : effects
    }

    /// Scrolls the list, or the layer in front. A layer receives the commands of its up and down keys, since some
    /// layers do not scroll but move the focus between fields.
    mutating func reduceWheel(isUp: Bool, layer: Int?) -> [Effect] {
        guard layer == layers.topNumber, !list.layout.isTooSmall else { return [] }
        guard let layer, let top = layers.top else {
            if shown.emptyState == nil { list.scroll(by: isUp ? -ShopState.linesPerNotch : ShopState.linesPerNotch) }
            return []
        }
        guard let command = top.keyTable.command(of: isUp ? .up : .down) else { return [] }
        let count = command.move == nil ? 1 : ShopState.linesPerNotch
        return (0..<count).flatMap { _ in run(layer: layer, .command(command)) }
    }
}

extension Command {
    static let wheel = Command("mouse.wheel", help: ("목록과 글 넘기기", "scroll what is below the pointer"))
    static let click = Command(
        "mouse.click", help: ("고르기, 누르기, 구역 접기", "select, press, fold a section"))
    static let doubleClick = Command("mouse.double-click", help: ("고른 것 열기", "open what is selected"))
    static let selectText = Command(
        "mouse.select-text", help: ("터미널의 글자 선택", "select text, as the terminal does by itself"))
}

extension KeyTable {
    /// The mouse's actions, for the lines of the help page. They have no keys.
    static let mouse: KeyTable = [
        KeyBinding(.wheel, typed: "Wheel"), KeyBinding(.click, typed: "Click"),
        KeyBinding(.doubleClick, typed: "Double-click"), KeyBinding(.selectText, typed: "Shift-drag"),
    ]
}

extension HelpTopic {
    static let mouse = HelpTopic(LocalizedText("마우스", "Mouse"), .mouse)
}
