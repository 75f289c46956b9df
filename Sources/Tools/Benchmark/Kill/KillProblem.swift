/// A fault found after a kill.
struct KillProblem: Error, CustomStringConvertible {
    let description: String
}

/// Throws `KillProblem` with this message if `isRight` is false.
func expect(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws(KillProblem) {
    guard isRight else { throw KillProblem(description: sentence()) }
}
