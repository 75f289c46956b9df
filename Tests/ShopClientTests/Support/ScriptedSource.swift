import Domain
import NIOConcurrencyHelpers
import ShopClient
import TestSupport
import Testing

/// A source whose requests are answered by a test.
final class ScriptedSource: SectionSource {
    /// A request that waits for its answer.
    final class Call: Sendable {
        typealias Answer = Result<SectionAnswer, FetchFailure>
        let section: SectionID
        let validator: String?
        /// Receives an element when the request's task is cancelled.
        let cancellations = Record<Bool>()
        private let state = NIOLockedValueBox<(answer: Answer?, continuation: CheckedContinuation<Answer, Never>?)>(
            (nil, nil))

        init(_ section: SectionID, _ validator: String?) {
            self.section = section
            self.validator = validator
        }

        /// Answers the request. Only the first call has an effect.
        func answer(_ answer: Answer) {
            let waiting = state.withLockedValue { state in
                guard state.answer == nil else { return CheckedContinuation<Answer, Never>?.none }
                state.answer = answer
                return state.continuation
            }
            waiting?.resume(returning: answer)
        }

        func bring(_ dishes: [Dish], validator: String? = nil) {
            answer(.success(.content(SectionRows(dishes), validator: validator)))
        }

        func fail(_ failure: FetchFailure) { answer(.failure(failure)) }

        fileprivate func wait() async -> Answer {
            await withCheckedContinuation { continuation in
                let answer = state.withLockedValue { state in
                    state.continuation = continuation
                    return state.answer
                }
                if let answer { continuation.resume(returning: answer) }
            }
        }
    }

    let calls = Record<Call>()
    private let obeysCancellation: Bool

    /// A source that ignores cancellation answers only on the test's command.
    init(obeysCancellation: Bool = true) { self.obeysCancellation = obeysCancellation }

    func fetch(_ section: SectionDefinition, validator: String?) async throws(FetchFailure) -> SectionAnswer {
        let call = Call(section.id, validator)
        calls.append(call)
        let answer = await withTaskCancellationHandler {
            await call.wait()
        } onCancel: {
            call.cancellations.append(true)
            if obeysCancellation { call.fail(.interrupted) }
        }
        return try answer.get()
    }

    /// Returns the request with that number for `section`, counted from 1, once it was made.
    func call(_ section: SectionID, _ number: Int = 1) async -> Call {
        await calls.wait { $0.count { $0.section == section } >= number }
        return calls.all.filter { $0.section == section }[number - 1]
    }

    func count(_ section: SectionID) -> Int { calls.all.count { $0.section == section } }
}
