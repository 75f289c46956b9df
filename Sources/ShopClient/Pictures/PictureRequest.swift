import Canvas

/// A request for a picture in a size.
public struct PictureRequest: Hashable, Sendable {
    /// The address as the shop wrote it.
    public let address: String
    /// The size in cells that the picture has to fit into.
    public let size: Size

    public init(_ address: String, fitting size: Size) {
        self.address = address
        self.size = size
    }
}

/// What can be shown of a picture now.
public enum PictureState: Hashable, Sendable {
    /// It is being loaded, or will be.
    case waiting
    /// It failed and is not tried again.
    case failed
    case ready(CellPicture)

    /// The picture, or `nil` if it is not there.
    public var picture: CellPicture? {
        guard case .ready(let picture) = self else { return nil }
        return picture
    }
}

/// The set of pictures that are requested now.
public struct PictureDemand: Hashable, Sendable {
    /// The pictures on the screen, most important first: these come before all others.
    public var inView: [PictureRequest]
    /// The pictures that come next if the guest goes on scrolling in the same direction.
    public var next: [PictureRequest] = []
    /// The pictures that may be on the screen soon.
    public var others: [PictureRequest]
    /// Whether downloads are allowed; pictures from memory and disk are loaded in any case.
    public var mayDownload: Bool

    public init(inView: [PictureRequest] = [], others: [PictureRequest] = [], mayDownload: Bool = false) {
        self.inView = inView
        self.others = others
        self.mayDownload = mayDownload
    }
}
