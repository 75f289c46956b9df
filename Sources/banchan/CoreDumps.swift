import CPlatform
import Glibc

/// What the memory of a program that holds secrets is kept from.
enum CoreDumps {
    /// From now on a crash writes no core file, in this process and those that it starts.
    static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// From now on nobody but root reads this process's memory, as a debugger does.
    ///
    /// The limit alone is not enough for a server: where `core_pattern` is a program, as on Ubuntu, the kernel hands it
    /// the whole memory whatever the limit is, unless the process is not to be dumped at all. The terminal does without
    /// this, because its own user could not even look how much memory it takes.
    static func hideMemory() { _ = process_hide_memory() }
}
