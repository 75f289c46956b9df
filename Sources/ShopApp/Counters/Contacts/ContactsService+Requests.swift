import Contacts
import Foundation
import Platform
import ShopClient

extension ContactsService: CounterService {
    func perform(_ request: ContactsRequest, _ runner: RequestRunner<ContactsEvent>) -> ContactsEvent? {
        switch request {
        case .list(let query):
            runner.start(.list) { .listed(query, await self.list(matching: query.text)) }
        case .readContact(let id): runner.start(.contact) { await self.contact(id).map { .contactRead(id, $0) } }
        case .readDetails(let contact):
            runner.start(.details) { await self.details(of: contact).map { .detailsRead(contact, $0) } }
        case .fetchPicture(let press):
            runner.start(.picture) { .pictureArrived(press: press, await self.picture()) }
        case .cancelPicture: runner.cancel(.picture)
        // Changes run to completion and always report their result.
        case .save(let save): runner.startUnreplaced { .saved(save, await self.save(save)) }
        case .delete(let contact): runner.startUnreplaced { .deleted(contact, await self.delete(contact)) }
        case .restore(let deleted): runner.startUnreplaced { .restored(deleted, await self.restore(deleted)) }
        case .wantAvatars(let demand):
            want(demand)
            return .avatarsChanged(knownAvatars)
        }
        return nil
    }

    /// Loads the requested avatars until its task is cancelled.
    func run(_ runner: RequestRunner<ContactsEvent>) async { await avatars.run() }

    /// Reports changes of contacts and avatars. Nothing may await these tasks: an asynchronous message sequence that is
    /// cancelled between two messages never returns.
    func observe(_ runner: RequestRunner<ContactsEvent>) -> [Task<Void, Never>] {
        [
            Task(executorPreference: TaskThreadPool.shared) { [store] in
                let messages = NotificationCenter.default.messages(
                    of: store, for: PhoneBookDidChange.self, bufferSize: 1)
                for await _ in messages { runner.tell(.changed) }
            },
            Task(executorPreference: TaskThreadPool.shared) { [self] in
                let messages = NotificationCenter.default.messages(
                    of: avatars, for: PictureDidChange.self, bufferSize: 1)
                for await _ in messages { runner.tell(.avatarsChanged(knownAvatars)) }
            },
        ]
    }
}

extension EffectTasks.Key {
    fileprivate static let list = EffectTasks.Key("contacts.list")
    fileprivate static let contact = EffectTasks.Key("contacts.contact")
    fileprivate static let details = EffectTasks.Key("contacts.details")
    fileprivate static let picture = EffectTasks.Key("contacts.picture")
}

extension ShopCounter {
    public static func contacts(_ service: ContactsService) -> ShopCounter { ShopCounter(ContactsCounter(), service) }
}
