extension SQLiteTransaction {
    func figures() throws -> StoreFigures {
        try StoreFigures(
            states: rows(StoreFigures.statesQuery), waiting: row(StoreFigures.waitingQuery),
            failed: row(StoreFigures.failedQuery))
    }
}
