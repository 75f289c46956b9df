import Foundation

/// A directory of one measurement, and the servers that run for it: all of it goes when this does, or when this process
/// ends in whatever way.
///
/// A watch, a process of its own, reads from a pipe until nobody can write to it any more. Each server writes its number
/// into the directory before it becomes the server, so none is started that the watch does not know.
final class RunDirectory: Sendable {
    let url: URL
    private let watch: Process
    private let lifeline: Pipe

    /// Makes a new directory below `place`.
    init(below place: URL = FileManager.default.temporaryDirectory) throws {
        url = place.appending(component: ".banchan-benchmark-\(UUID())", directoryHint: .isDirectory)
        lifeline = Pipe()
        // Nobody whom this process starts besides is to keep the watch waiting.
        _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        watch = RunDirectory.shell(RunDirectory.watchScript, [url.path])
        watch.standardInput = lifeline
        (watch.standardOutput, watch.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try watch.run()
        try lifeline.fileHandleForReading.close()
        try FileManager.default.createDirectory(
            at: url.appending(component: RunDirectory.numbers), withIntermediateDirectories: true)
    }

    /// A program that ends with this. It leads a process group; what it starts ends with it.
    func process(_ program: String, _ arguments: [String]) -> Process {
        RunDirectory.shell(
            RunDirectory.startScript, [url.appending(component: RunDirectory.numbers).path, program] + arguments)
    }

    /// Ends what runs and removes the directory, and returns when both are done.
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

    /// Fields of a process in the kernel's words, from its state on; the twentieth is when it was started.
    private static let fields = """
        fields() { read -r line < "/proc/$1/stat" && set -- ${line##*) } && echo "${20}"; }

        """

    /// A number may be somebody else's by the time it is read: it goes with when its process was started.
    private static let startScript =
        fields + """
            fields $$ > "$1/$$" || exit
            shift
            exec "$@"
            """

    /// Once the directory has another name, no server can write its number any more, and then it does not start. What
    /// has the directory in its environment, such as a program on a terminal that stays, ends as well.
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
