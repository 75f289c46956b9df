import Foundation

/// The directory of one measurement and the servers that run for it. The directory is removed and the servers are
/// killed on `close()`, on deallocation, and when this process ends in any way.
///
/// A watcher process reads from a pipe until its write end is closed. Each server writes its process ID into the
/// directory before it executes the server program, so the watcher knows every server that is started.
final class RunDirectory: Sendable {
    let url: URL
    private let watch: Process
    private let lifeline: Pipe

    /// Makes a new directory below `place`.
    init(below place: URL = FileManager.default.temporaryDirectory) throws {
        url = place.appending(component: ".banchan-benchmark-\(UUID())", directoryHint: .isDirectory)
        lifeline = Pipe()
        // Other child processes must not inherit the write end, or the watcher would wait for them.
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        watch = RunDirectory.shell(RunDirectory.watchScript, [url.path])
        watch.standardInput = lifeline
        (watch.standardOutput, watch.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try watch.run()
        try lifeline.fileHandleForReading.close()
        try FileManager.default.createDirectory(
            at: url.appending(component: RunDirectory.numbers), withIntermediateDirectories: true)
    }

    /// Returns a process that ends with this directory. It leads a process group, and what it starts ends with it.
    func process(_ program: String, _ arguments: [String]) -> Process {
        RunDirectory.shell(
            RunDirectory.startScript, [url.appending(component: RunDirectory.numbers).path, program] + arguments)
    }

    /// Kills the servers and removes the directory. Blocks until both are done.
    func close() {
        try? lifeline.fileHandleForWriting.close()
        watch.waitUntilExit()
    }

    private static let numbers = ".processes"

    private static func shell(_ script: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "banchan-benchmark"] + arguments
        return process
    }

    /// A shell function that prints the start time of a process: the twentieth field of `/proc/PID/stat`, counted from
    /// the state.
    private static let fields = """
        fields() { read -r line < "/proc/$1/stat" && set -- ${line##*) } && echo "${20}"; }

        """

    /// Stores the process ID together with the start time of the process, since an ID may have been reused by the time
    /// it is read.
    private static let startScript =
        fields + """
            fields $$ > "$1/$$" || exit
            shift
            exec "$@"
            """

    /// Renames the directory first: then no further server can write its ID, and without that it does not start.
    /// Processes with the directory in their environment, such as a program left on a terminal, are killed as well.
    private static let watchScript =
        fields + """
            read -r end
            mv "$1" "$1.over"
            for file in "$1.over/\(numbers)"/*; do
                number=${file##*/}
                read -r started < "$file" || continue
                if [ "$(fields "$number")" = "$started" ]; then kill -s KILL -- "-$number"; fi
            done
            for try in 1 2 3 4 5 6 7 8 9; do
                files=$(grep -alsF -- "$1" /proc/[0-9]*/environ)
                [ "$files" ] || break
                for file in $files; do number=${file#/proc/}; kill -s KILL "${number%/environ}"; done
            done
            rm -rf "$1" "$1.over"
            """
}
