import Foundation
import ShopClient
import ShopModels

/// Every message that a repository posts, in order.
final class MessageLog: Sendable {
    /// What an observer saw at a message: which section changed, and what it was by then.
    let sections = Record<MenuSection>()
    let connections = Record<Connection>()
    private let repository: MenuRepository
    private let tokens: [NotificationCenter.ObservationToken]
    private static let end = SectionID(path: "end of the test")

    init(of repository: MenuRepository) {
        self.repository = repository
        let sections = sections
        let connections = connections
        tokens = [
            NotificationCenter.default.addObserver(of: repository, for: SectionDidChange.self) {
                [weak repository] message in
                if let repository { sections.append(repository.section(message.section)) }
            },
            NotificationCenter.default.addObserver(of: repository, for: ConnectionDidChange.self) {
                [weak repository] _ in
                if let repository { connections.append(repository.connection) }
            },
        ]
    }

    /// The sections of all messages so far. Returns when everything posted before has arrived.
    func names() async -> [SectionID] {
        let earlier = sections.all.count { $0.id == MessageLog.end }
        NotificationCenter.default.post(SectionDidChange(section: MessageLog.end), subject: repository)
        await sections.wait { $0.count { $0.id == MessageLog.end } > earlier }
        return sections.all.map(\.id).filter { $0 != MessageLog.end }
    }

    /// How many messages each section had so far. Messages of different sections are in no order.
    func counts() async -> [SectionID: Int] { await names().reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// Waits until `isSo`, which is looked at now and at each message.
    func wait(until isSo: @escaping @Sendable (MenuRepository) -> Bool) async {
        await sections.wait { [repository] _ in isSo(repository) }
    }

    /// Waits until `section` is known and fresh and nothing of it is under way.
    func waitUntilFresh(_ section: SectionID) async {
        await wait { $0.section(section).isFresh && !$0.section(section).isFetching }
    }

    /// Waits until the latest fetch of `section` failed.
    func waitUntilFailed(_ section: SectionID) async {
        await wait { $0.section(section).failure != nil && !$0.section(section).isFetching }
    }
}
