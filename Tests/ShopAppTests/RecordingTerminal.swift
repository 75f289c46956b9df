import Canvas
import Platform
import Terminal
import Testing

/// A fake terminal that records frames, with keys from a test.
@TerminalActor
final class RecordingTerminal: TerminalDevice {
    private(set) var size: Size
    /// The changes made by each call of `draw`, including the first.
    private(set) var plans: [DrawPlan] = []
    private(set) var frame: Frame?
    private(set) var repaints = 0
    private(set) var stops = 0
    private(set) var rings = 0
    private(set) var preferences: [TerminalPreferences] = []
    private(set) var notifications: [DesktopNotification] = []
    private(set) var copies: [ClipboardText] = []
    private(set) var titles: [String] = []

    private var compositor = Compositor()
    private var handler: ([TerminalEvent]) -> Void = { _ in }
    private var watchers: [Int: (condition: (Frame) -> Bool, continuation: CheckedContinuation<Bool, Never>)] = [:]
    private var waits = 0

    let pictureColors: PictureColors
    /// Whether the next frame is computed after each event.
    private let isPredicting: Bool
    private(set) var expected: Frame?

    init(size: Size, pictureColors: PictureColors = .none, isPredicting: Bool = false) {
        self.size = size
        self.pictureColors = pictureColors
        self.isPredicting = isPredicting
    }

    func expect(_ next: @escaping @TerminalActor () -> Frame?) { expected = isPredicting ? next() : nil }

    func draw(_ frame: Frame) {
        self.frame = frame
        plans.append(compositor.plan(for: frame))
        let satisfied = watchers.filter { $0.value.condition(frame) }
        for (number, watcher) in satisfied {
            watchers[number] = nil
            watcher.continuation.resume(returning: true)
        }
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

    func use(_ chosen: TerminalPreferences) { preferences.append(chosen) }
    func stop() { stops += 1 }
    func ring() { rings += 1 }
    func notify(_ notification: DesktopNotification) { notifications.append(notification) }
    func copy(_ text: ClipboardText) { copies.append(text) }
    func setTitle(_ title: String) { titles.append(title) }

    // MARK: - For tests

    func press(_ keys: Key...) { handler(keys.map { .key($0) }) }

    func send(_ event: TerminalEvent) {
        if case .resized(let size) = event { self.size = size }
        handler([event])
    }

    /// Returns as soon as `condition` holds for a displayed frame. After a minute records an issue with the last frame.
    func wait(_ location: SourceLocation = #_sourceLocation, until condition: @escaping (Frame) -> Bool) async {
        if let frame, condition(frame) { return }
        waits += 1
        let number = waits
        let timer = OneShotTimer(after: RecordingTerminal.maxWait) { Task { await self.giveUp(number) } }
        let isSeen = await withCheckedContinuation { watchers[number] = (condition, $0) }
        timer.cancel()
        if !isSeen { Issue.record("not seen:\n\(frame?.picture ?? "nothing")", sourceLocation: location) }
    }

    private static let maxWait = Duration.seconds(60)

    private func giveUp(_ number: Int) {
        watchers.removeValue(forKey: number)?.continuation.resume(returning: false)
    }

    /// Forgets what was drawn so far.
    func forgetPlans() { plans = [] }

    /// The regions whose content changed since `forgetPlans()`.
    var changed: Set<Region> { plans.reduce(into: []) { $0.formUnion($1.changed) } }

    /// The number of text and picture cells drawn since `forgetPlans()`.
    var cellsDrawn: Int {
        let lines = plans.flatMap(\.rows).flatMap(\.segments).map(\.line)
        return lines.flatMap(\.spans).reduce(0) { $0 + $1.columns }
            + lines.flatMap(\.pictures).reduce(0) { $0 + $1.columns }
    }
}
