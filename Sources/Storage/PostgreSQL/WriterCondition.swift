/// What is wrong with the database, as the connection that writes finds out.
struct WriterCondition: Sendable {
    private let place: String
    private let onRecovery: @Sendable () -> Void
    private let condition = LiveCondition()

    init(at place: String, onRecovery: @escaping @Sendable () -> Void) {
        (self.place, self.onRecovery) = (place, onRecovery)
    }

    var trouble: StoreTrouble? { condition.trouble }

    func watch(_ onChange: @escaping @Sendable (StoreTrouble?) -> Void) { condition.watch(onChange) }

    /// Looks whether something can be kept; while nothing is known to be wrong, without writing.
    func examine(_ connection: PooledConnection) {
        do {
            try connection.perform { connection in
                if trouble == nil { return _ = try connection.rows("SELECT 1", []) }
                try connection.transaction(.writing) {
                    _ = try connection.rows("UPDATE layout SET version = version", [])
                }
            }
            note(nil)
        } catch {
            note(error)
        }
    }

    /// Takes in what came of something, `nil` where it went well. Errors that are not the storage's say nothing of it.
    func note(_ error: (any Error)?) {
        guard let error else {
            guard trouble != nil else { return }
            condition.change(to: nil)
            return onRecovery()
        }
        guard let error = error as? PostgreSQLError, error.isOfStorage else { return }
        let trouble = StoreTrouble(StoreError(error), at: place)
        if trouble != self.trouble { condition.change(to: trouble) }
    }
}
