import Glibc

/// A pipe that wakes a thread waiting for descriptors. It can be used from any thread, and stays readable once it was
/// written to.
final class WakeUpPipe: Sendable {
    private let ends: (reading: Int32, writing: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    var awaited: (descriptor: Int32, events: Int32) { (ends.reading, POLLIN) }

    func wake() { _ = write(ends.writing, [1], 1) }
}
