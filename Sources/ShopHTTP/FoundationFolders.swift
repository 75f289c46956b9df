import Foundation
import Platform

/// The folders that FoundationNetworking creates for cookies and cached answers with the first session, whether or not
/// anything is ever stored in them (`HTTPCookieStorage.swift` and `URLCache.swift` of swift-corelibs-foundation).
enum FoundationFolders {
    /// Returns the result of `body`, and removes the folders that `body` created if they are empty. Others may use
    /// the same places meanwhile, also other programs: the directory of the database is one of them.
    static func removed<Value>(_ body: () -> Value) -> Value {
        let missing = paths.filter { access($0, F_OK) != 0 }
        defer { PrivateDirectory.removeUnused(missing) }
        return body()
    }

    /// The paths of the folders; nested folders come before their parents.
    private static var paths: [String] {
        let files = FileManager.default
        let data = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).map {
            $0.appending(path: Bundle.main.bundleURL.deletingPathExtension().lastPathComponent).path
        }
        let caches = files.urls(for: .cachesDirectory, in: .userDomainMask).flatMap {
            let all = $0.appending(path: "org.swift.foundation.URLCache")
            return [all.appending(path: ProcessInfo.processInfo.processName).path, all.path, $0.path]
        }
        return data + files.urls(for: .applicationSupportDirectory, in: .userDomainMask).map(\.path) + caches
    }
}
