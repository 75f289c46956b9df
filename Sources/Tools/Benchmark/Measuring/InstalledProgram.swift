import Foundation

/// Finds and runs programs installed on this machine.
enum InstalledProgram {
    /// Returns the path of a program, or `nil` if it is not installed. The system administrators' directories are
    /// searched, too.
    static func path(of name: String) -> String? {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (places + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns what the program prints to standard output and standard error, or `nil` if it cannot be started.
    static func output(of path: String, _ arguments: [String], environment: [String: String]? = nil) -> String? {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let environment { process.environment = environment }
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, output
        )
        guard (try? process.run()) != nil else { return nil }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the first printed line that contains a digit, which is where a version is printed, or "unknown".
    static func version(of path: String, _ arguments: [String]) -> String {
        let lines = (output(of: path, arguments) ?? "").split(separator: "\n")
        return lines.first { $0.contains(where: \.isNumber) }.map { $0.trimmingCharacters(in: .whitespaces) }
            ?? "unknown"
    }
}
