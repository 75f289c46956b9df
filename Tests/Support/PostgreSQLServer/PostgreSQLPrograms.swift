import Foundation

/// The programs of the PostgreSQL server that is installed on this machine, of whichever version.
public enum PostgreSQLPrograms {
    /// Where the system's own programs are, independent of the environment.
    static let systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// The directory of `initdb`, `pg_ctl` and their like, as `pg_config --bindir` names it, or else the one in the path;
    /// `nil` if there is none.
    public static let directory: String? =
        ([configured].compactMap(\.self) + systemPath.split(separator: ":").map(String.init)).first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
        }

    /// Returns the path of a program, or `nil` if it is not installed.
    public static func path(of name: String) -> String? {
        directory.map { "\($0)/\(name)" }.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    }

    /// What `pg_config --bindir` prints.
    private static var configured: String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pg_config", "--bindir"]
        process.environment = ["PATH": systemPath]
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, FileHandle.nullDevice
        )
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
}
