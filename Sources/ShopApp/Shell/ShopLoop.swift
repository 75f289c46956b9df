import Canvas
import Foundation
import NIOConcurrencyHelpers
import ShopClient
import ShopHTTP
import ShopModels
import TaskThreads
import Terminal

/// The loop: events become actions, the reducer changes the state, effects are started, and one frame is drawn.
@TerminalActor
public final class ShopLoop {
    private let device: any TerminalDevice
    private let repository: MenuRepository
    private let details: DetailSource
    private let orders: OrderDesk
    private let pictures: PictureRepository?
    private let juices: JuiceCounter
    private let drinks: DrinksRequestRunner
    private let phoneBook: ContactsRequestRunner?
    private let updates: LiveUpdates?
    private let inbox: Inbox
    private let tasks = EffectTasks()
    private var state: ShopState
    private var view: ShopView
    private var timers: [TimerID: Alarm] = [:]
    /// How often each timer was started.
    private var timerStarts: [TimerID: Int] = [:]
    private var isDone = false

    /// Without `pictures` none are shown, without `details` no dish has a page, without `orders` nothing is ordered, without
    /// `juices` none are made, without `drinks` there is no machine, without `phoneBook` no contacts are, and without `updates` sections change only when they are asked for.
    public init(
        device: any TerminalDevice, repository: MenuRepository, pictures: PictureRepository? = nil,
        details: DetailSource = .none, orders: OrderDesk = OrderDesk(counter: .none),
        juices: JuiceCounter = .none, drinks: DrinksCounter = .none, phoneBook: ContactsService? = nil,
        updates: LiveUpdates? = nil, words: Words
    ) {
        self.device = device
        self.repository = repository
        self.pictures = pictures
        self.details = details
        self.orders = orders
        self.juices = juices
        self.updates = updates
        inbox = Inbox { device.ring() }
        self.drinks = DrinksRequestRunner(counter: drinks, tasks: tasks, inbox: inbox)
        self.phoneBook = phoneBook.map { [tasks, inbox] in
            ContactsRequestRunner(service: $0, tasks: tasks, inbox: inbox)
        }
        state = ShopState(
            size: device.size, sections: repository.sections.map(repository.section),
            connection: repository.connection, pictureColors: pictures == nil ? .none : device.pictureColors,
            lastGuest: orders.lastGuest, hasPhoneBook: phoneBook != nil, now: Date())
        view = ShopView(words: words)
    }

    /// Shows the shop until the guest leaves. The first frame is drawn from what is known before anything is fetched
    /// and before `companion` begins, which then runs beside the repository and is cancelled with it. When it throws,
    /// there is no shop to show: the guest is shown out, and its error is thrown on.
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
                inbox.putEnd()
            }
        }
        if let problem = problem.withLockedValue({ $0 }) { throw problem }
    }

    /// The same with a companion that cannot fail.
    public func run(alongside companion: @escaping @Sendable () async -> Void = {}) async {
        draw()
        updates?.watch(state.counter.sections)
        let observers = observe() + (phoneBook?.observe() ?? [])
        await withDiscardingTaskGroup { group in
            let (repository, pictures, orders, tasks, inbox) = (repository, pictures, orders, tasks, inbox)
            let (updates, phoneBook) = (updates, phoneBook)
            group.addTask { await companion() }
            group.addTask { await repository.run() }
            group.addTask { await pictures?.run() }
            group.addTask { await phoneBook?.run() }
            group.addTask { await orders.run(telling: inbox) }
            group.addTask { await tasks.run() }
            group.addTask { await updates?.run() }
            await device.serve(turn)
            group.cancelAll()
        }
        observers.forEach { $0.cancel() }
        timers.values.forEach { $0.cancel() }
    }

    /// Not children of anybody who waits for them: a sequence of messages that is cancelled between two of them never
    /// returns (its handler runs before there is anything to end). Nobody misses such a task, so nobody waits for it.
    private func observe() -> [Task<Void, Never>] {
        let (repository, pictures, inbox, updates) = (repository, pictures, inbox, updates)
        return [
            Task(executorPreference: TaskThreads.shared) { await ShopLoop.forwardPictures(of: pictures, to: inbox) },
            Task(executorPreference: TaskThreads.shared) { await ShopLoop.forwardSections(of: repository, to: inbox) },
            Task(executorPreference: TaskThreads.shared) {
                await ShopLoop.forwardConnection(of: repository, to: inbox, and: updates)
            },
        ]
    }

    /// Takes everything that is there, and draws once. Says whether the guest stays.
    private func turn(_ events: [TerminalEvent]) -> Bool {
        var effects: [Effect] = []
        for event in events { effects += reduce(&state, ShopLoop.action(for: event)) }
        for action in inbox.take(from: repository, timerStarts: timerStarts, now: Date()) {
            effects += reduce(&state, action)
        }
        if inbox.takePictureChange() { effects += reducePictures() }
        for effect in effects { perform(effect) }
        if !isDone { draw() }
        return !isDone
    }

    /// Takes over what can be shown now of the pictures that are wanted.
    private func reducePictures() -> [Effect] {
        guard let pictures else { return [] }
        let wanted = state.pictures.wish.inView
        let known = Dictionary(wanted.map { ($0, pictures.picture($0)) }) { first, _ in first }
        return reduce(&state, .picturesChanged(known))
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

    /// More messages than this never wait: they are taken as they come, and there are few sections.
    private nonisolated static let mostMessages = 1_024

    private nonisolated static func forwardSections(of repository: MenuRepository, to inbox: Inbox) async {
        var messages = NotificationCenter.default
            .messages(of: repository, for: SectionDidChange.self, bufferSize: mostMessages).makeAsyncIterator()
        // What changed before this observer was there is told like any other change.
        repository.sections.forEach(inbox.put(section:))
        while let message = await messages.next(isolation: #isolation) { inbox.put(section: message.section) }
    }

    private nonisolated static func forwardConnection(
        of repository: MenuRepository, to inbox: Inbox, and updates: LiveUpdates?
    ) async {
        var messages = NotificationCenter.default
            .messages(of: repository, for: ConnectionDidChange.self, bufferSize: mostMessages).makeAsyncIterator()
        repeat {
            inbox.putConnectionChange()
            if repository.connection == .connected { updates?.serverIsThere() }
        } while await messages.next(isolation: #isolation) != nil
    }

    private nonisolated static func forwardPictures(of repository: PictureRepository?, to inbox: Inbox) async {
        guard let repository else { return }
        var messages = NotificationCenter.default
            .messages(of: repository, for: PictureDidChange.self, bufferSize: mostMessages).makeAsyncIterator()
        inbox.putPictureChange()
        while await messages.next(isolation: #isolation) != nil { inbox.putPictureChange() }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .refetch(let section): repository.refetch(section)
        case .refetchAll: repository.refetchAll()
        case .show(let counter):
            repository.show(counter.sections)
            updates?.watch(counter.sections)
        case .fetchDetail(let request): fetch(request)
        case .cancelDetail: tasks.cancel(.detail)
        case .placeOrder(let draft): orders.place(draft)
        case .deliverWaitingOrders: orders.deliverNow()
        case .makeJuice(let draft): make(draft)
        case .restock(let draft): restock(draft)
        case .drinks(let errand): drinks.start(errand)
        case .refresh(let counter): refresh(counter)
        case .phoneBook(let errand): start(errand)
        case .wantPictures(let wish): want(wish)
        case .retryPictures: pictures?.retryFailed()
        case .startTimer(let timer, let duration): start(timer, duration)
        case .repaint: device.repaint()
        case .stop: device.stop()
        case .quit: isDone = true
        }
    }

    /// What is there already is shown in the same frame.
    private func want(_ wish: PictureWish) {
        pictures?.want(wish)
        for effect in reducePictures() { perform(effect) }
    }

    private func start(_ errand: ContactsRequest) {
        guard let news = phoneBook?.start(errand) else { return }
        for effect in reduce(&state, .contactsEvent(news)) { perform(effect) }
    }

    private func fetch(_ request: DetailRequest) {
        let (details, inbox) = (details, inbox)
        tasks.start(.detail) {
            let result: Result<DishDetail, FetchFailure>
            do throws(FetchFailure) {
                result = .success(try await details.fetch(request.detailHash))
            } catch {
                result = .failure(error)
            }
            // Of a fetch that was cancelled nobody wants to hear.
            if !Task.isCancelled { inbox.put(DetailReply(request: request, result: result)) }
        }
    }

    private func make(_ draft: JuiceDraft) {
        let (juices, inbox) = (juices, inbox)
        tasks.start(.juice) {
            let outcome = await juices.make(draft)
            if !Task.isCancelled { inbox.put(JuiceReport(draft: draft, outcome: outcome)) }
        }
    }

    private func restock(_ draft: StockDraft) {
        guard let validator = repository.validator(of: .fruits, contentVersion: draft.contentVersion) else {
            return inbox.put(StockReport(draft: draft, outcome: .changedMeanwhile))
        }
        let (juices, inbox) = (juices, inbox)
        tasks.start(.stock) {
            let outcome = await juices.restock(draft, validator)
            if !Task.isCancelled { inbox.put(StockReport(draft: draft, outcome: outcome)) }
        }
    }

    /// A shop that tells its changes by itself has told this one.
    private func refresh(_ counter: ShopCounter) {
        guard updates?.isLive != true else { return }
        counter.sections.forEach(repository.refresh)
    }

    private func start(_ timer: TimerID, _ duration: Duration) {
        timers[timer]?.cancel()
        let start = timerStarts[timer, default: 0] + 1
        timerStarts[timer] = start
        let inbox = inbox
        timers[timer] = Alarm(after: duration) { inbox.put(timer: timer, start: start) }
    }
}
