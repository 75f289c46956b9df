import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// A layer above a counter's list that receives the keys: a page, a form, a question, the help page. It belongs to a
/// counter (`CounterLayer`) or to the shell (`ShellLayer`).
protocol Layer: Hashable, Sendable {
    /// The keys that work now.
    var keyTable: KeyTable { get }
    /// Whether it hides everything below it.
    var coversAll: Bool { get }
    /// Whether it shows a spinner until an answer arrives.
    var isWaiting: Bool { get }
    /// Whether it says how old something is, so that it is drawn again each minute.
    var showsAge: Bool { get }
    /// Whether keys that are no commands are typed as text.
    var takesText: Bool { get }
    /// Whether the focus is in a text. A key is then a command only if the key table lists it as it is, without mapping
    /// Hangul keys to Latin ones.
    var isInText: Bool { get }
    /// Whether text is being typed that has no effect. Its blanks have none either: they are no command.
    var hasIgnoredText: Bool { get }
    var saleItem: SaleItem? { get }
    /// Its topic on the help page, all of whose keys work somewhere in it; `nil` for those that work at its cursor.
    var helpTopic: HelpTopic? { get }
    /// Returns the lines to copy from it; empty if there is nothing to copy.
    func copiedLines(_ words: Words) -> [String]
    /// Its search, if the lower edge shows it, and the number of matches.
    var search: SearchField? { get }
    var foundCount: Int { get }
    /// Returns which part of it is shown, such as "1-10/56", for the lower edge; `nil` if all of it is.
    func position(on screen: Size, _ words: Words) -> String?

    /// Lays it out for a screen of another size or language.
    mutating func layOut(on screen: Size, _ words: Words)
    /// Returns the pictures that it wants instead of the list's; `nil` if those of the list are wanted.
    func wantedPictures(on screen: Size) -> [PictureRequest]?
    func draw(_ context: LayerContext, _ words: Words) -> LayerPicture

    /// Handles `input` together with its owner.
    mutating func run(_ input: LayerInput, in state: inout ShopState) -> [Effect]
    func pictures(in state: ShopState) -> [PictureRequest: PictureState]
}

/// A key or click for a layer.
enum LayerInput {
    case command(Command)
    /// A key that is no command.
    case typed(Key)
    /// A click on a target of its own.
    case clicked(Click)
}

/// A layer of a counter. Handling input changes the layer, its owner, and what the shell allows.
protocol CounterLayer: Layer {
    associatedtype Owner: Counter

    mutating func handle(_ command: Command, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// Handles a key that is no command, if text can be typed.
    mutating func type(_ key: Key, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// Handles a click on something that it has drawn.
    mutating func click(_ click: Click, _ owner: inout Owner, _ shell: inout ShellContext) -> [Owner.Request]
    /// Returns the states of the pictures that it shows. `known` holds the states of the shop's pictures.
    func pictures(_ known: [PictureRequest: PictureState], of owner: Owner) -> [PictureRequest: PictureState]
}

/// A layer of the shell, which no counter owns.
protocol ShellLayer: Layer {
    mutating func handle(_ command: Command, _ shell: inout ShellContext)
    /// Handles a key that is no command, if text can be typed.
    mutating func type(_ key: Key, _ shell: inout ShellContext)
    /// Handles a click on something that it has drawn.
    mutating func click(_ click: Click, _ shell: inout ShellContext)
}

extension Layer {
    var coversAll: Bool { false }
    var isWaiting: Bool { false }
    var showsAge: Bool { false }
    var takesText: Bool { false }
    var isInText: Bool { false }
    var hasIgnoredText: Bool { false }
    var saleItem: SaleItem? { nil }
    var helpTopic: HelpTopic? { nil }
    func copiedLines(_ words: Words) -> [String] { [] }
    var search: SearchField? { nil }
    var foundCount: Int { 0 }
    func position(on screen: Size, _ words: Words) -> String? { nil }

    mutating func layOut(on screen: Size, _ words: Words) {}
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
    /// The pictures that the highest layer with its own pictures wants; `nil` if those of the list are wanted.
    var picturesOfLayers: [PictureRequest]? { layers.layers.lazy.compactMap { $0.wantedPictures(on: size) }.last }

    /// Lets the layer with that number handle `input`, if it is still open.
    mutating func run(layer index: Int, _ input: LayerInput) -> [Effect] {
        guard var layer = layers[number: index] else { return [] }
        let effects = layer.run(input, in: &self)
        layers[number: index] = layer
        // Only now: it may change the layer.
        return effects + handleListed()
    }
}

/// What the drawing of a layer depends on besides the layer itself.
struct LayerContext: Hashable {
    let screen: Size
    /// The layout of the list below, as used by layers that cover the list.
    let layout: ListLayout
    let spinner: String
    let pictures: [PictureRequest: PictureState]
    /// The time from which ages are computed, for layers that show some.
    let now: Date

    init(_ layer: some Layer, in state: ShopState) {
        screen = state.size
        layout = state.list.layout.coveringList
        // Layers that do not wait get a constant frame, so that they are not redrawn when the spinner turns.
        spinner = state.isPlain ? " " : SectionHeader.spinner(layer.isWaiting ? state.spinnerPhase : 0)
        pictures = layer.pictures(in: state)
        now = layer.showsAge ? state.now : .distantPast
    }
}

/// The drawing of a layer, or of a view beside a list.
struct LayerPicture {
    var panels: [Panel]
    /// The position of the terminal's cursor; `nil` to leave it where it is.
    var cursor: Point?
    var showsCursor = false
    /// What the focused button does, for the lower edge; `nil` if no button has the focus.
    var verb: String?
}

/// The layers above the list, from the lowest to the top one, which receives the keys.
struct LayerStack: Sendable {
    private struct Entry: Sendable {
        let number: Int
        var layer: any Layer
    }

    private var entries: [Entry] = []
    /// The number of layers opened so far. Each layer gets a number that is never used again.
    private var opened = 0

    var layers: some RandomAccessCollection<any Layer> { entries.lazy.map(\.layer) }
    var top: (any Layer)? { entries.last?.layer }
    var topNumber: Int? { entries.last?.number }
    var isEmpty: Bool { entries.isEmpty }

    /// The visible layers: the highest one that covers all others, and those above it.
    var visible: [any Layer] { entries[(entries.lastIndex { $0.layer.coversAll } ?? 0)...].map(\.layer) }

    var coversList: Bool { entries.contains { $0.layer.coversAll } }

    /// The highest layer of that type. Setting it when there is none adds a layer on top; setting `nil` removes it,
    /// wherever it lies.
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

    /// The layer with that number; `nil` if it was closed. A closed layer cannot be set again.
    subscript(number number: Int) -> (any Layer)? {
        get { entries.last { $0.number == number }?.layer }
        set {
            guard let newValue, let index = entries.lastIndex(where: { $0.number == number }) else { return }
            entries[index].layer = newValue
        }
    }

    mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }
    mutating func removeAll() { entries = [] }

    mutating func layOut(on screen: Size, _ words: Words) {
        for index in entries.indices { entries[index].layer.layOut(on: screen, words) }
    }
}

/// Draws layers. Each is redrawn only when it, or what it depends on, has changed.
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
    /// What the focused button of the top layer does; `nil` if no button has the focus.
    private(set) var verb: String?

    init(words: Words) { self.words = words }

    /// Adds the visible layers to `frame`. Returns the index of the first panel of the top layer; `nil` if there is no
    /// layer.
    mutating func add(_ state: ShopState, to frame: inout Frame) -> Int? {
        verb = nil
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
            let picture = drawn[number].value(for: input) { [words] input in input.layer.draw(input.context, words) }
            frame.add(picture)
            verb = picture.verb
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
