import Foundation

/// The value of a parameter such as `$1`, in PostgreSQL's text format.
protocol SQLParameter {
    var sqlText: String { get }
}

extension String: SQLParameter {
    var sqlText: String { self }
}

extension Int: SQLParameter {
    var sqlText: String { String(self) }
}

extension Bool: SQLParameter {
    var sqlText: String { self ? "t" : "f" }
}

extension UUID: SQLParameter {
    var sqlText: String { uuidString }
}

/// An array of C strings, freed with this object.
final class SQLTexts {
    private let owned: [UnsafeMutablePointer<CChar>?]
    let pointers: [UnsafePointer<CChar>?]

    init(_ values: [(any SQLParameter)?]) {
        owned = values.map { $0.flatMap { strdup($0.sqlText) } }
        pointers = owned.map { $0.map { UnsafePointer($0) } }
    }

    deinit {
        for text in owned { free(text) }
    }
}
