/// The encodings that a client accepts, from its `Accept-Encoding` field (RFC 9110, 12.5.3).
struct AcceptEncoding {
    private var gzip: Double?
    private var identity: Double?
    private var others: Double?

    /// Parses the field's value; `nil` if the request has no such field.
    init(_ field: String?) {
        for entry in (field ?? "").split(separator: ",") {
            let parts = entry.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
            let weight = AcceptEncoding.weight(in: parts.dropFirst())
            switch parts.first?.lowercased() {
            case "gzip", "x-gzip": gzip = weight
            case "identity": identity = weight
            case "*": others = weight
            default: break
            }
        }
    }

    /// Whether the client accepts gzip and does not prefer an uncompressed body.
    var takesGzip: Bool {
        guard let weight = gzip ?? others, weight > 0 else { return false }
        return weight >= identity ?? 0
    }

    /// Returns the `q` value among an entry's parameters: from 0, not acceptable, to 1, which is also the default. An
    /// invalid value counts as 0, because an uncompressed body is always safe.
    private static func weight(in parameters: ArraySlice<Substring>) -> Double {
        for parameter in parameters where parameter.lowercased().hasPrefix("q=") {
            guard let weight = Double(parameter.dropFirst(2).trimmed), (0...1).contains(weight) else { return 0 }
            return weight
        }
        return 1
    }
}
