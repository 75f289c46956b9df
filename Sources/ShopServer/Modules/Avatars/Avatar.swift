/// One of the pictures that guests may take, as `avatars.json` lists it.
struct Avatar: Decodable, Hashable, Sendable {
    let name: String
    /// Decimetres.
    let height: Int
    /// Hectograms.
    let weight: Int
    /// The name of its file, which lies beside the list: a PNG.
    let image: String

    /// The key of the first value that cannot be used; `nil` where all can be.
    var fault: String? {
        if name.isEmpty { return "name" }
        if height < 1 { return "height" }
        if weight < 1 { return "weight" }
        return isPlain(image) ? nil : "image"
    }

    /// Whether it names a PNG file right beside the list.
    private func isPlain(_ file: String) -> Bool {
        file.hasSuffix(".png") && !file.hasPrefix(".") && !file.contains { $0 == "/" || $0 == "\0" }
    }
}
