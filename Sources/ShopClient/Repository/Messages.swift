import Domain
import Foundation

/// Posted by a repository when, and only when, that section's content or status changed. The message says which
/// section; the reader asks the repository for its present value.
public struct SectionDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = SectionRepository
    public static var name: Notification.Name { Notification.Name("banchan.sectionDidChange") }
    public let section: SectionID

    public init(section: SectionID) { self.section = section }
}

/// Posted by a repository when `connection` changed.
public struct ConnectionDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = SectionRepository
    public static var name: Notification.Name { Notification.Name("banchan.connectionDidChange") }

    public init() {}
}

/// Posted by a picture repository when what can be shown of the picture at that address changed. The reader asks the
/// repository for its present value.
public struct PictureDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = PictureRepository
    public static var name: Notification.Name { Notification.Name("banchan.pictureDidChange") }
    public let address: String

    public init(address: String) { self.address = address }
}
