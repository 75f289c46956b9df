import Canvas
import Domain
import ShopClient
import Terminal

/// Something that lies above a counter's list and takes the keys: a page, a form, a question, the help page. It belongs
/// to a counter (`CounterLayer`) or to the shell (`ShellLayer`).
protocol Layer: Hashable, Sendable {
    /// The keys that work now.
    var keyTable: KeyTable { get }
    /// Whether it hides everything below it.
    var coversAll: Bool { get }
    /// Whether something turns until an answer is there.
    var isWaiting: Bool { get }
    /// Whether what is no command is typed.
    var takesText: Bool { get }
    /// Whether letters are letters where the focus is: only what is in the key table as it stands is a command.
    var isInText: Bool { get }
    /// What it offers for sale.
    var saleItem: SaleItem? { get }
    /// Its keys on the help page; `nil` where they have no place of their own there.
    var helpTopic: HelpTopic? { get }
    /// What of it is worth copying, in lines; empty where nothing is.
    func copiedLines(_ words: Words) -> [String]
    /// What is looked for in it, if that is told in the lower edge, and how much was found.
    var search: SearchField? { get }
    var foundCount: Int { get }

    mutating func resize(to screen: Size)
    /// What it wants of pictures in the place of the list's; `nil` where it leaves that to the list.
    func wantedPictures(on screen: Size) -> [PictureRequest]?
    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture

    /// Handles `input`, with its owner.
    mutating func run(_ input: LayerInput, in state: inout ShopState) -> [Effect]
    /// What it shows of pictures.
    func pictures(in state: ShopState) -> [PictureRequest: PictureState]
}

/// What a layer is given of keys and clicks.
enum LayerInput {
    case command(Command)
    /// A key that is no command.
    case typed(Key)
    /// On a target of its own.
    case clicked(Click)
}

/// A layer of a counter. What it handles changes itself, its owner, and what the shell allows.
protocol CounterLayer: Layer {
    associatedtype Owner: Counter

    mutating func handle(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// A key that is no command, where something can be typed.
    mutating func type(_ key: Key, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// A click on something that it has drawn.
    mutating func click(_ click: Click, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// What it shows of pictures; `known` can be shown of the shop's.
    func pictures(_ known: [PictureRequest: PictureState], of owner: Owner) -> [PictureRequest: PictureState]
}

/// A layer that no counter owns.
protocol ShellLayer: Layer {
    mutating func handle(_ command: Command, _ shell: inout ShellContext)
    /// A key that is no command, where something can be typed.
    mutating func type(_ key: Key, _ shell: inout ShellContext)
    /// A click on something that it has drawn.
    mutating func click(_ click: Click, _ shell: inout ShellContext)
}

extension Layer {
    var coversAll: Bool { false }
    var isWaiting: Bool { false }
    var takesText: Bool { false }
    var isInText: Bool { false }
    var saleItem: SaleItem? { nil }
    var helpTopic: HelpTopic? { nil }
    func copiedLines(_ words: Words) -> [String] { [] }
    var search: SearchField? { nil }
    var foundCount: Int { 0 }

    mutating func resize(to screen: Size) {}
    func wantedPictures(on screen: Size) -> [PictureRequest]? { nil }
}

extension CounterLayer {
    mutating func type(_ key: Key, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] { [] }

    mutating func click(_ click: Click, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request] { [] }

    func pictures(_ known: [PictureRequest: PictureState], of owner: Owner) -> [PictureRequest: PictureState] { [:] }

    mutating func run(_ input: LayerInput, in state: inout ShopState) -> [Effect] {
        state.run(Owner.self) { owner, shell in
            switch input {
            case .command(let command): handle(command, &owner, &shell)
            case .typed(let key): type(key, &owner, &shell)
            case .clicked(let click): self.click(click, &owner, &shell)
            }
        }
    }

    func pictures(in state: ShopState) -> [PictureRequest: PictureState] {
        state[Owner.self].map { pictures(state.pictures.known, of: $0) } ?? [:]
    }
}

extension ShellLayer {
    mutating func run(_ input: LayerInput, in state: inout ShopState) -> [Effect] {
        state.run { shell in
            switch input {
            case .command(let command): handle(command, &shell)
            case .typed(let key): type(key, &shell)
            case .clicked(let click): self.click(click, &shell)
            }
        }
    }

    mutating func type(_ key: Key, _ shell: inout ShellContext) {}
    mutating func click(_ click: Click, _ shell: inout ShellContext) {}

    func pictures(in state: ShopState) -> [PictureRequest: PictureState] { [:] }
}

extension ShopState {
    /// The pictures of the highest layer that has any; `nil` where the list's are seen.
    var picturesOfLayers: [PictureRequest]? { layers.layers.lazy.compactMap { $0.wantedPictures(on: size) }.last }

    /// Lets the layer of that number handle `input`, if it is still there.
    mutating func run(layer number: Int, _ input: LayerInput) -> [Effect] {
        guard var layer = layers[number: number] else { return [] }
        let effects = layer.run(input, in: &self)
        layers[number: number] = layer
        return effects
    }
}

/// What a layer's drawing depends on beside the layer itself.
struct LayerContext: Hashable {
    let screen: Size
    /// The layout of the list below.
    let layout: ListLayout
    /// The spinner's present picture.
    let spinner: String
    let pictures: [PictureRequest: PictureState]

    init(_ layer: some Layer, in state: ShopState) {
        screen = state.size
        layout = state.list.layout.coveringList
        // Only who waits is drawn anew when the spinner turns.
        spinner = state.isPlain ? " " : SectionHeader.spinner(layer.isWaiting ? state.spinnerPhase : 0)
        pictures = layer.pictures(in: state)
    }
}

/// What a layer shows, or what stands beside a list.
struct LayerPicture {
    var panels: [Panel]
    /// Where the terminal's cursor rests; `nil` where it stays as it is.
    var cursor: Point?
    var showsCursor = false
}

/// The layers above the list, from the lowest to the one that takes the keys.
struct LayerStack: Sendable {
    private struct Entry: Sendable {
        let number: Int
        var layer: any Layer
    }

    private var entries: [Entry] = []
    /// Layers opened so far: each has a number that no other one had.
    private var opened = 0

    var layers: some RandomAccessCollection<any Layer> { entries.lazy.map(\.layer) }
    var top: (any Layer)? { entries.last?.layer }
    var topNumber: Int? { entries.last?.number }
    var isEmpty: Bool { entries.isEmpty }

    /// Those that can be seen: the highest that covers all others, and what lies above it.
    var visible: [any Layer] { entries[(entries.lastIndex { $0.layer.coversAll } ?? 0)...].map(\.layer) }

    /// Whether one of them hides the list.
    var coversList: Bool { entries.contains { $0.layer.coversAll } }

    /// The highest layer of that kind. A new one is put on top; `nil` takes it away, wherever it lies.
    subscript<Kind: Layer>(_ kind: Kind.Type) -> Kind? {
        get { entries.last { $0.layer is Kind }?.layer as? Kind }
        set {
            let index = entries.lastIndex { $0.layer is Kind }
            switch (index, newValue) {
            case (let index?, let layer?): entries[index].layer = layer
            case (let index?, nil): entries.remove(at: index)
            case (nil, let layer?):
                opened += 1
                entries.append(Entry(number: opened, layer: layer))
            case (nil, nil): break
            }
        }
    }

    /// The layer of that number; `nil` for one that was closed, which cannot be put back.
    subscript(number number: Int) -> (any Layer)? {
        get { entries.last { $0.number == number }?.layer }
        set {
            guard let newValue, let index = entries.lastIndex(where: { $0.number == number }) else { return }
            entries[index].layer = newValue
        }
    }

    mutating func removeTop() { _ = entries.popLast() }
    mutating func removeAll() { entries = [] }

    mutating func resize(to screen: Size) { for index in entries.indices { entries[index].layer.resize(to: screen) } }
}

/// Draws layers, each anew only when it, or what it depends on, is another.
struct LayerView {
    private struct Input: Equatable {
        let layer: any Layer
        let context: LayerContext

        static func == (left: Input, right: Input) -> Bool {
            left.context == right.context && left.layer.isEqual(to: right.layer)
        }
    }

    private let words: Words
    private var drawn: [Memo<Input, LayerPicture>] = []

    init(words: Words) { self.words = words }

    /// Adds what can be seen of the layers to `frame`; returns the number of the first panel of the one in front.
    mutating func add(_ state: ShopState, to frame: inout Frame) -> Int? {
        guard !state.layers.isEmpty else {
            drawn = []
            return nil
        }
        let layers = state.layers.visible
        drawn = Array(drawn.prefix(layers.count))
        while drawn.count < layers.count { drawn.append(Memo()) }
        var start: Int?
        for (number, layer) in layers.enumerated() {
            start = frame.panels.count
            let input = Input(layer: layer, context: LayerContext(layer, in: state))
            frame.add(drawn[number].value(for: input) { [words] input in input.layer.draw(input.context, words) })
        }
        return start
    }
}

extension Frame {
    mutating func add(_ picture: LayerPicture) {
        panels += picture.panels
        cursor = picture.cursor ?? cursor
        showsCursor = picture.showsCursor
    }
}
