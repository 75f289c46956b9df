import Domain
import Foundation
import Hummingbird
import Platform

/// Serves the guests' avatars, as a substitute for PokeAPI.
struct AvatarsModule: ServerModule {
    private let catalog: LiveResource<AvatarCatalog>?
    private let scheme: String

    static func read(_ resources: URL) throws(ShopServerError) -> AvatarCatalog? {
        try AvatarCatalog(resources: resources)
    }

    init(_ catalog: AvatarCatalog?, _ context: ServerContext) {
        let resources = context.resources
        self.catalog = catalog.map {
            LiveResource($0) { _ throws(ShopServerError) in try AvatarsModule.read(resources) }
        }
        scheme = context.scheme
    }

    static let directories = ["avatars"]
    static let descriptions = [FileDescription.avatars]

    static func addFiles(to sample: inout SampleShop) throws(ShopServerError) {
        guard sample.exists("avatars") else { return }
        let text = try sample.copy("avatars/avatars.json")
        for image in text.list.compactMap({ $0["image"].flatMap(text.string) }) { try sample.copy("avatars/\(image)") }
    }

    func reload() { catalog?.reload() }

    private var avatars: AvatarController? { catalog.map { AvatarController(catalog: $0.value, scheme: scheme) } }

    func addRoutes(to routes: Routes) {
        routes.get("/api/v2/pokemon/:number") { request, context in
            guard let avatars else { throw Refusal.noAvatars }
            return try avatars.facts(context.text("number"), to: request)
        }
        routes.getShared("/sprites/:file") { request, context in
            guard let avatars else { throw Refusal.noAvatars }
            return try avatars.picture(context.text("file"), to: request)
        }
    }
}

/// Serves avatars over HTTP, with those parts of PokeAPI's responses (https://pokeapi.co/docs/v2#pokemon) that the
/// clients use.
struct AvatarController: Sendable {
    let catalog: AvatarCatalog
    /// The scheme of the pictures' URLs: `http` or `https`.
    let scheme: String

    /// Returns the avatar's data, or 304 if the client already has it.
    func facts(_ id: String?, to request: Request) throws -> Response {
        guard let id = AvatarController.id(id), let avatar = catalog.avatar(id) else {
            throw Refusal.unknownPath
        }
        return Response(to: request, list: AvatarFacts(avatar, number: id, base: try base(of: request)))
    }

    /// Returns the picture of a file name such as `25.png`, or 304 if the client already has it.
    func picture(_ name: String?, to request: Request) throws -> PublicAnswer {
        let ending = ".png"
        guard let name, name.hasSuffix(ending),
            let id = AvatarController.id(String(name.dropLast(ending.count))),
            let picture = try catalog.picture(id)
        else { throw Refusal.unknownPath }
        return try picture.answer(to: request)
    }

    /// Parses a decimal number without leading zeros.
    private static func id(_ text: String?) -> Int? {
        guard let text, let value = Int(text), String(value) == text else { return nil }
        return value
    }

    /// Returns the server's base URL as the client addressed it in the request. Throws `Refusal` if the host is
    /// invalid.
    private func base(of request: Request) throws -> String {
        let longest = 255
        guard let host = request.head.authority, !host.isEmpty, host.utf8.count <= longest,
            host.utf8.allSatisfy(AvatarController.isPartOfHost)
        else { throw Refusal(status: .badRequest, sentence: "The Host field names no host.") }
        return "\(scheme)://\(host)"
    }

    /// Whether the byte may occur in a host with an optional port: letters, digits, `-._:` and the brackets around an
    /// IPv6 address.
    private static func isPartOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}

extension Refusal {
    static let noAvatars = Refusal(status: .notFound, sentence: "This shop has no avatars.")
}

/// The JSON object for an avatar.
private struct AvatarFacts: Encodable {
    /// The sprites object. Encodes `null` for a missing picture, as the real service does.
    struct Sprites: Encodable {
        let front: String?

        private enum CodingKeys: String, CodingKey { case front = "front_default" }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(front, forKey: .front)
        }
    }

    let id: Int
    let name: String
    let height: Int
    let weight: Int
    let sprites: Sprites

    init(_ avatar: Avatar, number: Int, base: String) {
        id = number
        name = avatar.name
        height = avatar.height
        weight = avatar.weight
        let hasPicture = !AvatarCatalog.withoutPicture.contains(number)
        sprites = Sprites(front: hasPicture ? "\(base)/sprites/\(number).png" : nil)
    }
}

/// The avatars in the resources, numbered like the Pokémon that they replace.
struct AvatarCatalog: Sendable {
    static let numbers = 1...1_000
    /// The numbers without a picture. Some have none in the real service either, and clients have to handle that.
    static let withoutPicture: Set<Int> = [132, 351, 404, 718, 905]

    /// The avatars, assigned in turn to the numbers from 1 on; never empty.
    let avatars: [Avatar]
    private let pictures: PictureDirectory

    /// Reads `avatars/avatars.json` below `resources` and checks that the files it names exist. Returns `nil` if there
    /// is no such directory, in which case the shop has no avatars.
    init?(resources: URL) throws(ShopServerError) {
        let directory = resources.appending(component: "avatars", directoryHint: .isDirectory)
            .path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: directory) else { return nil }
        let list = directory + "avatars.json"
        avatars = try ResourceFile.list(in: list)
        pictures = PictureDirectory(URL(filePath: directory))
        guard !avatars.isEmpty else { throw .unreadableResource(path: list, why: .empty) }
        for (item, avatar) in avatars.enumerated() {
            if let key = avatar.fault { throw .unreadableResource(path: list, why: .unreadable(item: item, key: key)) }
            guard (try? pictures.picture(avatar.image)) != nil else {
                throw .missingResource(path: directory + avatar.image)
            }
        }
    }

    /// Returns the avatar with that number; `nil` if the number is out of range.
    func avatar(_ number: Int) -> Avatar? {
        AvatarCatalog.numbers.contains(number) ? avatars[(number - 1) % avatars.count] : nil
    }

    /// Returns the avatar's picture. Returns `nil` for a number without one, or if the file has been removed. Throws
    /// `Refusal` if the system cannot open it now.
    func picture(_ number: Int) throws(Refusal) -> PictureFile? {
        guard let avatar = avatar(number), !AvatarCatalog.withoutPicture.contains(number) else { return nil }
        return try pictures.picture(avatar.image)
    }
}

/// One of the avatars that guests can choose, as listed in `avatars.json`.
struct Avatar: Decodable, Hashable, Sendable {
    let name: String
    /// The height in decimetres.
    let height: Int
    /// The weight in hectograms.
    let weight: Int
    /// The name of its picture, a PNG file in the same directory as the list.
    let image: String

    /// The key of the first invalid value; `nil` if all are valid.
    var fault: String? {
        if name.isEmpty { return "name" }
        if height < 1 { return "height" }
        if weight < 1 { return "weight" }
        return isPlain(image) ? nil : "image"
    }

    /// Whether `file` names a PNG file in the same directory as the list.
    private func isPlain(_ file: String) -> Bool {
        file.hasSuffix(".png") && !file.hasPrefix(".") && !file.contains { $0 == "/" || $0 == "\0" }
    }
}

extension FileDescription {
    static let avatars = FileDescription(
        name: "avatars-file", title: "avatars/avatars.json, the pictures of contacts",
        shape: .list(
            .object([
                FileField(
                    "name", .text(), "이름", "what guests read",
                    rule: ("비어 있지 않아야 합니다", "has to be a text that is not empty")),
                FileField(
                    "height", .number(1...Int(Int32.max)), "키(dm)", "the height in decimetres",
                    rule: ("1 이상이어야 합니다", "has to be 1 or more")),
                FileField(
                    "weight", .number(1...Int(Int32.max)), "몸무게(hg)", "the weight in hectograms",
                    rule: ("1 이상이어야 합니다", "has to be 1 or more")),
                FileField(
                    "image", .text(pattern: "^[^./][^/]*\\.png$"), "그림 파일", "a PNG file in the same directory",
                    rule: ("같은 디렉터리에 있는 PNG 파일의 이름이어야 합니다", "has to be the name of a PNG file in the same directory")),
            ]), 1...Int.max))
}

extension AvatarsModule {
    static func check(_ check: inout ResourceCheck) {
        guard check.exists("avatars"),
            let avatars = check.items(
                in: "avatars/avatars.json", .avatars, { try JSONDecoder().decode([Avatar].self, from: $0) })
        else { return }
        if avatars.file.root.items.isEmpty { check.add(.problem, .noItems, in: avatars.file, at: avatars.file.root) }
        let pictures = PictureDirectory(check.directory.appending(component: "avatars"))
        for (avatar, node) in avatars.all {
            if let key = avatar.fault {
                check.addInvalid(node[key] ?? node, of: node, in: avatars.file, FileDescription.avatars.shape)
            } else if let picture = try? pictures.picture(avatar.image) {
                check.inspect(picture, "avatars/\(avatar.image)")
            } else {
                check.add(.problem, .noPicture(avatar.image, similar: nil), in: avatars.file, at: node["image"])
            }
        }
    }
}
