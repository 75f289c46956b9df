import Commands

/// The program's own target, in which there is nothing else: how it is linked would be how the tests are linked that
/// import it.
@main
enum Main {
    @MainActor
    static func main() async { await Program.run() }
}
