import Canvas
import ShopClient
import Terminal

/// Something that lies above a counter's list and takes the keys: a page, a form, a question, the help page.
protocol Layer: Hashable, Sendable {
    /// The keys that work now.
    var keyTable: KeyTable { get }
    /// Whether it hides everything below it.
    var coversAll: Bool { get }
    /// Whether something turns until an answer is there.
    var isWaiting: Bool { get }
    /// Whether letters are letters, so that `press` takes the keys.
    var takesText: Bool { get }

    func handle(_ command: Command, _ state: inout ShopState) -> [Effect]
    func press(_ key: Key, _ state: inout ShopState) -> [Effect]
    mutating func resize(to screen: Size)

    /// What it shows of pictures.
    func pictures(in state: ShopState) -> [PictureRequest: PictureState]
    /// What it wants of pictures in the place of the list's; `nil` where it leaves that to the list.
    func wantedPictures(on screen: Size) -> [PictureRequest]?
    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture
}

extension ShopState {
    /// The pictures of the highest layer that has any; `nil` where the list's are seen.
    var picturesOfLayers: [PictureRequest]? { layers.layers.lazy.compactMap { $0.wantedPictures(on: size) }.last }
}

extension Layer {
    func wantedPictures(on screen: Size) -> [PictureRequest]? { nil }
    var coversAll: Bool { false }
    var isWaiting: Bool { false }
    var takesText: Bool { false }

    func press(_ key: Key, _ state: inout ShopState) -> [Effect] { [] }
    mutating func resize(to screen: Size) {}
    func pictures(in state: ShopState) -> [PictureRequest: PictureState] { [:] }

    fileprivate func isEqual(to other: any Layer) -> Bool { self == other as? Self }
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
        spinner = SectionHeader.spinner(layer.isWaiting ? state.spinnerPhase : 0)
        pictures = layer.pictures(in: state)
    }
}

/// What a layer shows.
struct LayerPicture {
    var panels: [Panel]
    /// Where the terminal's cursor rests; `nil` where it stays as it is.
    var cursor: Point?
    var showsCursor = false
}

/// The layers above the list, from the lowest to the one that takes the keys.
struct LayerStack: Sendable {
    private(set) var layers: [any Layer] = []

    var top: (any Layer)? { layers.last }
    var isEmpty: Bool { layers.isEmpty }

    /// Those that can be seen: the highest that covers all others, and what lies above it.
    var visible: ArraySlice<any Layer> { layers[(layers.lastIndex { $0.coversAll } ?? 0)...] }

    /// Whether one of them hides the list.
    var coversList: Bool { layers.contains { $0.coversAll } }

    /// The highest layer of that kind. A new one is put on top; `nil` takes it away, wherever it lies.
    subscript<Kind: Layer>(_ kind: Kind.Type) -> Kind? {
        get { layers.last { $0 is Kind } as? Kind }
        set {
            let index = layers.lastIndex { $0 is Kind }
            switch (index, newValue) {
            case (let index?, let layer?): layers[index] = layer
            case (let index?, nil): layers.remove(at: index)
            case (nil, let layer?): layers.append(layer)
            case (nil, nil): break
            }
        }
    }

    mutating func resize(to screen: Size) { for index in layers.indices { layers[index].resize(to: screen) } }
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

    /// Adds what can be seen of the layers to `frame`.
    mutating func add(_ state: ShopState, to frame: inout Frame) {
        let layers = state.layers.visible
        drawn = Array(drawn.prefix(layers.count))
        while drawn.count < layers.count { drawn.append(Memo()) }
        for (number, layer) in layers.enumerated() {
            let input = Input(layer: layer, context: LayerContext(layer, in: state))
            let picture = drawn[number].value(for: input) { [words] input in input.layer.draw(input.context, words) }
            frame.panels += picture.panels
            frame.cursor = picture.cursor ?? frame.cursor
            frame.showsCursor = picture.showsCursor
        }
    }
}
