import Canvas

/// The state of a picture repository and the rules by which it changes. Accessed only under the repository's lock.
struct PictureQueue: Sendable {
    /// An operation that a running repository performs concurrently.
    enum Step: Sendable, Equatable {
        /// Looks for the picture on disk.
        case read(String)
        case fetch(String)
        /// Waits before the download is tried again; `attempt` is the number of failures.
        case pause(String, attempt: Int)
    }

    /// How a read or a download ended.
    enum Outcome: Sendable {
        /// The picture was decoded in these sizes.
        case made([Size: CellPicture])
        /// There is no file on disk, or it is not a picture.
        case notOnDisk
        case failed
        /// The answer was complete, and is not a picture.
        case broken(PictureValidator?)
        /// The answer was, or would have been, larger than what is decoded.
        case tooLarge(PictureValidator?)
        /// The server still has the bytes that were not a picture.
        case stillBroken
        /// The operation was cancelled; nothing is known.
        case cancelled
    }

    /// The limits of concurrent operations, retries and memory.
    struct Limits: Sendable {
        var downloads = 8
        /// The maximum number of reads at once; each needs a core for decoding.
        var reads = 2
        /// The number of retries after a failed download.
        var retries = 3
        var entries = 4_096
        /// The number of cells of the pictures kept in memory.
        var cells = 60_000
    }

    private let limits: Limits
    private var demand = PictureDemand()
    private var entries: [String: PictureEntry] = [:]
    private var cache: PictureCache
    private var reading = 0
    private var fetching = 0
    private var delaysDue: [Step] = []
    /// The addresses whose state changed since the last `takeChanged()`.
    private var changed: Set<String> = []

    init(limits: Limits) {
        self.limits = limits
        cache = PictureCache(maxCells: limits.cells)
    }

    func state(of request: PictureRequest) -> PictureState {
        if let picture = cache[request] { return .ready(picture) }
        guard let entry = entries[request.address], entry.stage == .failed else { return .waiting }
        return entry.isTooLarge ? .tooLarge : .failed
    }

    /// Resets the queue when the repository stops.
    mutating func close() {
        (reading, fetching, delaysDue) = (0, 0, [])
        for address in entries.keys { entries[address]?.close() }
    }

    /// Returns the addresses whose state changed; each change is returned once.
    mutating func drainChanged() -> Set<String> {
        defer { changed = [] }
        return changed
    }
}

// Demand.
extension PictureQueue {
    mutating func request(_ demand: PictureDemand) {
        // This comparison is fast if both are the same array, as they are while a guest scrolls.
        let hasOthers = demand.others != self.demand.others
        self.demand = demand
        let count = demand.inView.count + demand.next.count + demand.others.count
        if entries.count + count > limits.entries { forgetUnwanted() }
        for requests in [demand.inView, demand.next] {
            for request in requests where !cache.use(request) {
                entries[request.address, default: PictureEntry()].request(request.size)
            }
        }
        guard hasOthers else { return }
        for request in demand.others where entries.count < limits.entries && entries[request.address] == nil {
            entries[request.address] = PictureEntry(sizes: [request.size])
        }
    }

    /// Tries failed pictures again, with the full number of retries.
    mutating func retryFailed() {
        for (address, entry) in entries where entry.stage == .failed {
            entries[address] = PictureEntry(
                broken: entry.broken, isTooLarge: entry.isTooLarge, sizes: entry.sizes)
            changed.insert(address)
        }
    }

    /// Requests all pictures in memory again, so that they are decoded anew; the old ones are shown until then.
    mutating func remake() {
        for request in cache.requests { entries[request.address]?.request(request.size) }
    }

    private mutating func forgetUnwanted() {
        let wanted = Set((demand.inView + demand.next + demand.others).map(\.address))
        entries = entries.filter { wanted.contains($0.key) || $0.value.isBusy }
    }
}

// Work to do.
extension PictureQueue {
    /// Returns the steps to start now; each step is returned once.
    mutating func nextSteps() -> [Step] {
        var steps = delaysDue
        delaysDue = []
        guard reading < limits.reads || (demand.mayDownload && fetching < limits.downloads) else { return steps }
        for request in demand.inView { addStep(request.address, &steps) }
        for request in demand.next { addStep(request.address, &steps) }
        for request in demand.others {
            guard reading < limits.reads || (demand.mayDownload && fetching < limits.downloads) else { break }
            addStep(request.address, &steps)
        }
        return steps
    }

    private mutating func addStep(_ address: String, _ steps: inout [Step]) {
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

    /// Returns the requested sizes of a picture, to be decoded once its bytes are there.
    func sizes(of address: String) -> Set<Size> { entries[address]?.sizes ?? [] }

    /// Returns the validator of the answer from that address that was not a picture.
    func broken(of address: String) -> PictureValidator? { entries[address]?.broken }

    mutating func finishReading(_ address: String, _ outcome: Outcome) {
        reading -= 1
        guard entries[address]?.stage == .reading else { return }
        switch outcome {
        case .made(let pictures): put(pictures, address)
        case .notOnDisk, .failed, .broken, .tooLarge, .stillBroken: entries[address]?.stage = .unfetched
        case .cancelled: entries[address]?.stage = .unread
        }
    }

    mutating func finishFetching(_ address: String, _ outcome: Outcome) {
        fetching -= 1
        guard entries[address]?.stage == .fetching else { return }
        switch outcome {
        case .made(let pictures): put(pictures, address)
        case .notOnDisk, .failed: fail(address)
        case .broken(let validator): giveUp(address, validator, isTooLarge: false)
        case .tooLarge(let validator): giveUp(address, validator, isTooLarge: true)
        case .stillBroken: giveUp(address, entries[address]?.broken, isTooLarge: entries[address]?.isTooLarge ?? false)
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
        // Another size may have been requested meanwhile.
        let isComplete = sizes(of: address).isEmpty
        entries[address]?.stage = isComplete ? .there : .unread
        entries[address]?.failures = 0
        entries[address]?.broken = nil
        entries[address]?.isTooLarge = false
        changed.insert(address)
    }

    /// Marks a picture as failed without a retry, because another try would bring the same bytes.
    private mutating func giveUp(_ address: String, _ broken: PictureValidator?, isTooLarge: Bool) {
        entries[address]?.stage = .failed
        entries[address]?.isTooLarge = isTooLarge
        entries[address]?.broken = broken
        changed.insert(address)
    }

    private mutating func fail(_ address: String) {
        let failures = (entries[address]?.failures ?? 0) + 1
        entries[address]?.failures = failures
        if failures > limits.retries {
            entries[address]?.stage = .failed
            entries[address]?.isTooLarge = false
            changed.insert(address)
        } else {
            entries[address]?.stage = .pausing
            delaysDue.append(.pause(address, attempt: failures))
        }
    }
}
