import Canvas
import Terminal

/// A terminal that is not there: it shows frames to whoever asks, and its keys come from a test.
@TerminalActor
final class RecordingTerminal: TerminalDevice {
    private(set) var size: Size
    /// What each call of `draw` changed, the first one included.
    private(set) var plans: [DrawPlan] = []
    private(set) var frame: Frame?
    private(set) var repaints = 0
    private(set) var stops = 0

    private var compositor = Compositor()
    private var handler: ([TerminalEvent]) -> Void = { _ in }
    private var watchers: [(condition: (Frame) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    let pictureColors: PictureColors

    init(size: Size, pictureColors: PictureColors = .none) {
        self.size = size
        self.pictureColors = pictureColors
    }

    func draw(_ frame: Frame) {
        self.frame = frame
        plans.append(compositor.plan(for: frame))
        let satisfied = watchers.filter { $0.condition(frame) }
        watchers.removeAll { $0.condition(frame) }
        for watcher in satisfied { watcher.continuation.resume() }
    }

    func serve(_ handler: @escaping @TerminalActor ([TerminalEvent]) -> Bool) async {
        await withCheckedContinuation { continuation in
            self.handler = { [weak self] events in
                guard !handler(events) else { return }
                self?.handler = { _ in }
                continuation.resume()
            }
        }
    }

    nonisolated func signal() { Task { @TerminalActor in handler([]) } }

    func repaint() {
        repaints += 1
        compositor.reset()
    }

    func stop() { stops += 1 }

    // MARK: - For tests

    func press(_ keys: Key...) { handler(keys.map { .key($0) }) }

    func send(_ event: TerminalEvent) {
        if case .resized(let size) = event { self.size = size }
        handler([event])
    }

    /// Returns as soon as a frame is shown that `condition` holds for.
    func wait(until condition: @escaping (Frame) -> Bool) async {
        if let frame, condition(frame) { return }
        await withCheckedContinuation { watchers.append((condition, $0)) }
    }

    /// Forgets what was drawn so far.
    func forgetPlans() { plans = [] }

    /// Regions whose content changed since `forgetPlans()`.
    var changed: Set<Region> { plans.reduce(into: []) { $0.formUnion($1.changed) } }

    /// Cells of text and pictures drawn since `forgetPlans()`.
    var cellsDrawn: Int {
        let lines = plans.flatMap(\.rows).flatMap(\.segments).map(\.line)
        return lines.flatMap(\.spans).reduce(0) { $0 + $1.columns }
            + lines.flatMap(\.pictures).reduce(0) { $0 + $1.columns }
    }
}
