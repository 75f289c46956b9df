import Foundation

/// The shop's own data as it is installed with the program.
///
/// The package manager's accessor for resources is not used: it traps where they are missing, and looking at a bundle
/// costs more than the whole rest of the start.
public enum ShopResources {
    /// Beside the program after a build, then as an installation lays things out: `bin/banchan`, `share/banchan`.
    private static let places = ["banchan_ShopResources.resources", "../share/banchan"]

    /// The directory that contains `menu`, and beside it `details`, a file a dish, and `pictures`.
    public static func directory() throws(ShopResourcesError) -> URL {
        let candidates = places.map { programDirectory.appending("/\($0)") }
        guard let path = candidates.first(where: { isDirectory("\($0)/menu") }) else {
            throw ShopResourcesError(placesLookedAt: candidates)
        }
        return URL(filePath: path, directoryHint: .isDirectory)
    }

    /// The directory of the running program, links followed; the present one where the system does not tell.
    private static var programDirectory: String {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let program, let end = program.lastIndex(of: "/") else { return "." }
        return String(program[..<end])
    }

    private static func isDirectory(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}

/// The shop's data is nowhere to be found.
public struct ShopResourcesError: Error, Hashable, Sendable {
    /// The paths of the directories that should have contained `menu`.
    public let placesLookedAt: [String]

    public init(placesLookedAt: [String]) { self.placesLookedAt = placesLookedAt }
}
