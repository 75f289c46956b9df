import Domain
import Foundation

/// Posted by a repository whenever the content or status of `section` changed, and only then. An observer reads the
/// current value from the repository.
public struct SectionDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = SectionRepository
    public static var name: Notification.Name { Notification.Name("banchan.sectionDidChange") }
    public let section: SectionID

    public init(section: SectionID) { self.section = section }
}

/// Posted by a repository when `connection`, `nextTry` or `isPolled` changed.
public struct ConnectionDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = SectionRepository
    public static var name: Notification.Name { Notification.Name("banchan.connectionDidChange") }

    public init() {}
}

/// Posted by a picture repository when the state of the picture at `address` changed. An observer reads the current
/// value from the repository.
public struct PictureDidChange: NotificationCenter.AsyncMessage {
    public typealias Subject = PictureRepository
    public static var name: Notification.Name { Notification.Name("banchan.pictureDidChange") }
    public let address: String

    public init(address: String) { self.address = address }
}
