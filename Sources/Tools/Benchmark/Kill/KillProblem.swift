/// What was wrong after something was killed.
struct KillProblem: Error, CustomStringConvertible {
    let description: String
}

/// Throws where something is not as it should be after a kill.
func expect(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws(KillProblem) {
    guard isRight else { throw KillProblem(description: sentence()) }
}
