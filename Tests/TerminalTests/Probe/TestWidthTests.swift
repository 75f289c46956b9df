import CTestSupport
import NIOConcurrencyHelpers
import Platform
import Testing

/// Whether the testing library still keeps to the number of tests at once that it is told.
@Suite struct TestWidthTests {
    private static let running = NIOLockedValueBox(0)

    @Test(arguments: 0..<60) func noMoreTestsRunAtOnceThanTheirWidth(_ number: Int) async throws {
        let count = TestWidthTests.running.withLockedValue { running in
            running += 1
            return running
        }
        // Long enough for all others to begin, if they may.
        try await OneShotTimer.sleep(for: .milliseconds(5))
        TestWidthTests.running.withLockedValue { $0 -= 1 }
        #expect(count <= test_width())
    }
}
