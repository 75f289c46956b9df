import Platform
import Testing

/// Returns once `fact` holds, for what tells nobody that it changed: it is looked at again and again. After `limit` that is an
/// issue of the test.
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
