import Canvas

/// A picture in a size.
public struct PictureRequest: Hashable, Sendable {
    /// As the shop wrote it.
    public let address: String
    /// Cells into which it has to fit.
    public let size: Size

    public init(_ address: String, fitting size: Size) {
        self.address = address
        self.size = size
    }
}

/// What can be shown of a picture now.
public enum PictureState: Hashable, Sendable {
    /// It is on its way, or will be.
    case waiting
    /// It was tried often enough.
    case failed
    case ready(CellPicture)

    /// The picture, if it is there.
    public var picture: CellPicture? {
        guard case .ready(let picture) = self else { return nil }
        return picture
    }
}

/// The pictures that are wanted now.
public struct PictureDemand: Hashable, Sendable {
    /// Those on the screen, the most important first: these come before all others.
    public var inView: [PictureRequest]
    /// Those that are on the screen next if the guest goes on in the same way.
    public var next: [PictureRequest] = []
    /// Those that may be on the screen soon.
    public var others: [PictureRequest]
    /// Whether servers may be asked; what is known already is there in any case.
    public var mayDownload: Bool

    public init(inView: [PictureRequest] = [], others: [PictureRequest] = [], mayDownload: Bool = false) {
        self.inView = inView
        self.others = others
        self.mayDownload = mayDownload
    }
}
