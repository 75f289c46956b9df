import Canvas
import Foundation
import ShopClient
import ShopModels

/// Everything that the screen depends on.
public struct ShopState: Sendable {
    public var size: Size
    public var menu: MenuState
    public var toast = ToastState()
    /// The first line shown of the help page, while it is open.
    public var help: HelpState?
    public var connection: Connection
    /// The time by which ages are told; moves on only while an age is shown.
    public var now: Date
    /// Counts the spinners' pictures.
    public var spinnerPhase = 0
    var runningTimers: Set<TimerID> = []

    public init(size: Size, sections: [MenuSection], connection: Connection = .connecting, now: Date) {
        self.size = size
        self.connection = connection
        self.now = now
        menu = MenuState(sections: sections, layout: MenuLayout(screen: size))
    }
}
