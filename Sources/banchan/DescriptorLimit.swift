import Glibc

/// The limit on open files and connections.
enum DescriptorLimit {
    /// Raises the limit to the system's maximum: each terminal that receives events needs one descriptor, and the usual
    /// limit is lower than the number that the server accepts.
    static func raise() {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(kind, &limit)
    }
}
