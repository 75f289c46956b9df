/// What a client says of compression (RFC 9110, 12.5.3).
struct AcceptEncoding {
    private var gzip: Double?
    private var identity: Double?
    private var others: Double?

    /// Reads the field's value; `nil` where the request has no such field.
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

    /// Whether a gzip body may be sent, and is at least as welcome as a plain one.
    var takesGzip: Bool {
        guard let weight = gzip ?? others, weight > 0 else { return false }
        return weight >= identity ?? 0
    }

    /// The value of `q` among an entry's parameters: from 0, never, to 1, which it also is when absent. One that is
    /// no number from 0 to 1 counts as 0, since a plain body is always safe.
    private static func weight(in parameters: ArraySlice<Substring>) -> Double {
        for parameter in parameters where parameter.lowercased().hasPrefix("q=") {
            guard let weight = Double(parameter.dropFirst(2).trimmed), (0...1).contains(weight) else { return 0 }
            return weight
        }
        return 1
    }
}
