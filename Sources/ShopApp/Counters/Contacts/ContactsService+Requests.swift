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
            self.request(demand)
            return .avatarsChanged(knownAvatars)
        }
        return nil
    }

    /// Loads the requested avatars, and reports changes of contacts and avatars, until its task is cancelled.
    func run(_ runner: RequestRunner<ContactsEvent>) async {
        let contacts = PhoneBookDidChange.observe(store) { _ in runner.send(.changed) }
        let pictures = PictureDidChange.observe(avatars) { [self] _ in runner.send(.avatarsChanged(knownAvatars)) }
        await avatars.run()
        // It returns at once on a terminal without pictures.
        await CancellationHandle().cancelled()
        contacts.cancel()
        pictures.cancel()
    }
}

extension EffectTasks.Key {
    fileprivate static let list = EffectTasks.Key("contacts.list")
    fileprivate static let contact = EffectTasks.Key("contacts.contact")
    fileprivate static let details = EffectTasks.Key("contacts.details")
    fileprivate static let picture = EffectTasks.Key("contacts.picture")
}

extension ShopCounter {
    /// Returns the counter of the phone book. Without `service` it stays closed.
    public static func contacts(_ service: ContactsService?) -> ShopCounter {
        service.map { ShopCounter(ContactsCounter(), $0) } ?? ShopCounter(ContactsCounter())
    }
}
