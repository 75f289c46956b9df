import Platform
import Testing

/// Polls until `fact` returns `true`, for state that reports no changes. Records an issue if `limit` expires first.
public func wait(
    atMost limit: Duration = .seconds(60), _ location: SourceLocation = #_sourceLocation,
    untilFact fact: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !fact() {
        guard ContinuousClock.now < deadline else {
            Issue.record("waited in vain", sourceLocation: location)
            return
        }
        try await OneShotTimer.sleep(for: .milliseconds(5))
    }
}
