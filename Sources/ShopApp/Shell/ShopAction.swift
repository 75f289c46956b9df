import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// An event for the reducer, which alone decides what follows from it.
enum ShopAction: Sendable {
    case keyPressed(Key)
    case clicked(Click)
    /// A turn of the mouse wheel. `layer` is the number of the layer that was in front; `nil` if it was the list.
    case wheelTurned(isUp: Bool, layer: Int?)
    case resized(Size)
    case sectionChanged(Section, at: Date)
    /// The connection changed. `nextTry` is the time of the next attempt to reach the server, if it is known. A server
    /// that is polled does not report changes.
    case connectionChanged(Connection, nextTry: Date? = nil, isPolled: Bool = false)
    case picturesChanged([PictureRequest: PictureState])
    /// A result of a request of that counter, or an event that its service reported unasked.
    case event(CounterID, any CounterEvent)
    case timerFired(TimerID, at: Date)
    /// Ctrl-Z, or a stop signal.
    case stopRequested
    /// The contents of the screen are unknown, as after the process was stopped.
    case screenLost
    /// This is the first visit.
    case firstVisit
    /// Data that cannot be saved on this device.
    case started([StartNote])
    /// The settings changed or have problems.
    case settingsRead(SettingsUpdate)
    /// The terminal was closed.
    case hungUp
    /// The shop cannot be shown and has to close.
    case ended
}

extension ShopAction {
    /// Whether it is a key, a click or a turn of the wheel.
    var isOfUser: Bool {
        switch self {
        case .keyPressed, .clicked, .wheelTurned: true
        default: false
        }
    }
}

/// A side effect that the reducer asks the loop to perform.
enum Effect: Hashable, Sendable {
    case refetch(SectionID)
    /// Fetches that many rows of a section that its server sends in pages.
    case limitRows(SectionID, to: Int)
    case refetchAll
    case show(CounterID)
    /// Fetches the sections that the counters have now, and no others.
    case arrange
    /// Passes a counter's request to its service.
    case request(AddressedRequest)
    /// Fetches the counter's sections again after a change, unless the server pushes its changes.
    case refresh(CounterID)
    case wantPictures(PictureDemand)
    /// Retries the pictures that failed.
    case retryPictures
    /// Starts a timer that fires once after that time. A running timer is started again.
    case startTimer(TimerID, Duration)
    /// Rings the terminal's bell.
    case ring
    /// Shows a notification on the desktop, if the user enabled that.
    case notify(Localized<DesktopNotification>)
    /// Copies text to the clipboard of the user's terminal.
    case copy(ClipboardText)
    /// Applies a changed theme, colour or mouse setting to the terminal.
    case use(TerminalPreferences)
    /// Keeps a setting that was changed here.
    case keep(SettingChange)
    case repaint
    case stop
    case quit
}

/// The timers. None runs while nothing on the screen depends on time.
enum TimerID: Hashable, Sendable {
    case toast
    case spinner
    /// Updates the ages in the headers of stale sections.
    case age
    /// Ends the time that the headers of refetched sections say that they are up to date.
    case confirmed
    /// Ends the time that a plain screen's status line stays unchanged, so that it can be heard.
    case spoken
    /// Starts the warning of an idle log-out.
    case idle
    /// Counts down the seconds of the warning before the log-out.
    case logOut
}

/// A generator of idempotency keys for requests. The keys of one run of the program all differ; those of two runs
/// differ by their random seed.
struct RequestKeys: Hashable, Sendable {
    private let seed: UUID
    private var count: UInt32 = 0

    init(seed: UUID) { self.seed = seed }

    mutating func next() -> UUID {
        count &+= 1
        var bytes = seed.uuid
        bytes.12 ^= UInt8(truncatingIfNeeded: count >> 24)
        bytes.13 ^= UInt8(truncatingIfNeeded: count >> 16)
        bytes.14 ^= UInt8(truncatingIfNeeded: count >> 8)
        bytes.15 ^= UInt8(truncatingIfNeeded: count)
        return UUID(uuid: bytes)
    }
}
