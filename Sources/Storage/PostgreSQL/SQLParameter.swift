import Foundation

/// A value in the place of `$1` and its like, as PostgreSQL reads it.
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

/// Texts as C has them, freed with their owner.
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
