import Canvas
import Domain
import Terminal

/// What the shell itself does with a click. Layers have targets of their own.
enum ShellTarget: ClickTarget {
    /// Goes to the counter of that number, counted from 0.
    case tab(Int)
    /// Does what the key does.
    case key(Key)
    /// Does what a text says that the key of it does.
    case command(Command)
    /// Closes the help page and does what a line of it says, where that works; the line is of that topic.
    case listed(Command, LocalizedText)
    case row(SectionID, Int)
    case header(SectionID)
    /// Fetches the section again.
    case retry(SectionID)
    case toast
    /// What somebody who was never here is told.
    case welcome

    var isRow: Bool {
        if case .row = self { true } else { false }
    }
}

/// A click on something that was drawn.
struct Click: Sendable {
    let target: any ClickTarget
    /// Columns from where the target begins.
    let column: Int
    /// The number of the layer that was in front when it was drawn; `nil` where the list was.
    let layer: Int?
    /// Whether it is the second click of a double click.
    let isDouble: Bool
}

/// The first click of what may become a double click.
struct FirstClick: Sendable {
    let isOnRow: Bool
    let layer: Int?
}

/// What of a frame takes clicks and turns of the wheel: the edges of the screen, and what lies in front.
struct Front: Sendable {
    /// Panels of the frame's edges, which come first.
    var edges = 0
    /// The first panel of what lies in front.
    var start = 0
    /// The number of the layer that lies there; `nil` where the list does.
    var layer: Int?

    /// The zone at a point of the screen; `nil` where a click means nothing.
    func zone(at point: Point, in frame: Frame) -> (zone: ClickZone, column: Int)? {
        guard let index = frame.panels.lastIndex(where: { $0.contains(point) }), takes(index),
            let zone = frame.panels[index].zone(at: point)
        else { return nil }
        return (zone, point.column - frame.panels[index].origin.column - zone.columns.lowerBound)
    }

    /// Whether what is seen at a point can be scrolled.
    func scrolls(at point: Point, in frame: Frame) -> Bool {
        frame.panels.lastIndex { $0.contains(point) }.map(takes) ?? true
    }

    private func takes(_ panel: Int) -> Bool { panel < edges || panel >= start }

    /// What the mouse did to that frame; `nil` where it means nothing.
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
