import GRDB
import NIOConcurrencyHelpers
import SQLiteFile

/// Reads once for everybody who asked before the reading began: a thousand terminals that were told of one change ask
/// for the same at once.
final class CoalescedRead<Value: Sendable>: Sendable {
    private typealias Outcome = Result<Value, LedgerError>

    /// Askers that may wait; more are refused rather than kept waiting.
    private static var mostWaiting: Int { 8_192 }

    private let read: @Sendable (DatabaseQueue) throws -> Value
    private let waiting = NIOLockedValueBox<[CheckedContinuation<Outcome, Never>]>([])

    init(_ read: @escaping @Sendable (DatabaseQueue) throws -> Value) { self.read = read }

    /// What a reading on `thread` finds that begins after this call.
    func value(on thread: LedgerThread) async throws(LedgerError) -> Value {
        let outcome = await withCheckedContinuation { continuation in
            let place = waiting.withLockedValue { waiting -> Int? in
                guard waiting.count < CoalescedRead.mostWaiting else { return nil }
                waiting.append(continuation)
                return waiting.count
            }
            switch place {
            case nil: continuation.resume(returning: .failure(.overloaded))
            case 1: begin(on: thread)
            default: break
            }
        }
        return try outcome.get()
    }

    private func begin(on thread: LedgerThread) {
        let isTaken = thread.submit { [self] connection in
            let askers = takeWaiting()
            let outcome = Result { try connection.perform(read) }.mapError { LedgerError($0) }
            for asker in askers { asker.resume(returning: outcome) }
        }
        if !isTaken { for asker in takeWaiting() { asker.resume(returning: .failure(.overloaded)) } }
    }

    private func takeWaiting() -> [CheckedContinuation<Outcome, Never>] {
        waiting.withLockedValue { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
