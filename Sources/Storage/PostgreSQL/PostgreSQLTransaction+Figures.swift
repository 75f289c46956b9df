extension PostgreSQLTransaction {
    func figures() throws -> StoreFigures {
        try StoreFigures(
            states: rows(StoreFigures.statesQuery), waiting: rows(StoreFigures.waitingQuery).first,
            failed: rows(StoreFigures.failedQuery).first)
    }
}
