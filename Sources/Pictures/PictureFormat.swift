import CPlatform
import Foundation

/// The format of a picture's file, told by its content whatever its name says.
public enum PictureFormat: CaseIterable, Hashable, Sendable {
    case jpeg, png, webp, heic

    /// The number of bytes at the start of a file that tell its format.
    public static let headLength = 64

    /// Detects the format of a file from its first bytes. Returns `nil` for any other one.
    public init?(_ bytes: Data) {
        let head = bytes.prefix(PictureFormat.headLength)
        if head.starts(with: [0xFF, 0xD8]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if PictureBytes(head).isHEIC {
            self = .heic
        } else {
            return nil
        }
    }

    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .heic: "HEIC"
        }
    }

    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .heic: "image/heic"
        }
    }

    /// The endings of the names of such files, in lower case.
    public var fileEndings: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .webp: ["webp"]
        case .heic: ["heic", "heif"]
        }
    }

    /// The formats that can be decoded here: JPEG and PNG, and those of which the system has a decoder. The first call
    /// loads the libraries.
    public static let decodable = allCases.filter { $0 == .jpeg || $0 == .png || pictures_has_decoder($0.code) }

    var code: pictures_format {
        switch self {
        case .jpeg: pictures_jpeg
        case .png: pictures_png
        case .webp: pictures_webp
        case .heic: pictures_heic
        }
    }
}
