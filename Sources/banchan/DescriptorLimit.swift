import Glibc

/// How many files and connections the program may have open.
enum DescriptorLimit {
    /// Allows as many as the system lets anybody have: each terminal that listens takes one, and the usual limit is
    /// below what the server takes.
    static func raise() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(kind, &limit)
    }
}
