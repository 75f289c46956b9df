import Canvas
import Contacts
import Foundation
import NIOConcurrencyHelpers
import Pictures
import ShopClient
import ShopHTTP
import TerminalText

/// What the screens have of the phone book: the contacts of this device, and pictures for them. Nothing is opened or
/// fetched before it is asked for.
public final class ContactsService: Sendable {
    /// What changes are told of.
    let store: PhoneBookStore
    /// The pictures of contacts, as cells.
    let avatars: PictureRepository
    private let creatures: PokemonService
    private let colors: PictureColors
    private let density: PixelDensity
    /// The latest list: where a filter only finds fewer, only its contacts are looked at.
    private let latest = NIOLockedValueBox<(filter: ContactFilter, list: PhoneBookList)?>(nil)

    public init(
        store: PhoneBookStore, creatures: PokemonService, colors: PictureColors, density: PixelDensity = PixelDensity()
    ) {
        self.store = store
        self.colors = colors
        self.density = density
        self.creatures = creatures
        avatars = PictureRepository(source: .contacts(of: store), colors: colors, density: density, backoff: .none)
    }

    /// The avatars that are wanted.
    private let demand = NIOLockedValueBox(PictureDemand())

    /// Wants those avatars from now on.
    func want(_ demand: PictureDemand) {
        self.demand.withLockedValue { $0 = demand }
        avatars.want(demand)
    }

    /// What can be shown of the avatars that are wanted.
    var knownAvatars: [PictureRequest: PictureState] {
        let wanted = demand.withLockedValue { $0.inView }
        return Dictionary(wanted.map { ($0, avatars.picture($0)) }) { first, _ in first }
    }

    /// The contacts that `text` finds, as they are now; all of them where it is empty.
    func list(matching text: String) async -> Result<PhoneBookList, PhoneBookError> {
        do throws(PhoneBookError) {
            let index = try await store.index()
            let filter = ContactFilter(text)
            let earlier = latest.withLockedValue { $0 }
            let list = index.list(matching: filter, within: earlier.map { ($0.filter, $0.list) })
            latest.withLockedValue { $0 = (filter, list) }
            return .success(list)
        } catch {
            return .failure(error)
        }
    }

    /// The contact as it is now, if it is there; `nil` where that cannot be told.
    func contact(_ id: ContactID) async -> Contact?? { try? await store.contact(id) }

    /// What the contact's card says; `nil` where that cannot be told.
    func details(of contact: Contact) async -> ContactDetails? { try? await store.details(of: contact.id) }

    func save(_ save: ContactSave) async -> Result<SaveOutcome, PhoneBookError> {
        let (draft, evenIfNumberIsTaken) = (save.draft, save.evenIfNumberIsTaken)
        do throws(PhoneBookError) {
            guard let seen = save.seen else {
                return .success(try await store.create(draft, evenIfNumberIsTaken: evenIfNumberIsTaken))
            }
            return .success(try await store.update(seen, to: draft, evenIfNumberIsTaken: evenIfNumberIsTaken))
        } catch {
            return .failure(error)
        }
    }

    func delete(_ contact: Contact) async -> Result<DeleteOutcome, PhoneBookError> {
        do throws(PhoneBookError) { return .success(try await store.delete(contact)) } catch { return .failure(error) }
    }

    func restore(_ deleted: DeletedContact) async -> Result<Contact, PhoneBookError> {
        do throws(PhoneBookError) { return .success(try await store.restore(deleted)) } catch { return .failure(error) }
    }

    /// The picture of any creature. Returns soon after its task is cancelled.
    func picture() async -> Result<AvatarPicture, PokemonFault> {
        do throws(PokemonFault) {
            let creature = try await creatures.random()
            guard let file = ContactPicture(creature.sprite) else { throw .notAPicture }
            return .success(AvatarPicture(file: file, cells: cells(of: file), creature: creature.name))
        } catch {
            return .failure(error)
        }
    }

    private func cells(of file: ContactPicture) -> CellPicture? {
        guard colors != .none else { return nil }
        return try? PictureDecoder.decode(
            file.bytes, fitting: AvatarDisc.formSize, colors: colors, density: density.cell)
    }

    /// Names that whoever types `text` may mean; each once.
    public func suggestions(for text: String) async -> [PlainText] {
        let contacts = (try? await store.suggestions(for: text, limit: ContactsService.mostSuggested)) ?? []
        var seen: Set<PlainText> = []
        return contacts.map(\.name).filter { seen.insert($0).inserted }
    }

    private static let mostSuggested = 5
}

extension PictureSource {
    /// The pictures that contacts have, by the addresses of `Contact.avatar`.
    fileprivate static func contacts(of store: PhoneBookStore) -> PictureSource {
        PictureSource(
            name: { "\($0)" },
            fetch: { address, _ async throws(FetchFailure) in
                guard case .relative(let path) = address, let id = ContactID(avatarPath: path) else {
                    throw .unreachable
                }
                guard let picture = try? await store.picture(of: id) else { throw .unreachable }
                return .bytes(picture.bytes, nil)
            })
    }
}

extension ContactID {
    fileprivate init?(avatarPath path: String) {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let number = Int64(parts[1]) else { return nil }
        self.init(number)
    }
}

extension RetryBackoff {
    /// For what does not come from a server: another try at once, or never.
    fileprivate static let none = RetryBackoff { _ in }
}
