import Canvas
import Foundation
import ShopClient
import Terminal

/// The loop: events become actions, the reducer changes the state, effects are started, and one frame is drawn.
@TerminalActor
public final class ShopLoop {
    private let device: any TerminalDevice
    private let repository: MenuRepository
    private let inbox: Inbox
    private var state: ShopState
    private var view: ShopView
    private var timers: [TimerID: Task<Void, Never>] = [:]
    /// How often each timer was started.
    private var timerStarts: [TimerID: Int] = [:]
    private var isDone = false

    public init(device: any TerminalDevice, repository: MenuRepository, words: Words) {
        self.device = device
        self.repository = repository
        inbox = Inbox { device.ring() }
        state = ShopState(
            size: device.size, sections: repository.sections.map(repository.section),
            connection: repository.connection, now: Date())
        view = ShopView(words: words)
    }

    /// Shows the shop until the guest leaves. The first frame is drawn from what is known before anything is fetched.
    public func run() async {
        draw()
        let observers = observe()
        await withDiscardingTaskGroup { group in
            let repository = repository
            group.addTask { await repository.run() }
            // What changed between the first look and the observers' arrival is told like any other change.
            repository.sections.forEach(inbox.put(section:))
            while !isDone { await turn() }
            group.cancelAll()
        }
        observers.forEach(NotificationCenter.default.removeObserver)
        timers.values.forEach { $0.cancel() }
    }

    /// Takes everything that is there, and draws once.
    private func turn() async {
        let events = await device.events()
        var effects: [Effect] = []
        for event in events { effects += reduce(&state, ShopLoop.action(for: event)) }
        for action in inbox.take(from: repository, timerStarts: timerStarts, now: Date()) {
            effects += reduce(&state, action)
        }
        for effect in effects { perform(effect) }
        if !isDone { draw() }
    }

    private func draw() { device.draw(view.frame(of: state)) }

    private static func action(for event: TerminalEvent) -> ShopAction {
        switch event {
        case .key(let key): .keyPressed(key)
        case .resized(let size): .resized(size)
        case .stopRequested: .stopRequested
        case .continued: .screenLost
        case .hungUp: .hungUp
        }
    }

    private func observe() -> [NotificationCenter.ObservationToken] {
        let inbox = inbox
        return [
            NotificationCenter.default.addObserver(of: repository, for: SectionDidChange.self) { message in
                inbox.put(section: message.section)
            },
            NotificationCenter.default.addObserver(of: repository, for: ConnectionDidChange.self) { _ in
                inbox.putConnectionChange()
            },
        ]
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .refetch(let section): repository.refetch(section)
        case .refetchAll: repository.refetchAll()
        case .startTimer(let timer, let duration): start(timer, duration)
        case .repaint: device.repaint()
        case .stop: device.stop()
        case .quit: isDone = true
        }
    }

    private func start(_ timer: TimerID, _ duration: Duration) {
        timers[timer]?.cancel()
        let start = timerStarts[timer, default: 0] + 1
        timerStarts[timer] = start
        let inbox = inbox
        timers[timer] = Task {
            // Cancelled while it slept: its time never came.
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            inbox.put(timer: timer, start: start)
        }
    }
}
