import CPlatform
import Glibc

/// Protects the memory of a program that holds secrets.
enum CoreDumps {
    /// Prevents core files from now on, in this process and its children.
    static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Makes the memory of this process readable only by root, so that debuggers cannot read it.
    ///
    /// The limit alone is not enough for a server: if `core_pattern` is a program, as on Ubuntu, the kernel passes it
    /// the whole memory whatever the limit is, unless the process is not dumpable. The terminal program does not use
    /// this, because its own user could not even see how much memory it uses.
    static func hideMemory() { _ = process_hide_memory() }
}

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
