import Domain
import Foundation
import ShopClient
import TestSupport
import Testing

/// Records every message that a repository posts, in order.
///
/// Reads them as asynchronous sequences, because `addObserver` calls its observers concurrently, in any order.
final class MessageLog: Sendable {
    /// The changed section of each message, as an observer saw it at that time.
    let sections = Record<Section>()
    let connections = Record<Connection>()
    private let repository: SectionRepository
    private let readers: [Task<Void, Never>]
    private static let end = SectionID(path: "end of the test")

    init(of repository: SectionRepository) async {
        self.repository = repository
        let center = NotificationCenter.default
        let changes = center.messages(of: repository, for: SectionDidChange.self, bufferSize: .max)
        let connects = center.messages(of: repository, for: ConnectionDidChange.self, bufferSize: .max)
        let ready = Record<Bool>()
        readers = [
            Task { [sections] in
                await MessageLog.read(changes, ready) { sections.append(repository.section($0.section)) }
            },
            Task { [connections] in
                await MessageLog.read(connects, ready) { _ in connections.append(repository.connection) }
            },
        ]
        await ready.wait(count: 2)
    }

    deinit { readers.forEach { $0.cancel() } }

    /// Calls `take` with each of `messages` that is posted after an element was appended to `ready`.
    private static func read<Message: Sendable>(
        _ messages: some AsyncSequence<Message, Never> & Sendable, _ ready: Record<Bool>, take: (Message) -> Void
    ) async {
        // Observation begins when the iterator is created.
        var iterator = messages.makeAsyncIterator()
        ready.append(true)
        while let message = await iterator.next(isolation: nil) { take(message) }
    }

    /// Returns the sections of all messages so far, once everything posted before has arrived.
    func names() async -> [SectionID] {
        let earlier = sections.all.count { $0.id == MessageLog.end }
        NotificationCenter.default.post(SectionDidChange(section: MessageLog.end), subject: repository)
        await sections.wait { $0.count { $0.id == MessageLog.end } > earlier }
        return sections.all.map(\.id).filter { $0 != MessageLog.end }
    }

    /// Returns the number of messages of each section so far. The order between different sections is undefined.
    func counts() async -> [SectionID: Int] { await names().reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// Waits until `isSo` returns `true`. It is evaluated now and after each message.
    func wait(until isSo: @escaping @Sendable (SectionRepository) -> Bool) async {
        await sections.wait { [repository] _ in isSo(repository) }
    }

    /// Waits until `section` is fresh and not being fetched.
    func waitUntilFresh(_ section: SectionID) async {
        await wait { $0.section(section).isFresh && !$0.section(section).isFetching }
    }

    /// Waits until the latest fetch of `section` has failed.
    func waitUntilFailed(_ section: SectionID) async {
        await wait { $0.section(section).failure != nil && !$0.section(section).isFetching }
    }
}
