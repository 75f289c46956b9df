import GRDB

/// How a database is laid out: the steps that led to it. A step that was ever shipped never changes.
public struct DatabaseLayout: Sendable {
    public typealias Step = @Sendable (Database) throws -> Void

    /// Stands in the file's header, so that the database is told from any other.
    public let applicationID: Int
    /// Names the connection for whoever looks into the program.
    public let label: String
    public let steps: [Step]

    public init(applicationID: Int, label: String, steps: [Step]) {
        self.applicationID = applicationID
        self.label = label
        self.steps = steps
    }

    /// The present layout's; 0 is that of an empty database.
    public var version: Int { steps.count }

    /// Brings a database of `version` up to the present one, within the transaction of whoever calls.
    func upgrade(_ db: Database, from version: Int) throws {
        for step in steps[version...] { try step(db) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(self.version)")
    }
}
