import Foundation
import Platform

/// The user's file of settings.
public enum SettingsFile {
    /// Returns the path: `banchan/config.yaml` below the XDG config directory. Returns `nil` if the environment names
    /// none.
    public static func path(in environment: [String: String]) -> String? {
        BaseDirectory.config.path(in: environment).map { "\($0)/banchan/config.yaml" }
    }

    /// The reason why no file was written.
    public enum InitError: Error, Equatable {
        /// Something exists at that path.
        case exists
        case unwritable(code: Int)
    }

    /// Writes `text` to a new file, and creates its directory. An existing file stays unchanged; throws `.exists`
    /// then.
    public static func create(_ text: String, at path: String) throws(InitError) {
        let directory = (path as NSString).deletingLastPathComponent
        do throws(POSIXError) {
            try PrivateDirectory.create(at: directory, durably: false)
        } catch {
            throw .unwritable(code: Int(error.code.rawValue))
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .unwritable(code: Int(errno)) }
        defer { close(descriptor) }
        let failure = Array(text.utf8).withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) }
        guard case .system(let code) = failure else { return }
        // Half a file of settings would be read as one.
        unlink(path)
        throw .unwritable(code: Int(code))
    }
}
