import Foundation

/// A transaction that another program, psql, has begun and left open: it holds its locks and does nothing any more.
public final class HeldTransaction: Sendable {
    private let input = Pipe()
    private let output = Pipe()

    /// Returns once `sql` was run. The transaction is rolled back by `end()`, at the latest when this object is released.
    public init(_ sql: String, in database: String, of server: PostgreSQLServer) throws {
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let process = server.session(in: database)
        (process.standardInput, process.standardOutput, process.standardError) = (
            input, output, FileHandle.nullDevice
        )
        try process.run()
        try input.fileHandleForReading.close()
        try input.fileHandleForWriting.write(contentsOf: Data("BEGIN; \(sql);\n\\echo held\n".utf8))
        guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("held") else {
            throw PostgreSQLServerError(description: "psql did not run: \(sql)")
        }
    }

    deinit { end() }

    public func end() { try? input.fileHandleForWriting.close() }
}
