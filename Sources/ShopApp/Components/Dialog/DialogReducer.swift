import Terminal

func reduceDialog(_ state: inout ShopState, _ command: Command) -> [Effect] {
    guard let dialog = state.dialog else { return [] }
    switch command {
    case .otherButton: state.dialog?.isYes.toggle()
    case .confirm: return answer(dialog.question, isYes: dialog.isYes, &state)
    case .yes: return answer(dialog.question, isYes: true, &state)
    case .no: return answer(dialog.question, isYes: false, &state)
    case .back: return answer(dialog.question, isYes: false, &state)
    case .help: state.help = HelpState(at: .dialog, screen: state.size)
    case .insertThousand, .insertFiveThousand:
        state.dialog = nil
        return reduceMachine(&state, command)
    case .repaint: return [.repaint]
    default: break
    }
    return []
}

private func answer(_ question: DialogState.Question, isYes: Bool, _ state: inout ShopState) -> [Effect] {
    state.dialog = nil
    if case .contact(let question) = question { return answer(question, isYes: isYes, &state) }
    guard isYes else { return [] }
    switch question {
    case .restock(_, let missing): return openStockEditor(&state, at: JuiceAppearance.ordered(missing).first?.key)
    case .tooDear, .unavailable: return []
    case .leave: return takeChangeAndLeave(&state)
    case .leaveBalance: return [.quit]
    case .contact: return []
    }
}
