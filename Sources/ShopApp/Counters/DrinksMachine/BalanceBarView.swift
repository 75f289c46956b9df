import Canvas
import ShopClient

/// Draws what stands below the machine's list, anew only when it is another.
struct BalanceBarView: CounterView {
    private struct Input: Equatable {
        let content: BalanceBar.Content
        let layout: ListLayout
        let pictures: [PictureRequest: PictureState]
    }

    private let words: Words
    private var bar = Memo<Input, Panel>()

    init(words: Words) { self.words = words }

    mutating func add(_ state: ShopState, to frame: inout Frame) {
        let layout = state.list.layout
        guard layout.statusBarHeight > 0 else { return }
        let requests = BalanceBar.requests(state)
        let input = Input(
            content: BalanceBar.Content(state.drinks), layout: layout,
            pictures: state.pictures.known.filter { requests.contains($0.key) })
        frame.panels.append(
            bar.value(for: input) { [words] input in
                BalanceBar(words: words, layout: input.layout).panel(input.content, known: input.pictures)
            })
    }
}
