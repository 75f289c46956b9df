import GRDB

/// The layout of a database as the list of its migration steps. A step that was ever shipped never changes.
public struct DatabaseLayout: Sendable {
    public typealias Step = @Sendable (Database) throws -> Void

    /// The application ID in the file's header, which tells the database from any other.
    public let applicationID: Int
    /// The name of the connection, for debugging.
    public let label: String
    public let steps: [Step]
    /// The statements that create the current layout in an empty database, as all steps do one after the other.
    let current: String

    public init(applicationID: Int, label: String, steps: [Step], current: String) {
        self.applicationID = applicationID
        self.label = label
        self.steps = steps
        self.current = current
    }

    /// The version of the current layout; an empty database has 0.
    public var version: Int { steps.count }

    /// Migrates a database from `version` to the current layout, within the caller's transaction.
    func upgrade(_ db: Database, from version: Int) throws {
        for step in steps[version...] { try step(db) }
        try db.execute(sql: stamp)
    }

    /// The statements that mark a database as one with the current layout.
    var stamp: String { "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)" }
}
