import Canvas
import Domain
import Terminal

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
        case .tab(let number): return goToTab(number)
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
    private mutating func goToTab(_ number: Int) -> [Effect] {
        var effects: [Effect] = []
        var attempts = layers.layers.count + 1
        while let top = layers.topNumber, attempts > 0 {
            let count = layers.layers.count
            effects += run(layer: top, .command(.back))
            guard layers.layers.count <= count else { return effects }
            attempts -= 1
        }
        return layers.isEmpty ? effects + showCounter(number, &self) : effects
    }

    /// Scrolls the list, or the layer in front. A layer receives the commands of its up and down keys, since some
    /// layers do not scroll but move the focus between fields.
    mutating func reduceWheel(isUp: Bool, layer: Int?) -> [Effect] {
        guard layer == layers.topNumber else { return [] }
        guard let layer, let top = layers.top else {
            if shown.emptyState == nil { list.scroll(by: isUp ? -ShopState.linesPerNotch : ShopState.linesPerNotch) }
            return []
        }
        guard let command = top.keyTable.command(of: isUp ? .up : .down) else { return [] }
        let count = command.move == nil ? 1 : ShopState.linesPerNotch
        return (0..<count).flatMap { _ in run(layer: layer, .command(command)) }
    }
}
