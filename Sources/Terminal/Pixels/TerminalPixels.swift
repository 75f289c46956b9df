import CNcurses
import Canvas
import Glibc
import NIOConcurrencyHelpers
import Pictures
import Platform

/// Pixel pictures on the terminal, from the first query to the removal of the last picture.
@TerminalActor
final class TerminalPixels {
    /// The size of a cell in pixels; set once pictures are shown as pixels.
    let density: PixelDensity
    private let output: TerminalOutput
    private let colors: PictureColors
    private let wakeUp: @Sendable () -> Void
    private var query: PixelQuery
    private let outer: (@Sendable () async -> OuterTerminal?)?
    private let outerFound = NIOLockedValueBox<PixelProtocol?>(nil)
    private var isAsking = false
    private(set) var screen: (any PixelScreen)?
    private var remembered = 0
    /// The background colour; black until it is known.
    private let background = Background()

    @TerminalActor
    private final class Background {
        var value: UInt32 = 0
    }

    /// `outer` asks tmux about the terminal behind it; `nil` outside tmux.
    init(
        _ choice: PictureChoice, _ colors: PictureColors, _ output: TerminalOutput, _ density: PixelDensity,
        outer: (@Sendable () async -> OuterTerminal?)?, wakeUp: @escaping @Sendable () -> Void
    ) {
        query = PixelQuery(choice)
        self.colors = colors
        self.output = output
        self.density = density
        self.outer = outer
        self.wakeUp = wakeUp
    }

    /// Starts detection, after the first frame, and returns the first query; tmux is asked concurrently.
    func ask() -> [UInt8] {
        isAsking = true
        if let outer {
            Task(executorPreference: TaskThreadPool.shared) { [outerFound, wakeUp, colors] in
                guard let terminal = await outer(), let found = PixelQuery.pixels(of: terminal, colors) else { return }
                outerFound.withLockedValue { $0 = found }
                wakeUp()
            }
        }
        return PixelQuery.question
    }

    /// Processes a reply. Returns the next query, if any.
    func receive(_ reply: TerminalReply) -> [UInt8]? {
        guard isAsking else { return nil }
        if case .background(let color) = reply { background.value = color.value }
        switch query.receive(reply) {
        case .wait: return nil
        case .ask(let question): return question
        case .found(let found):
            if let found { open(found) }
            return nil
        }
    }

    private func open(_ found: PixelProtocol) {
        guard screen == nil else { return }
        switch found {
        case .kitty(let throughTmux):
            screen = KittyScreen(
                KittyGraphics(throughTmux: throughTmux), KittyNumbering(process: getpid(), colors), output,
                wakeUp: wakeUp)
            density.cell = measuredCell ?? query.cell ?? .standard
        case .sixel(let colors):
            guard let cell = measuredCell ?? query.cell else { return }
            // Text that curses shifts within a row would leave pixels behind.
            idcok(curses_screen(), false)
            let (background, density) = (background, density)
            screen = SixelScreen(
                colors: colors, output, cell: { density.cell }, background: { background.value }, wakeUp: wakeUp)
            density.cell = cell
        }
    }

    /// The cell size that the terminal device reports (as opposed to the terminal's reply in `query.cell`); `nil` if
    /// it reports none.
    private var measuredCell: CellPixels? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard terminal_cell_size(STDIN_FILENO, &width, &height) else { return nil }
        return CellPixels(width: Int(width), height: Int(height))
    }

    /// Call after the terminal was resized: the cell size may have changed with its font.
    func resize() {
        guard screen != nil, let cell = measuredCell else { return }
        density.cell = cell
    }

    /// Call before a frame is planned.
    func begin(_ compositor: inout Compositor) {
        if outer != nil, let found = outerFound.withLockedValue({ $0 }) { open(found) }
        screen?.begin(&compositor)
    }

    /// Whether the bytes that remove all pictures when the program is killed have changed since the last call.
    func restoreSequenceDidChange() -> Bool {
        guard let bytes = screen?.restoreSequence, bytes.count != remembered else { return false }
        remembered = bytes.count
        return true
    }
}
