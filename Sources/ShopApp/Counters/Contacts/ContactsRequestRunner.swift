import Foundation
import NIOConcurrencyHelpers
import PhoneBook
import ShopClient
import TaskThreads

/// Does what the reducer asks of the phone book, beside the loop, and puts what comes of it into the inbox.
final class ContactsRequestRunner: Sendable {
    private let service: ContactsService
    private let tasks: EffectTasks
    private let inbox: Inbox
    /// The avatars that are wanted.
    private let wish = NIOLockedValueBox(PictureWish())

    init(service: ContactsService, tasks: EffectTasks, inbox: Inbox) {
        self.service = service
        self.tasks = tasks
        self.inbox = inbox
    }

    /// Begins it, and returns what is known at once. Never waits.
    func start(_ errand: ContactsRequest) -> ContactsEvent? {
        let service = service
        switch errand {
        case .list(let query): look(.list) { .listed(query, await service.list(matching: query.text)) }
        case .look(let id): look(.look) { await service.contact(id).map { .looked(id, $0) } }
        case .fetchPicture(let press): look(.picture) { .pictureArrived(press: press, await service.picture()) }
        case .cancelPicture: tasks.cancel(.phoneBook(.picture))
        case .suggest(let text): look(.suggest) { .suggested(for: text, await service.suggestions(for: text)) }
        case .save(let save): change { .saved(save, await service.save(save)) }
        case .delete(let contact): change { .deleted(contact, await service.delete(contact)) }
        case .restore(let deleted): change { .restored(deleted, await service.restore(deleted)) }
        case .wantAvatars(let wish):
            self.wish.withLockedValue { $0 = wish }
            service.avatars.want(wish)
            return .avatarsChanged(knownAvatars)
        }
        return nil
    }

    /// Of what was cancelled nobody wants to hear.
    private func look(_ kind: ContactsRequest.Kind, _ work: @escaping @Sendable () async -> ContactsEvent?) {
        let inbox = inbox
        tasks.start(.phoneBook(kind)) {
            if let news = await work(), !Task.isCancelled { inbox.put(news) }
        }
    }

    /// What is changed is changed for good, and told.
    private func change(_ work: @escaping @Sendable () async -> ContactsEvent) {
        let inbox = inbox
        tasks.start(lasting: { inbox.put(await work()) })
    }

    private var knownAvatars: [PictureRequest: PictureState] {
        let wanted = wish.withLockedValue { $0.inView }
        return Dictionary(wanted.map { ($0, service.avatars.picture($0)) }) { first, _ in first }
    }
}

// What happens by itself.
extension ContactsRequestRunner {
    /// Brings the avatars that are wanted until its task is cancelled.
    func run() async { await service.avatars.run() }

    /// Puts into the inbox that contacts or avatars changed. Nobody waits for these tasks: a sequence of messages that is
    /// cancelled between two of them never returns.
    func observe() -> [Task<Void, Never>] {
        [
            Task(executorPreference: TaskThreads.shared) { [service, inbox] in
                let messages = NotificationCenter.default.messages(
                    of: service.store, for: PhoneBookDidChange.self, bufferSize: 1)
                for await _ in messages { inbox.put(.changed) }
            },
            Task(executorPreference: TaskThreads.shared) { [self] in
                let messages = NotificationCenter.default.messages(
                    of: service.avatars, for: PictureDidChange.self, bufferSize: 1)
                for await _ in messages { inbox.put(.avatarsChanged(knownAvatars)) }
            },
        ]
    }
}
