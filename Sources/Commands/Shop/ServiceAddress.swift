import Foundation
import Platform
import ShopApp
import ShopClient

/// The address of the shop that a service of this machine serves. The service manager gives the service a directory for
/// it, and removes that when the service ends, in whatever way.
enum ServiceAddress {
    private static let fileName = "address"
    /// The directory of the package's service.
    private static let directory = "/run/banchan"
    private static let maxLength = 1_024
    /// Anybody on the machine may read it.
    private static let mode = 0o644

    /// Tells the programs of this machine where the shop is, if this program is a service.
    static func announce(_ url: URL, in environment: [String: String]) {
        // The manager separates several directories by colons.
        guard let directory = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first else { return }
        let file = URL(filePath: String(directory)).appending(path: fileName)
        guard (try? Data("\(local(url))\n".utf8).write(to: file, options: .atomic)) != nil else { return }
        try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    /// Returns the address of the service's shop; `nil` if there is no such service. `BANCHAN_SERVICE_DIRECTORY` names
    /// the directory of a service that is not the package's.
    static func current(in environment: [String: String]) -> String? {
        let path = "\(environment["BANCHAN_SERVICE_DIRECTORY"] ?? directory)/\(fileName)"
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)),
            let data = try? file.read(upToCount: maxLength),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first
        else { return nil }
        return try? ShopAddress(String(line)).description
    }

    /// The address for a terminal on this machine: that of a server at all addresses names none.
    private static func local(_ url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url.absoluteString }
        if ["0.0.0.0", "::", "[::]"].contains(parts.host ?? "") { parts.host = "127.0.0.1" }
        return parts.string ?? url.absoluteString
    }
}

extension User {
    /// What is to be said when the shop opens.
    func startNotes(atEmbeddedShop isOwn: Bool) -> [StartNote] {
        let unsaved = unsavedData(atEmbeddedShop: isOwn)
        let service = isOwn ? ServiceAddress.current(in: environment) : nil
        return (unsaved.isEmpty ? [] : [.unsaved(unsaved)]) + (service.map { [.service($0)] } ?? [])
    }
}
