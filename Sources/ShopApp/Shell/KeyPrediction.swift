import Canvas
import ShopClient
import Terminal

/// Computes what the next key leads to while nothing happens: the latest key once more, which is likely for keys that move
/// in the list. A device that expects nothing never asks for it. See `expected-keys.md` among the decisions.
@TerminalActor
struct KeyPrediction {
    /// The result of a key that only moves in the list.
    struct Move {
        fileprivate let key: Key
        let screen: ShopScreen
        let frame: Frame
        /// The pictures that are wanted then; `nil` if they stay the same.
        let demand: PictureDemand?
    }

    /// The key of the latest input; `nil` if that was anything but a single key.
    private var latestKey: Key?
    private var move: Move?

    /// Whether there is a key that may come again.
    var isDue: Bool { latestKey != nil }

    /// Returns the predicted result if `events` are that key and nothing else has happened. A prediction is used once or
    /// dropped.
    mutating func move(for events: [TerminalEvent], _ items: [Inbox.Item]) -> Move? {
        let key: Key? = if items.isEmpty, events.count == 1, case .key(let key) = events[0] { key } else { nil }
        if !events.isEmpty { latestKey = key }
        defer { move = nil }
        return move?.key == key ? move : nil
    }

    /// Predicts the result of the latest key on the present screen of `loop`, and has the pictures fetched that come into
    /// view then. Returns the frame, or `nil` if the key does not only move in the list.
    mutating func predict(on loop: ShopLoop) -> Frame? {
        var next = loop.screen
        guard let latestKey, reduceMove(&next.state, latestKey) else { return nil }
        let effects = next.state.updatePictures(covering: nil)
        let demand = effects.compactMap { if case .wantPictures(let demand) = $0 { demand } else { nil } }.last
        if let demand {
            next.state.pictures.known = loop.knownPictures(of: next.state, isHurried: true)
            var wanted = loop.screen.state.pictures.demand
            wanted.next = demand.inView
            loop.pictures?.request(wanted)
        }
        let frame = next.frame()
        move = Move(key: latestKey, screen: next, frame: frame, demand: demand)
        return frame
    }
}

/// How fast input comes: whether somebody looks at each screen, or holds a key down to get further.
struct InputPace {
    /// The time between two inputs of a key that is held down, which repeats every 20 to 100 ms. What comes faster was
    /// sent together, and its end is what somebody waits for.
    private static let repeating = Duration.milliseconds(5)..<Duration.milliseconds(150)

    private var latest: ContinuousClock.Instant?
    /// Whether the latest input followed another one like that of a key that is held down, and the next one may still
    /// follow.
    private(set) var isHurried = false

    /// Returns how long it takes until the input is not hurried, if none comes.
    func timeToRest(at now: ContinuousClock.Instant) -> Duration {
        max(.zero, InputPace.repeating.upperBound - (latest.map { now - $0 } ?? .zero))
    }

    /// Records whether there is input at `now`; without any, only the time has passed.
    mutating func note(hasInput: Bool, at now: ContinuousClock.Instant) {
        let pause = latest.map { now - $0 }
        guard hasInput else {
            isHurried = isHurried && timeToRest(at: now) > .zero
            return
        }
        isHurried = pause.map { InputPace.repeating.contains($0) } ?? false
        latest = now
    }
}
