import TerminalText

/// Handles a search command on the list. Returns `nil` for any other command.
func reduceSearch(_ state: inout ShopState, _ command: Command) -> [Effect]? {
    switch command {
    case .find: state.list.find(isSearchedByCounter: state.shown.searchesItself)
    case .keepSearch where state.list.pattern.isEmpty: return clearSearch(&state)
    case .keepSearch: state.list.keepSearch()
    case .clearSearch: return clearSearch(&state)
    case .nextMatch, .previousMatch: state.list.moveToMatch(isNext: command == .nextMatch)
    default: return state.isTyping && command.edit != nil ? search(&state) { $0.perform(command) } : nil
    }
    return []
}

/// Changes the search text. A counter that finds rows itself is asked for them.
func search(_ state: inout ShopState, _ change: (inout SearchField) -> Bool) -> [Effect] {
    guard state.list.search(change) else { return [] }
    let text = state.list.filter?.search.text ?? ""
    return runShownCounter(&state) { $0.search(for: text, &$1) }
}

private func clearSearch(_ state: inout ShopState) -> [Effect] {
    guard state.list.filter != nil else { return [] }
    state.list.clearSearch()
    return runShownCounter(&state) { $0.search(for: "", &$1) }
}
