import Canvas
import Domain
import Foundation
import NIOConcurrencyHelpers
import Platform
import Settings
import ShopClient
import Terminal

/// The main loop of the shop: it turns events into actions, lets the reducer change the state, performs the effects,
/// and draws one frame.
@TerminalActor
public final class ShopLoop {
    private let device: any TerminalDevice
    private let repository: SectionRepository
    let pictures: PictureRepository?
    private let updates: LiveUpdates?
    private let visits: VisitStore?
    private let notes: [StartNote]
    private let services: [CounterID: any CounterService]
    private let inbox: Inbox
    private let tasks = EffectTasks()
    var screen: ShopScreen
    private var prediction = KeyPrediction()
    /// The pictures to request after the next frame is drawn; `nil` if they are the same as before.
    private var wanted: PictureDemand?
    private var pace = InputPace()
    /// Returns the time for `pace`; tests set their own.
    var now: @TerminalActor () -> ContinuousClock.Instant = { .now }
    /// Fires when the keys may have come to rest.
    private var restTimer: OneShotTimer?
    /// The frame on the screen, against which clicks are resolved.
    private var shown: Frame?
    private let changes: SettingsChanges?
    private var timers: [TimerID: OneShotTimer] = [:]
    private var timerStarts: [TimerID: Int] = [:]
    private var isDone = false

    /// Creates a loop that shows `counters`, at least one, as the shop's `appearance` says, until the shop says another.
    ///
    /// Without `pictures` none are shown. Without `updates` sections change only when they are fetched. `guest` orders
    /// at this terminal, and `place` is the name of a remote server. On the first visit according to `visits` the guest
    /// is welcomed. `settings` apply until `changes` delivers new ones. After `idleLimit` without input the guest is
    /// logged out.
    public init(
        device: any TerminalDevice, repository: SectionRepository, pictures: PictureRepository? = nil,
        updates: LiveUpdates? = nil, counters: [ShopCounter], appearance: ShopAppearance = ShopAppearance(),
        guest: Guest = Guest(), place: String? = nil,
        visits: VisitStore? = nil, notes: [StartNote] = [], settings: Settings = Settings(),
        changes: SettingsChanges? = nil, idleLimit: IdleLimit? = nil, words: Words
    ) {
        self.device = device
        self.repository = repository
        self.pictures = pictures
        self.updates = updates
        self.visits = visits
        self.notes = notes
        services = Dictionary(counters.map { ($0.counter.id, $0.service) }) { first, _ in first }
        inbox = Inbox { device.signal() }
        let state = ShopState(
            size: device.size, sections: repository.sections.map(repository.section),
            counters: counters.map(\.counter),
            connection: repository.connection, pictureColors: pictures == nil ? .none : device.pictureColors,
            guest: guest, shopName: place, language: words.language, settings: settings, idleLimit: idleLimit,
            appearance: appearance, now: Date())
        screen = ShopScreen(state: state, view: ShopView(words: state.words))
        self.changes = changes
    }

    /// Whether the guest was logged out for being idle.
    public var isLoggedOut: Bool { screen.state.isLoggedOut }

    /// Returns what stays in the terminal after the visit: nothing if nothing was bought, or if the user does not want it.
    /// `hint` says in the guest's language how to follow what was ordered; `nil` if that is not possible.
    public func receipt(hint: (Words) -> String?) -> [String] {
        let state = screen.state
        guard state.settings.receipt else { return [] }
        return VisitReceipt(entries: state.all.flatMap(\.receipt), words: state.words, screen: state.size.width)
            .lines(of: state.appearance.name(in: state.language), hint: hint(state.words))
    }

    /// Shows the shop until the guest leaves.
    ///
    /// The first frame is drawn from cached data, before anything is fetched and before `companion` starts. `companion`
    /// then runs concurrently with the repository and is cancelled with it. If it throws, the shop closes and this
    /// method rethrows the error.
    public func run<Problem: Error>(
        alongside companion: @escaping @Sendable () async throws(Problem) -> Void
    ) async throws(Problem) {
        let problem = NIOLockedValueBox<Problem?>(nil)
        let inbox = inbox
        await run {
            do throws(Problem) {
                try await companion()
            } catch {
                problem.withLockedValue { $0 = error }
                inbox.put(.end)
            }
        }
        if let problem = problem.withLockedValue({ $0 }) { throw problem }
    }

    /// Shows the shop until the guest leaves, with a companion that cannot fail.
    public func run(alongside companion: @escaping @Sendable () async -> Void = {}) async {
        draw(screen.frame())
        device.setTitle(screen.state.title(screen.state.words))
        updates?.watch(sections(of: screen.state.counter))
        updates?.onShopChange { [inbox] in inbox.put(.section(.shop)) }
        if !notes.isEmpty { inbox.put(.started(notes)) }
        let services = services.map { (service: $1, context: context(of: $0)) }
        let observers = observe()
        await withDiscardingTaskGroup { group in
            let (repository, pictures, tasks, updates) = (repository, pictures, tasks, updates)
            let (visits, changes, inbox) = (visits, changes, inbox)
            group.addTask { await companion() }
            group.addTask { if visits?.noteVisit() == true { inbox.put(.firstVisit) } }
            group.addTask { await changes?.run { inbox.put(.settings($0)) } }
            group.addTask { await repository.run() }
            group.addTask { await pictures?.run() }
            for (service, context) in services { group.addTask { await service.run(in: context) } }
            group.addTask { await tasks.run() }
            group.addTask { await updates?.run() }
            await device.serve(turn)
            group.cancelAll()
        }
        observers.forEach { $0.cancel() }
        restTimer?.cancel()
        timers.values.forEach { $0.cancel() }
    }

    /// Forwards the notifications of the repositories to the inbox, beginning with what changed before.
    private func observe() -> [Task<Void, Never>] {
        let (repository, inbox, updates) = (repository, inbox, updates)
        let sections = SectionDidChange.observe(repository) {
            for section in repository.sections { inbox.put(.section(section)) }
        } each: {
            inbox.put(.section($0.section))
        }
        let noteConnection: @Sendable () -> Void = {
            inbox.put(.connection)
            if repository.connection == .connected { updates?.serverBecameReachable() }
        }
        let connection = ConnectionDidChange.observe(repository, first: noteConnection) { _ in noteConnection() }
        let shown = pictures.map {
            PictureDidChange.observe($0, first: { inbox.put(.pictures) }) { _ in inbox.put(.pictures) }
        }
        return [sections, connection] + (shown.map { [$0] } ?? [])
    }

    /// Handles all waiting events and items and draws once. Returns whether the guest stays.
    private func turn(_ events: [TerminalEvent]) -> Bool {
        let items = inbox.drain()
        pace.note(hasInput: !events.isEmpty, at: now())
        if !events.isEmpty { repository.retrySoon() }
        if let move = prediction.move(for: events, items) {
            show(move)
        } else {
            let time = Date()
            var effects = reduce(&screen.state, all: events.compactMap(action), at: time)
            for item in items { effects += self.effects(of: item, at: time) }
            for effect in effects { perform(effect) }
            if !isDone { draw(screen.frame()) }
        }
        if pace.isHurried, restTimer == nil, screen.state.list.panePicture != nil { awaitRest() }
        if prediction.isDue { device.expect { [weak self] in self?.predict() } }
        return !isDone
    }

    private func predict() -> Frame? { prediction.predict(on: self) }

    /// Shows the predicted result of a key, then updates pictures that came or went since it was computed.
    private func show(_ move: KeyPrediction.Move) {
        wanted = move.demand
        // Draw first: releasing the memory of the previous state takes time as well.
        draw(move.frame)
        screen = move.screen
        guard move.demand != nil else { return }
        let known = knownPictures(of: screen.state, isHurried: pace.isHurried)
        guard known != screen.state.pictures.known else { return }
        for effect in reduce(&screen.state, .picturesChanged(known)) { perform(effect) }
        draw(screen.frame())
    }

    /// Reduces an item of the inbox, reading the current value of what changed.
    private func effects(of item: Inbox.Item, at now: Date) -> [Effect] {
        switch item {
        case .section(let id): reduce(&screen.state, .sectionChanged(repository.section(id), at: now))
        case .connection:
            reduce(
                &screen.state,
                .connectionChanged(
                    repository.connection, nextTry: repository.nextTry, isPolled: repository.isPolled))
        case .pictures: reducePictures()
        case .rest: rest()
        // Only the latest start of a timer counts.
        case .timer(let timer, let start):
            timerStarts[timer] == start ? reduce(&screen.state, .timerFired(timer, at: now)) : []
        case .event(let counter, let event): reduce(&screen.state, .event(counter, event))
        case .firstVisit: reduce(&screen.state, .firstVisit)
        case .started(let notes): reduce(&screen.state, .started(notes))
        case .settings(let update): apply(update)
        case .end: reduce(&screen.state, .ended)
        }
    }

    private func apply(_ update: SettingsUpdate) -> [Effect] {
        let effects = reduce(&screen.state, .settingsRead(update))
        screen.view = ShopView(words: screen.state.words)
        device.setTitle(screen.state.title(screen.state.words))
        return effects
    }

    /// Updates the states of the wanted pictures.
    private func reducePictures() -> [Effect] {
        guard pictures != nil else { return [] }
        let known = knownPictures(of: screen.state, isHurried: pace.isHurried)
        return reduce(&screen.state, .picturesChanged(known))
    }

    /// Returns the states of the wanted pictures. While keys are hurried, a large picture beside the list that is not
    /// shown yet is left out: it would be seen in passing only, and is more to send than all else that a key changes.
    func knownPictures(of state: ShopState, isHurried: Bool) -> [PictureRequest: PictureState] {
        guard let pictures else { return [:] }
        let passing = isHurried ? state.list.panePicture.flatMap { state.pictures.known[$0] == nil ? $0 : nil } : nil
        let wanted = state.pictures.demand.inView.lazy.filter { $0 != passing }
        return Dictionary(wanted.map { ($0, pictures.picture($0)) }) { first, _ in first }
    }

    /// Shows what was left out once the keys rest.
    private func awaitRest() {
        let inbox = inbox
        restTimer = OneShotTimer(after: pace.timeToRest(at: now())) { inbox.put(.rest) }
    }

    /// Handles the end of the rest time, which may have begun anew meanwhile.
    private func rest() -> [Effect] {
        restTimer = nil
        return reducePictures()
    }

    private func draw(_ frame: Frame) {
        device.draw(frame)
        shown = frame
        // Only now, so that loading pictures does not delay the rows.
        if let wanted { pictures?.request(wanted) }
        wanted = nil
    }

    /// Returns the action for a terminal event; `nil` if the event has no meaning.
    private func action(for event: TerminalEvent) -> ShopAction? {
        switch event {
        case .key(let key): .keyPressed(key)
        case .mouse(let event): shown.flatMap { screen.view.inputPanels.action(of: event, in: $0) }
        case .resized(let size): .resized(size)
        case .stopRequested: .stopRequested
        case .continued: .screenLost
        case .hungUp: .hungUp
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .refetch(let section): repository.refetch(section)
        case .limitRows(let section, let count): repository.limitRows(of: section, to: count)
        case .refetchAll: repository.refetchAll()
        case .show(let counter):
            repository.show(sections(of: counter))
            updates?.watch(sections(of: counter))
            device.setTitle(screen.state.title(screen.state.words))
        case .arrange: repository.arrange(screen.state.all.flatMap(\.sections))
        case .refresh(let counter): refresh(counter)
        case .request(let request): perform(request)
        case .wantPictures(let demand): request(demand)
        case .retryPictures: pictures?.retryFailed()
        case .startTimer(let timer, let duration): start(timer, duration)
        case .ring: if screen.state.settings.bell { device.ring() }
        case .notify(let notification): device.notify(notification[screen.state.language])
        case .copy(let text): device.copy(text)
        case .use(let preferences): device.use(preferences)
        case .keep(let change): keep(change)
        case .repaint: device.repaint()
        case .stop: device.stop()
        case .quit: isDone = true
        }
    }

    private func keep(_ change: SettingChange) {
        let (changes, inbox, current) = (changes, inbox, screen.state.settings)
        tasks.start(lasting: {
            if let update = changes?.keep(change, current) { inbox.put(.settings(update)) }
        })
    }

    /// Pictures that are already loaded are shown in the same frame; the others are requested after it is drawn.
    private func request(_ demand: PictureDemand) {
        wanted = demand
        for effect in reducePictures() { perform(effect) }
    }

    /// Passes a request to its counter's service. What is known at once is shown in the same frame.
    private func perform(_ request: AddressedRequest) {
        let counter = request.counter
        guard let event = services[counter]?.perform(any: request.value, context(of: counter)) else { return }
        for effect in reduce(&screen.state, .event(counter, event)) { perform(effect) }
    }

    private func context(of counter: CounterID) -> ServiceContext {
        ServiceContext(counter: counter, tasks: tasks, inbox: inbox, repository: repository)
    }

    /// Fetches the counter's sections again, unless the server pushes its changes.
    private func refresh(_ counter: CounterID) {
        guard updates?.isLive != true else { return }
        sections(of: counter).forEach(repository.refresh)
    }

    private func sections(of counter: CounterID) -> [SectionID] {
        screen.state.all.first { $0.id == counter }?.sections.map(\.id) ?? []
    }

    private func start(_ timer: TimerID, _ duration: Duration) {
        timers[timer]?.cancel()
        let start = timerStarts[timer, default: 0] + 1
        timerStarts[timer] = start
        let inbox = inbox
        timers[timer] = OneShotTimer(after: duration) { inbox.put(.timer(timer, start: start)) }
    }
}

/// The state and the view that draws it. They are kept together so that the state is drawn in place: a copy would
/// retain everything in it.
struct ShopScreen {
    var state: ShopState
    var view: ShopView

    mutating func frame() -> Frame { view.frame(of: state) }
}
