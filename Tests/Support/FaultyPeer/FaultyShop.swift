import Foundation

/// A shop's menu at a server that may be faulty.
public struct FaultyShop: Sendable {
    public let server: FaultyServer
    private let section: ProperAnswer

    /// Faults in which an answer pours, drips, hangs, leads astray or ends too soon: one of each way to keep somebody
    /// busy.
    public static let worst = [
        "endless body", "endless chunks", "endless chunks of a byte", "endless spaces", "slow body",
        "silence instead of an answer", "endless field", "endless fields", "100 without end", "gzip bomb",
        "endless gzip bomb", "302 to “/again”", "302 to “//[::1]/x”", "loop of 308 P", "endless bytes at once",
        "no answer", "half the body and a reset", "endless size", "304 with an endless body",
    ]

    /// Every section is `section`, a JSON body, and there is nothing else.
    public init(port: UInt16 = 0, section: some Sequence<UInt8>) throws {
        let answer = ProperAnswer(section)
        self.section = answer
        server = try FaultyServer(port: port) { path in path.hasPrefix("/woowa/") ? answer : nil }
    }

    public var address: String { "http://127.0.0.1:\(server.port)" }

    /// From now on every answer has the fault of that name. Returns whether there is one.
    @discardableResult
    public func suffer(_ name: String) -> Bool {
        guard let fault = Fault.all(of: section).first(where: { $0.name == name }) else { return false }
        server.suffer(fault)
        return true
    }

    public func heal() { server.suffer(nil) }
}
