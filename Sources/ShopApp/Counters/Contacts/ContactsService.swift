import Canvas
import Contacts
import Domain
import Foundation
import NIOConcurrencyHelpers
import Pictures
import ShopClient
import TerminalText

/// The phone book of this device and pictures for its contacts, as used by the screens. Opens and fetches nothing
/// before it is requested.
public final class ContactsService: Sendable {
    /// The store, which posts the change notifications.
    let store: PhoneBookStore
    let avatars: PictureRepository
    private let creatures: PokemonService
    private let colors: PictureColors
    private let density: PixelDensity

    public init(
        store: PhoneBookStore, creatures: PokemonService, colors: PictureColors, density: PixelDensity = PixelDensity()
    ) {
        self.store = store
        self.colors = colors
        self.density = density
        self.creatures = creatures
        avatars = PictureRepository(source: .contacts(of: store), colors: colors, density: density, backoff: .none)
    }

    /// The requested avatars.
    private let demand = NIOLockedValueBox(PictureDemand())

    /// Replaces the requested avatars.
    func request(_ demand: PictureDemand) {
        self.demand.withLockedValue { $0 = demand }
        avatars.request(demand)
    }

    var knownAvatars: [PictureRequest: PictureState] {
        let wanted = demand.withLockedValue { $0.inView }
        return Dictionary(wanted.map { ($0, avatars.picture($0)) }) { first, _ in first }
    }

    /// Returns the present contacts that match `text`; all contacts if it is empty.
    func list(matching text: String) async -> Result<PhoneBookList, PhoneBookError> {
        do throws(PhoneBookError) {
            return .success(try await store.index().list(matching: SearchPattern(text)))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the present contact, or an inner `nil` if it does not exist. Returns `nil` if it cannot be read.
    func contact(_ id: ContactID) async -> Contact?? { try? await store.contact(id) }

    /// Returns the details for the contact's card; `nil` if they cannot be read.
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

    /// Fetches the picture of a random creature. Returns promptly when its task is cancelled.
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

    /// Returns the distinct names that match the typed `text`.
    public func suggestions(for text: String) async -> [PlainText] {
        let contacts = (try? await store.suggestions(for: text, limit: ContactsService.maxSuggestions)) ?? []
        var seen: Set<PlainText> = []
        return contacts.map(\.name).filter { seen.insert($0).inserted }
    }

    private static let maxSuggestions = 5

    /// Returns the phone number and the address of the only contact with that name; empty if there is none, or more than
    /// one. What no shop accepts is left out.
    public func guestDetails(of name: PlainText) async -> [GuestDetail: PlainText] {
        let limit = ContactsService.maxNamesakes
        let found = ((try? await store.suggestions(for: name.string, limit: limit)) ?? []).filter { $0.name == name }
        guard let contact = found.first, found.count == 1 else { return [:] }
        let phone = contact.number.mainNumber
        var details: [GuestDetail: PlainText] = [:]
        if Handover.isPhoneNumber(phone) { details[.phone] = PlainText(phone) }
        if let address = await self.details(of: contact)?.address, address.string.count <= Handover.maxAddressLength {
            details[.address] = address
        }
        return details
    }

    /// The maximum number of contacts that are looked at whose names begin with the one that is looked up.
    private static let maxNamesakes = 64
}

extension PictureSource {
    /// Returns a source of the contacts' pictures, with the addresses of `Contact.avatar`.
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
        guard parts.count == 3, let value = Int64(parts[1]) else { return nil }
        self.init(value)
    }
}
