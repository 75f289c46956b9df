import CPlatform
import Foundation
import Glibc

/// A directory or file that inotify watches for a target.
struct WatchedPlace: Hashable, Sendable {
    let path: String
    /// The events that matter.
    let mask: UInt32
    /// The files in the directory that matter; `nil` if all do.
    let names: Set<String>?

    /// Whether the file system does not tell of changes that others make: those of other machines, or of another kernel.
    var isSilent: Bool { WatchedPlace.silentFileSystems.contains(filesystem_kind(path)) }

    /// The numbers of NFS, SMB, FUSE, 9P, Ceph, VirtualBox's and VMware's folders, AFS, Coda, GFS2, Lustre (statfs(2), and
    /// linux/magic.h).
    private static let silentFileSystems: Set<UInt32> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x786F_4256, 0xBACB_ACBC,
        0x5346_414F, 0x7375_7245, 0x0116_1970, 0x0BD0_0BD0,
    ]
}

extension FileWatch.Target {
    private static let content = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    /// The most links of a directory whose targets are watched.
    private static let maxLinks = 1_024

    /// What has to be watched to notice its changes.
    var places: [WatchedPlace] {
        guard isDirectory else { return [WatchedPlace(path: path, mask: UInt32(IN_ATTRIB), names: nil)] }
        let own = WatchedPlace(path: path, mask: FileWatch.Target.content, names: nil)
        let links = LinkChain(of: path).links + links
        let byDirectory = Dictionary(grouping: links, by: \.directory)
        return [own]
            + byDirectory.map { directory, files in
                WatchedPlace(path: directory, mask: FileWatch.Target.content, names: Set(files.map(\.name)))
            }
    }

    /// The links on the way to what the links in this directory lead to, and those files.
    private var links: [LinkChain.File] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var (links, count): ([LinkChain.File], Int) = ([], 0)
        while count < FileWatch.Target.maxLinks, let entry = readdir(directory) {
            // A file system that does not say what an entry is has it looked at.
            guard [Int(DT_LNK), Int(DT_UNKNOWN)].contains(Int(entry.pointee.d_type)) else { continue }
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            let chain = LinkChain(of: "\(path)/\(name)")
            guard chain.links.contains(where: { $0.name == name }) else { continue }
            count += 1
            links += chain.links + [chain.end]
        }
        return links
    }
}

/// The symbolic links on a path, and where it ends.
struct LinkChain {
    struct File: Hashable {
        let directory: String
        let name: String
    }

    /// The links, in the order in which they are followed.
    private(set) var links: [File] = []
    /// The file at the end, which may not exist.
    let end: File

    /// The most links that are followed (path_resolution(7)).
    private static let maxLinks = 40

    init(of path: String) {
        let absolute = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        var rest = Array(absolute.split(separator: "/").map(String.init).reversed())
        var way: [String] = []
        while let name = rest.popLast() {
            switch name {
            case ".": continue
            case "..": _ = way.popLast()
            default:
                let directory = LinkChain.path(of: way)
                way.append(name)
                guard links.count < LinkChain.maxLinks, let target = LinkChain.target(of: LinkChain.path(of: way))
                else {
                    continue
                }
                links.append(File(directory: directory, name: name))
                if target.hasPrefix("/") { way = [] } else { way.removeLast() }
                rest += target.split(separator: "/").map(String.init).reversed()
            }
        }
        end = File(directory: LinkChain.path(of: way.dropLast()), name: way.last ?? "")
    }

    private static func path(of names: some Sequence<String>) -> String { "/" + names.joined(separator: "/") }

    /// Returns where a link leads; `nil` if it is none.
    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
