import Foundation
import Platform

/// The number of messages that wait for an observer. It is never reached: messages are taken as they come.
private let maxMessages = 1_024

extension NotificationCenter.AsyncMessage where Subject: AnyObject & Sendable {
    /// Calls `each` for every message of `subject`, until the returned task is cancelled. Calls `first` once none is missed
    /// any more.
    ///
    /// Nothing may wait for that task: a sequence of messages that is cancelled between two of them never returns, because
    /// its cancellation handler runs before there is anything to end.
    static func observe(
        _ subject: Subject, first: @escaping @Sendable () -> Void = {}, each: @escaping @Sendable (Self) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: TaskThreadPool.shared) {
            var messages = NotificationCenter.default
                .messages(of: subject, for: Self.self, bufferSize: maxMessages).makeAsyncIterator()
            first()
            while let message = await messages.next(isolation: #isolation) { each(message) }
        }
    }
}
