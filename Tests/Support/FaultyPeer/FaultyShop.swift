import Foundation

/// A shop's menu on a server that can be made faulty.
public struct FaultyShop: Sendable {
    public let server: FaultyServer
    private let section: ValidResponse

    /// The names of the worst faults, one for each way to keep a client busy: answers that flood, drip, hang, redirect
    /// wrongly or end too soon.
    public static let worst = [
        "endless body", "endless chunks", "endless chunks of a byte", "endless spaces", "slow body",
        "silence instead of an answer", "endless field", "endless fields", "100 without end", "gzip bomb",
        "endless gzip bomb", "302 to “/again”", "302 to “//[::1]/x”", "loop of 308 P", "endless bytes at once",
        "no answer", "half the body and a reset", "endless size", "304 with an endless body",
    ]

    /// Serves `section`, a JSON body, as every section of the menu; all other paths are 404.
    public init(port: UInt16 = 0, section: some Sequence<UInt8>) throws {
        let answer = ValidResponse(section)
        self.section = answer
        server = try FaultyServer(port: port) { path in path.hasPrefix("/woowa/") ? answer : nil }
    }

    public var address: String { "http://127.0.0.1:\(server.port)" }

    /// Applies the fault with that name to every answer from now on. Returns whether such a fault exists.
    @discardableResult
    public func inject(_ name: String) -> Bool {
        guard let fault = Fault.all(of: section).first(where: { $0.name == name }) else { return false }
        server.inject(fault)
        return true
    }

    public func heal() { server.inject(nil) }
}
