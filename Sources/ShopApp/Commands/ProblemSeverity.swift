import Settings

/// How much a reported line matters to whoever operates the shop: the level of a line of the log.
public enum ProblemSeverity: String, Sendable, CaseIterable {
    /// Something does not work.
    case error
    /// Everything works, but less well or less safely than it could.
    case warning
    /// What the operator should know. Nothing has to be done.
    case notice
    /// Something works again.
    case info
}

extension CommandProblem {
    public var severity: ProblemSeverity {
        switch self {
        case .certificateRenewed, .databaseIsBack, .messagesDelivered, .printerIsBack: .info
        case .databasePooled, .zoneAssumed, .databaseElsewhere, .ordersElsewhere: .notice
        case .exposed, .filesPolled, .certificateNotRenewed, .certificateExpired, .certificateNotYetValid,
            .charactersLacking, .charactersReplaced:
            .warning
        case .setting(let problem, _): problem.isWarning ? .warning : .error
        default: .error
        }
    }
}
