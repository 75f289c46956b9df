import CPlatform
import Canvas
import Domain
import Foundation
import NIOConcurrencyHelpers
import Pictures
import Platform

/// Loads the requested pictures, each on its own, from memory, disk or a server.
///
/// Posts `PictureDidChange` when the state of a picture changed. At most eight downloads are under way at once;
/// pictures in view come first. They are read and decoded on threads of their own.
public final class PictureRepository: Sendable {
    /// Decoding leaves one processor to all other threads, such as the one that draws: on a busy processor, Linux lets a
    /// thread that wakes up wait for the next tick, which would delay a key by up to 4 ms.
    private static let threads = TaskThreadPool(count: Int(process_processors()) - 1)
    private let source: PictureSource
    private let store: PictureStore?
    private let colors: PictureColors
    private let density: PixelDensity
    private let backoff: RetryBackoff
    private let queue: NIOLockedValueBox<PictureQueue>
    private let steps = StepRunner()

    /// Creates a repository of pictures for a terminal with these colours and this pixel density. Nothing is read or
    /// fetched yet. When the density changes, the pictures are decoded anew; the old ones are shown until then.
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

    /// Returns what can be shown now of the picture at `address`, fitted to this size in cells. Safe on any thread;
    /// does not block.
    public func picture(_ address: String, fitting size: Size) -> PictureState {
        picture(PictureRequest(address, fitting: size))
    }

    public func picture(_ request: PictureRequest) -> PictureState { queue.withLockedValue { $0.state(of: request) } }

    /// Replaces the set of requested pictures. Operations under way continue. Does not block.
    public func request(_ demand: PictureDemand) { change { $0.request(demand) } }

    /// Tries again the pictures that failed too often, as the server may be another one now.
    public func retryFailed() { change { $0.retryFailed() } }

    /// Loads requested pictures until its task is cancelled. Only one call runs at a time: a second one returns at
    /// once.
    public func run() async {
        guard colors != .none else { return }
        await withTaskExecutorPreference(PictureRepository.threads) {
            await steps.run {
                queue.withLockedValue { $0.nextSteps() }
            } perform: {
                await self.perform($0)
            } end: {
                change { $0.close() }
            }
        }
    }

    /// Changes the state, notifies observers of what changed, and wakes the running task. All changes go through this
    /// method.
    @discardableResult
    private func change<Value: Sendable>(_ body: (inout PictureQueue) -> Value) -> Value {
        let (value, changed) = queue.withLockedValue { queue in (body(&queue), queue.drainChanged()) }
        for address in changed {
            NotificationCenter.default.post(PictureDidChange(address: address), subject: self)
        }
        steps.wake()
        return value
    }
}

// The steps of a running repository, each a child task of `run`.
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
            guard (try? await backoff.wait(.reconnect(attempt: attempt))) != nil else { return }
            change { $0.endPause(address) }
        }
    }

    /// Requests all pictures again if the density is no longer `cell`: a picture decoded meanwhile may have the old
    /// density.
    private func remakeUnless(_ cell: CellPixels?) {
        if density.cell != cell { change { $0.remake() } }
    }

    private func read(_ address: String) -> PictureQueue.Outcome {
        guard let location = try? PictureAddress(address), let store else { return .notOnDisk }
        let name = source.name(location)
        guard let bytes = store.picture(at: name) else { return .notOnDisk }
        guard let pictures = try? pictures(of: bytes, at: address) else {
            store.remove(at: name)
            return .notOnDisk
        }
        return .made(pictures)
    }

    private func fetch(_ address: String) async -> PictureQueue.Outcome {
        guard let location = try? PictureAddress(address) else { return .failed }
        do throws(FetchFailure) {
            switch try await source.fetch(location, queue.withLockedValue { $0.broken(of: address) }) {
            case .unchanged: return .stillBroken
            case .bytes(let bytes, let validator): return made(of: bytes, validator, location, address)
            }
        } catch {
            guard !Task.isCancelled else { return .cancelled }
            if case .tooLarge = error { return .tooLarge(nil) }
            return error.isUndecodable ? .broken(nil) : .failed
        }
    }

    private func made(
        of bytes: Data, _ validator: PictureValidator?, _ location: PictureAddress, _ address: String
    ) -> PictureQueue.Outcome {
        do throws(PictureError) {
            let pictures = try pictures(of: bytes, at: address)
            guard !pictures.isEmpty else { return .failed }
            store?.keep(bytes, at: source.name(location))
            return .made(pictures)
        } catch {
            return error.isTooLarge ? .tooLarge(validator) : .broken(validator)
        }
    }

    /// Decodes the picture in all requested sizes. Throws if the bytes are not a picture.
    private func pictures(of bytes: Data, at address: String) throws(PictureError) -> [Size: CellPicture] {
        var pictures: [Size: CellPicture] = [:]
        for size in queue.withLockedValue({ $0.sizes(of: address) }) {
            pictures[size] = try PictureDecoder.decode(
                bytes, fitting: size, colors: colors, density: density.cell)
        }
        return pictures
    }
}
