import Canvas
import Domain
import Terminal

/// A click target that the shell handles. Layers have targets of their own.
enum ShellTarget: ClickTarget {
    /// Shows the counter at that index.
    case tab(Int)
    /// Does the same as a key.
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

/// The parts of a frame that take clicks and turns of the wheel: the edges of the screen, and the layer or list in
/// front.
struct Front: Sendable {
    /// The number of edge panels, which come first.
    var edges = 0
    /// The index of the first panel of the layer or list in front.
    var start = 0
    /// The number of the layer in front; `nil` if it is the list.
    var layer: Int?

    /// Returns the zone at a point of the screen, and the column in it; `nil` if a click there has no meaning.
    func zone(at point: Point, in frame: Frame) -> (zone: ClickZone, column: Int)? {
        guard let index = frame.panels.lastIndex(where: { $0.contains(point) }), takes(index),
            let zone = frame.panels[index].zone(at: point)
        else { return nil }
        return (zone, point.column - frame.panels[index].origin.column - zone.columns.lowerBound)
    }

    /// Whether the wheel scrolls at a point: in the parts that take clicks, and where there is no panel.
    func scrolls(at point: Point, in frame: Frame) -> Bool {
        frame.panels.lastIndex { $0.contains(point) }.map(takes) ?? true
    }

    private func takes(_ panel: Int) -> Bool { panel < edges || panel >= start }

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
