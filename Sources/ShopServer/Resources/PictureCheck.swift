import Domain

// Checks that the addresses of pictures lead to pictures.
extension ResourceCheck {
    /// Reports an address that is none, or that means one of the shop's own pictures, which is missing. Pictures on
    /// other servers are not checked.
    mutating func expectPicture(at node: JSONNode?, in file: File) {
        guard let node, let text = file.text.string(of: node) else { return }
        do throws(PictureAddressError) {
            switch try PictureAddress(text) {
            case .absolute: return
            case .sameScheme(let address):
                // The name of a directory, not of a server.
                guard address.hasPrefix("//pictures/") else { return }
                add(.problem, .server(text), in: file, at: node)
            case .relative(let path): expectOwnPicture(.relative(path), text, at: node, in: file)
            }
        } catch {
            if let finding = FindingText(error, of: text) { add(.problem, finding, in: file, at: node) }
        }
    }

    private mutating func expectOwnPicture(_ address: PictureAddress, _ text: String, at node: JSONNode, in file: File)
    {
        let name = address.fileName
        if let name, (try? pictures.picture(name)) != nil { return }
        // A name with characters that mean something in an address, taken as it is.
        let literal = text.unicodeScalars.split(separator: "/").last.map { String($0) }
        let meant = [name, literal].compactMap(\.self)
        let similar = meant.lazy.compactMap { [pictures] in pictures.name(similarTo: $0) }.first
        add(
            .problem, .noPicture(text, similar: similar.map { PictureAddress.address(ofFile: $0) }), in: file, at: node)
    }
}

extension FindingText {
    /// `similar` is the address of a picture that is probably meant.
    static func noPicture(_ address: String, similar: String?) -> FindingText {
        guard let similar else {
            return FindingText(korean: "그림이 없습니다: \(address)", english: "There is no such picture: \(address)")
        }
        return FindingText(
            korean: "그림이 없습니다: \(address) (\(similar) 파일은 있습니다)",
            english: "There is no such picture: \(address) (there is \(similar))")
    }

    fileprivate static func server(_ address: String) -> FindingText {
        FindingText(
            korean: "//로 시작하는 주소는 다른 서버를 가리킵니다. /pictures/로 시작해야 합니다: \(address)",
            english: "An address that begins with // names another server; write /pictures/: \(address)")
    }

    /// Why a text is no address of a picture; `nil` for an empty one: there is no picture.
    fileprivate init?(_ error: PictureAddressError, of text: String) {
        switch error {
        case .empty: return nil
        case .scheme(let scheme):
            self.init(
                korean: "\(scheme): 주소의 그림은 보이지 않습니다. 파일을 pictures/에 두고 /pictures/이름으로 적어 주세요.",
                english: "Pictures at \(scheme): addresses are not shown: put the file into pictures/ and write "
                    + "/pictures/NAME.")
        case .parent:
            self.init(
                korean: "주소에 “..”이 있는 그림은 보이지 않습니다: \(text)",
                english: "Pictures at addresses with “..” are not shown: \(text)")
        case .user:
            self.init(
                korean: "주소에 사용자 이름이나 암호가 있는 그림은 보이지 않습니다.",
                english: "Pictures at addresses with a user name or password are not shown.")
        case .controlCharacter:
            self.init(
                korean: "주소에 제어 문자가 있습니다: \(text)", english: "The address has a control character: \(text)")
        case .host:
            self.init(
                korean: "주소에 있는 서버의 이름이 올바르지 않습니다: \(text)",
                english: "The address has no valid name of a server: \(text)")
        case .file:
            self.init(korean: "파일 이름이 없는 주소입니다: \(text)", english: "The address names no file: \(text)")
        case .tooLong:
            self.init(
                korean: "주소가 \(PictureAddress.maxLength)바이트보다 깁니다.",
                english: "The address is longer than \(PictureAddress.maxLength) bytes.")
        }
    }
}
