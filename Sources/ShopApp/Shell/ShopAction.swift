import Canvas
import Domain
import Foundation
import ShopClient
import Terminal

/// What happened. The reducer alone decides what follows from it.
enum ShopAction: Sendable {
    case keyPressed(Key)
    case clicked(Click)
    /// Where what was in front takes it, which was the layer of that number; `nil` where it was the list.
    case wheelTurned(isUp: Bool, layer: Int?)
    case resized(Size)
    /// The repository's present value of a section.
    case sectionChanged(Section, at: Date)
    /// With when a server that does not answer is tried again, where that is known.
    case connectionChanged(Connection, nextTry: Date? = nil)
    /// What can be shown of the pictures that are wanted.
    case picturesChanged([PictureRequest: PictureState])
    /// Something came of a request of that counter, or happened at it by itself.
    case event(CounterID, any CounterEvent)
    case timerFired(TimerID, at: Date)
    /// Ctrl-Z, or a stop signal.
    case stopRequested
    /// What is on the screen is not known any more.
    case screenLost
    /// Nobody was here before.
    case firstVisit
    /// That cannot be kept on this device.
    case unkept([UnkeptData])
    /// The settings are others, or are wrong.
    case settingsRead(SettingsNews)
    /// Nothing will come from the terminal any more.
    case hungUp
    /// There is no shop to show, and there will be none.
    case ended
}

extension ShopAction {
    /// Whether somebody pressed something.
    var isOfUser: Bool {
        switch self {
        case .keyPressed, .clicked, .wheelTurned: true
        default: false
        }
    }
}

/// What the reducer asks the loop to do.
enum Effect: Hashable, Sendable {
    case refetch(SectionID)
    case refetchAll
    /// The sections of that counter are looked at from now on.
    case show(CounterID)
    /// A counter wants that done.
    case request(AddressedRequest)
    /// The counter's sections have changed, which the shop may not tell by itself.
    case refresh(CounterID)
    case wantPictures(PictureDemand)
    /// Tries again those that were given up.
    case retryPictures
    /// Fires once after that time; starting a timer that runs starts it over.
    case startTimer(TimerID, Duration)
    /// Rings the terminal's bell.
    case ring
    /// Shows it on the desktop, where the user asked for that.
    case notify(Localized<DesktopNotification>)
    /// Puts it into the clipboard of whoever sits at the terminal.
    case copy(ClipboardText)
    /// The terminal is used otherwise.
    case use(TerminalLook)
    case repaint
    case stop
    case quit
}

/// The timers there are; none runs while nothing on the screen depends on time.
enum TimerID: Hashable, Sendable {
    /// The toast's time is over.
    case toast
    /// The next picture of the spinners.
    case spinner
    /// The ages in stale headers grow.
    case age
    /// What a screen told that is heard could be heard.
    case spoken
    /// Nothing was done for long.
    case idle
    /// The next second of the warning before the log-out.
    case logOut
}
