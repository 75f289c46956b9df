import Foundation
import Platform

extension ResourceCheck {
    /// Reports a picture that should be on this server but is missing. Pictures on other servers are not checked.
    mutating func expectPicture(_ address: String, at node: JSONNode?, in file: File) {
        guard !address.isEmpty, !address.lowercased().hasPrefix("http:"), !address.lowercased().hasPrefix("https:")
        else { return }
        guard !hasPicture(address) else { return }
        tell(.problem, .noPicture(address), in: file, at: node)
    }

    private func hasPicture(_ address: String) -> Bool {
        let path = address.drop { $0 == "/" }.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "pictures", let name = String(parts[1]).removingPercentEncoding,
            !name.hasPrefix("."), !name.contains(where: { $0 == "/" || $0 == "\0" })
        else { return false }
        return (try? PictureFile(opening: name, in: self.path("pictures/"))) != nil
    }
}

extension FindingText {
    static func noPicture(_ address: String) -> FindingText {
        FindingText(korean: "그림이 없습니다: \(address)", english: "There is no such picture: \(address)")
    }
}
