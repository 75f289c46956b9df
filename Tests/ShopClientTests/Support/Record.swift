import NIOConcurrencyHelpers

/// What happened, in order; tests wait for facts in it.
final class Record<Element: Sendable>: Sendable {
    private struct Waiting: Sendable {
        let isSatisfied: @Sendable ([Element]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var elements: [Element] = []
        var waiting: [Waiting] = []
    }

    private let state = NIOLockedValueBox(State())

    var all: [Element] { state.withLockedValue { $0.elements } }
    var count: Int { all.count }

    func append(_ element: Element) {
        let ready = state.withLockedValue { state in
            state.elements.append(element)
            let elements = state.elements
            // Each is asked once: what it looks at may change meanwhile.
            var ready: [Waiting] = []
            state.waiting.removeAll { waiting in
                guard waiting.isSatisfied(elements) else { return false }
                ready.append(waiting)
                return true
            }
            return ready
        }
        for waiting in ready { waiting.continuation.resume() }
    }

    /// Waits until what is recorded satisfies `isSatisfied`.
    func wait(until isSatisfied: @escaping @Sendable ([Element]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLockedValue { state in
                if isSatisfied(state.elements) { return true }
                state.waiting.append(Waiting(isSatisfied: isSatisfied, continuation: continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    func wait(count: Int) async { await wait { $0.count >= count } }
}
