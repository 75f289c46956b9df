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
