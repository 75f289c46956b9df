import Canvas

/// Everything a picture repository knows, and the rules by which it changes. Only the owner of the lock touches it.
struct PictureQueue: Sendable {
    /// Something that a running repository does beside everything else.
    enum Step: Sendable, Equatable {
        /// Looks for the picture on disk.
        case read(String)
        case fetch(String)
        /// Waits before the download of that number is tried again.
        case pause(String, attempt: Int)
    }

    /// How a read or a download ended.
    enum Outcome: Sendable {
        /// It was made in these sizes.
        case made([Size: CellPicture])
        /// There is nothing on disk, or nothing that is a picture.
        case notOnDisk
        case failed
        /// The answer was whole, and is no picture.
        case broken(PictureValidator?)
        /// It is still what it was, which was no picture.
        case stillBroken
        /// It was given up; nothing is known.
        case cancelled
    }

    /// What may be done at once, and how often something is tried.
    struct Limits: Sendable {
        var downloads = 8
        /// As many as have a core to be decoded on.
        var reads = 2
        /// Downloads after the first one failed.
        var retries = 3
        /// Addresses of which something is remembered.
        var entries = 4_096
        /// Cells of the pictures that are kept in memory.
        var cells = 60_000
    }

    private let limits: Limits
    private var demand = PictureDemand()
    private var entries: [String: PictureEntry] = [:]
    private var cache: PictureCache
    private var reading = 0
    private var fetching = 0
    private var pausesDue: [Step] = []
    /// Addresses whose state changed since `takeChanged`.
    private var changed: Set<String> = []
    /// Wakes the running repository; `nil` while none runs.
    private(set) var wakeUp: AsyncStream<Void>.Continuation?

    init(limits: Limits) {
        self.limits = limits
        cache = PictureCache(mostCells: limits.cells)
    }

    /// What can be shown for `request` now.
    func state(of request: PictureRequest) -> PictureState {
        if let picture = cache[request] { return .ready(picture) }
        return entries[request.address]?.stage == .failed ? .failed : .waiting
    }

    /// Begins; `false` when something runs already.
    mutating func open(_ wakeUp: AsyncStream<Void>.Continuation) -> Bool {
        guard self.wakeUp == nil else { return false }
        self.wakeUp = wakeUp
        return true
    }

    /// Nothing runs any more.
    mutating func close() {
        wakeUp = nil
        (reading, fetching, pausesDue) = (0, 0, [])
        for address in entries.keys { entries[address]?.close() }
    }

    /// Addresses whose state changed, each told once.
    mutating func takeChanged() -> Set<String> {
        defer { changed = [] }
        return changed
    }
}

// What is wanted.
extension PictureQueue {
    mutating func want(_ demand: PictureDemand) {
        // Quick where they are the very same, as they are while a guest scrolls.
        let hasOthers = demand.others != self.demand.others
        self.demand = demand
        let count = demand.inView.count + demand.next.count + demand.others.count
        if entries.count + count > limits.entries { forgetUnwanted() }
        for requests in [demand.inView, demand.next] {
            for request in requests where !cache.use(request) {
                entries[request.address, default: PictureEntry()].want(request.size)
            }
        }
        guard hasOthers else { return }
        for request in demand.others where entries.count < limits.entries && entries[request.address] == nil {
            entries[request.address] = PictureEntry(sizes: [request.size])
        }
    }

    /// Tries again what failed, from the first try on.
    mutating func retryFailed() {
        for (address, entry) in entries where entry.stage == .failed {
            entries[address] = PictureEntry(broken: entry.broken, sizes: entry.sizes)
            changed.insert(address)
        }
    }

    /// Makes all pictures in memory anew, as far as they are wanted; they stay there until then.
    mutating func remake() {
        for request in cache.requests { entries[request.address]?.want(request.size) }
    }

    private mutating func forgetUnwanted() {
        let wanted = Set((demand.inView + demand.next + demand.others).map(\.address))
        entries = entries.filter { wanted.contains($0.key) || $0.value.isBusy }
    }
}

// What is to be done.
extension PictureQueue {
    /// What to begin now; each step is handed out once.
    mutating func takeSteps() -> [Step] {
        var steps = pausesDue
        pausesDue = []
        guard reading < limits.reads || (demand.mayDownload && fetching < limits.downloads) else { return steps }
        for request in demand.inView { take(request.address, &steps) }
        for request in demand.next { take(request.address, &steps) }
        for request in demand.others {
            guard reading < limits.reads || (demand.mayDownload && fetching < limits.downloads) else { break }
            take(request.address, &steps)
        }
        return steps
    }

    private mutating func take(_ address: String, _ steps: inout [Step]) {
        switch entries[address]?.stage {
        case .unread where reading < limits.reads:
            reading += 1
            entries[address]?.stage = .reading
            steps.append(.read(address))
        case .unfetched where demand.mayDownload && fetching < limits.downloads:
            fetching += 1
            entries[address]?.stage = .fetching
            steps.append(.fetch(address))
        default: break
        }
    }

    /// The sizes in which the picture is to be made, the bytes being there.
    func sizes(of address: String) -> Set<Size> { entries[address]?.sizes ?? [] }

    /// What stands for the answer of that address that was no picture.
    func broken(of address: String) -> PictureValidator? { entries[address]?.broken }

    mutating func finishReading(_ address: String, _ outcome: Outcome) {
        reading -= 1
        guard entries[address]?.stage == .reading else { return }
        switch outcome {
        case .made(let pictures): put(pictures, address)
        case .notOnDisk, .failed, .broken, .stillBroken: entries[address]?.stage = .unfetched
        case .cancelled: entries[address]?.stage = .unread
        }
    }

    mutating func finishFetching(_ address: String, _ outcome: Outcome) {
        fetching -= 1
        guard entries[address]?.stage == .fetching else { return }
        switch outcome {
        case .made(let pictures): put(pictures, address)
        case .notOnDisk, .failed: fail(address)
        case .broken(let validator): giveUp(address, validator)
        case .stillBroken: giveUp(address, entries[address]?.broken)
        case .cancelled: entries[address]?.stage = .unfetched
        }
    }

    mutating func endPause(_ address: String) {
        if entries[address]?.stage == .pausing { entries[address]?.stage = .unfetched }
    }

    private mutating func put(_ pictures: [Size: CellPicture], _ address: String) {
        for (size, picture) in pictures {
            cache.put(picture, for: PictureRequest(address, fitting: size))
            entries[address]?.sizes.remove(size)
        }
        // Another size may have been wanted meanwhile.
        let isComplete = sizes(of: address).isEmpty
        entries[address]?.stage = isComplete ? .there : .unread
        entries[address]?.failures = 0
        entries[address]?.broken = nil
        changed.insert(address)
    }

    /// Another try would bring the same.
    private mutating func giveUp(_ address: String, _ broken: PictureValidator?) {
        entries[address]?.stage = .failed
        entries[address]?.broken = broken
        changed.insert(address)
    }

    private mutating func fail(_ address: String) {
        let failures = (entries[address]?.failures ?? 0) + 1
        entries[address]?.failures = failures
        if failures > limits.retries {
            entries[address]?.stage = .failed
            changed.insert(address)
        } else {
            entries[address]?.stage = .pausing
            pausesDue.append(.pause(address, attempt: failures))
        }
    }
}
