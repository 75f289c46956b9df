import Canvas
import Foundation
import NIOConcurrencyHelpers
import Pictures
import ShopHTTP

/// The pictures that are wanted, from memory, disk or a server, each on its own.
///
/// It posts `PictureDidChange` when what can be shown of a picture changed. Never more than eight downloads are under
/// way; what is in view comes first. Everything is done on the threads of the task that `run` is called in.
public final class PictureRepository: Sendable {
    private let source: PictureSource
    private let store: PictureStore?
    private let colors: PictureColors
    private let density: PixelDensity
    private let backoff: RetryBackoff
    private let queue: NIOLockedValueBox<PictureQueue>

    /// A repository of pictures for a terminal with such colours, and pixels of that density. Nothing is read or fetched
    /// yet. When the density changes, the pictures are made anew; those that are there are shown until then.
    public convenience init(
        source: PictureSource, store: PictureStore? = nil, colors: PictureColors,
        density: PixelDensity = PixelDensity(), backoff: RetryBackoff = .standard
    ) {
        self.init(
            source: source, store: store, colors: colors, density: density, backoff: backoff,
            limits: PictureQueue.Limits())
    }

    init(
        source: PictureSource, store: PictureStore?, colors: PictureColors, density: PixelDensity = PixelDensity(),
        backoff: RetryBackoff, limits: PictureQueue.Limits
    ) {
        self.source = source
        self.store = store
        self.colors = colors
        self.density = density
        self.backoff = backoff
        queue = NIOLockedValueBox(PictureQueue(limits: limits))
        density.observe { [weak self] in self?.change { $0.remake() } }
    }

    /// What can be shown now of the picture at `address`, in that many cells. Safe on any thread; never waits.
    public func picture(_ address: String, fitting size: Size) -> PictureState {
        picture(PictureRequest(address, fitting: size))
    }

    public func picture(_ request: PictureRequest) -> PictureState { queue.withLockedValue { $0.state(of: request) } }

    /// Wants these pictures from now on, and none of those wanted before. What is under way goes on. Never waits.
    public func want(_ demand: PictureDemand) { change { $0.want(demand) } }

    /// Tries again what was tried too often: the server may be another one now.
    public func retryFailed() { change { $0.retryFailed() } }

    /// Brings what is wanted until its task is cancelled. One at a time: a second call returns at once.
    public func run() async {
        guard colors != .none else { return }
        let (wakeUps, wakeUp) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        guard change({ $0.open(wakeUp) }) else { return }
        wakeUp.yield()
        await withDiscardingTaskGroup { group in
            for await _ in wakeUps {
                for step in queue.withLockedValue({ $0.takeSteps() }) { group.addTask { await self.perform(step) } }
            }
        }
        change { $0.close() }
    }

    /// The one way in which anything changes: tells observers what did, and wakes whoever has to do something now.
    @discardableResult
    private func change<Value: Sendable>(_ body: (inout PictureQueue) -> Value) -> Value {
        let (value, changed, wakeUp) = queue.withLockedValue { queue in
            (body(&queue), queue.takeChanged(), queue.wakeUp)
        }
        for address in changed {
            NotificationCenter.default.post(PictureDidChange(address: address), subject: self)
        }
        wakeUp?.yield()
        return value
    }
}

// What a running repository does, each step a child task of `run`.
extension PictureRepository {
    private func perform(_ step: PictureQueue.Step) async {
        switch step {
        case .read(let address):
            let (cell, outcome) = (density.cell, read(address))
            change { $0.finishReading(address, outcome) }
            remakeUnless(cell)
        case .fetch(let address):
            let (cell, outcome) = (density.cell, await fetch(address))
            change { $0.finishFetching(address, outcome) }
            remakeUnless(cell)
        case .pause(let address, let attempt):
            guard (try? await backoff.wait(attempt)) != nil else { return }
            change { $0.endPause(address) }
        }
    }

    /// What was made while the density changed may be of the one before.
    private func remakeUnless(_ cell: CellPixels?) {
        if density.cell != cell { change { $0.remake() } }
    }

    private func read(_ address: String) -> PictureQueue.Outcome {
        guard let place = PictureAddress(address), let store else { return .notOnDisk }
        let name = source.name(place)
        guard let bytes = store.picture(at: name) else { return .notOnDisk }
        guard let pictures = pictures(of: bytes, at: address) else {
            store.remove(at: name)
            return .notOnDisk
        }
        return .made(pictures)
    }

    private func fetch(_ address: String) async -> PictureQueue.Outcome {
        guard let place = PictureAddress(address) else { return .failed }
        do throws(FetchFailure) {
            switch try await source.fetch(place, queue.withLockedValue { $0.broken(of: address) }) {
            case .unchanged: return .stillBroken
            case .bytes(let bytes, let validator):
                guard let pictures = pictures(of: bytes, at: address) else { return .broken(validator) }
                guard !pictures.isEmpty else { return .failed }
                store?.keep(bytes, at: source.name(place))
                return .made(pictures)
            }
        } catch {
            return Task.isCancelled ? .cancelled : .failed
        }
    }

    /// The picture in all sizes that are wanted; `nil` when the bytes are none.
    private func pictures(of bytes: Data, at address: String) -> [Size: CellPicture]? {
        var pictures: [Size: CellPicture] = [:]
        for size in queue.withLockedValue({ $0.sizes(of: address) }) {
            guard let picture = try? PictureDecoder.decode(bytes, fitting: size, colors: colors, density: density.cell)
            else { return nil }
            pictures[size] = picture
        }
        return pictures
    }
}
