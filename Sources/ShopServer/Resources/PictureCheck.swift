import Domain
import Foundation
import Pictures
import Platform

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
        if let name, let picture = try? pictures.picture(name) {
            return inspect(picture, "pictures/\(pictures.name(of: name) ?? name)")
        }
        if let name, addObstacle("pictures/\(pictures.name(of: name) ?? name)") { return }
        guard exists("pictures") else { return addMissingDirectory("pictures") }
        // A name with characters that mean something in an address, taken as it is.
        let literal = text.unicodeScalars.split(separator: "/").last.map { String($0) }
        let meant = [name, literal].compactMap(\.self)
        let similar = meant.lazy.compactMap { [pictures] in pictures.name(similarTo: $0) }.first
        add(
            .problem, .noPicture(text, similar: similar.map { PictureAddress.address(ofFile: $0) }), in: file, at: node)
    }
}

// What stands in the place of a picture.
extension ResourceCheck {
    /// Reports, once in a check, why the file of that name is there and no picture: it is a link that leads out of the
    /// directory or to nothing, a directory, a pipe, or cannot be read. Returns `false` if there is nothing of that name.
    private mutating func addObstacle(_ file: String) -> Bool {
        let (path, stamp) = (path(file), FileStamp(of: path(file)))
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        guard link != nil || stamp != nil else { return false }
        guard inspected.insert(file).inserted else { return true }
        if let link, stamp?.isPlain == true, FileManager.default.isReadableFile(atPath: path) {
            add(.problem, .leadsOut(link), in: file)
        } else if stamp == nil {
            addUnreadable(.missingResource(path: path), in: file)
        } else {
            addUnreadable(.inaccessibleResource(path: path, code: isDirectory(file) ? EISDIR : EACCES), in: file)
        }
        return true
    }
}

// Checks that pictures are shown.
extension ResourceCheck {
    /// Decodes the picture in the file of that name, once in a check, and reports what guests see instead of it.
    mutating func inspect(_ picture: PictureFile, _ file: String) {
        guard inspected.insert(file).inserted else { return }
        switch inspector.outcome(of: picture) {
        case .success(let facts):
            addPicture(facts, in: file)
            if picture.isTooLarge { add(.note, .scaled, in: file) }
            if facts.isTruncated { add(.note, .truncated, in: file) }
            let ending = URL(filePath: file).pathExtension.lowercased()
            let promised = PictureFormat.allCases.first { $0.fileEndings.contains(ending) }
            if let promised, promised != facts.format { add(.note, .otherFormat(facts.format, promised), in: file) }
        case .failure(.unavailable): addUndecodable(picture, file)
        case .failure(let error): add(.problem, FindingText(error), in: file)
        }
    }

    /// Reports a picture of which this system has no decoder: terminals may have one.
    private mutating func addUndecodable(_ picture: PictureFile, _ file: String) {
        guard let format = PictureFormat(Data(picture.read(from: 0, count: PictureFormat.headLength))) else { return }
        add(.note, .noDecoder(format), in: file)
    }
}

extension FindingText {
    private static let bytes = PictureDecoder.maxFetchedBytes >> 20
    private static let megapixels = PictureDecoder.maxPixels / 1_000_000

    fileprivate static let scaled = FindingText(
        korean: "\(bytes) MiB나 \(megapixels * 100)만 픽셀보다 커서 줄여서 보냅니다.",
        english: "The picture is larger than \(bytes) MiB or \(megapixels) megapixels: it is sent scaled down.")

    fileprivate static func leadsOut(_ target: String) -> FindingText {
        FindingText(
            korean: "pictures/ 밖을 가리키는 링크라서 보이지 않습니다: \(target)",
            english: "The link leads out of pictures/, so that the picture is not shown: \(target)")
    }

    fileprivate static let truncated = FindingText(
        korean: "파일의 끝이 잘려 그림의 일부만 보입니다.",
        english: "The file is cut off, so that only a part of the picture is shown.")

    fileprivate static func otherFormat(_ format: PictureFormat, _ promised: PictureFormat) -> FindingText {
        FindingText(
            korean: "이름은 \(promised.name)이지만 내용은 \(format.name)입니다.",
            english: "The name says \(promised.name), the content is \(format.name).")
    }

    fileprivate static func noDecoder(_ format: PictureFormat) -> FindingText {
        FindingText(
            korean: "\(format.name) 그림입니다. 이 컴퓨터에서는 읽을 수 없어 확인하지 못했습니다.",
            english: "This is a \(format.name) picture, which this machine cannot decode and check.")
    }

    /// Why a picture is not shown.
    fileprivate init(_ error: PictureError) {
        switch error {
        case .unknownFormat, .unavailable:
            self.init(
                korean: "JPEG, PNG, WebP, HEIC 그림이 아니어서 보이지 않습니다.",
                english: "This is no JPEG, PNG, WebP or HEIC picture, so that it is not shown.")
        case .tooManyBytes(let limit):
            self.init(
                korean: "\(limit >> 20) MiB보다 커서 보이지 않습니다.",
                english: "The picture is larger than \(limit >> 20) MiB, so that it is not shown.")
        case .dimensions(let width, let height):
            let limit = PictureDecoder.maxSourcePixels / 1_000_000
            self.init(
                korean: "\(width) × \(height) 픽셀이라 보이지 않습니다. 픽셀은 \(limit * 100)만 개까지입니다.",
                english: "The picture of \(width) × \(height) pixels is not shown: the limit is \(limit) megapixels.")
        case .tooCostly:
            self.init(
                korean: "읽는 데 메모리나 시간이 너무 많이 들어 보이지 않습니다.",
                english: "The picture takes too much memory or time to decode, so that it is not shown.")
        case .unreadable:
            self.init(
                korean: "그림 파일이 손상되어 보이지 않습니다.", english: "The picture is damaged, so that it is not shown.")
        }
    }

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
