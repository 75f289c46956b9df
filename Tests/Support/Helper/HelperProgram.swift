import Glibc

/// The programs that tests start beside the shop itself. The first argument selects one.
@main
struct HelperProgram {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "crash": try await CrashingProgram.run()
        case "shop": try await KilledShop.run(arguments)
        case "contacts": try await KilledContacts.run(arguments)
        case "teahouse": try await TeahouseProgram.run(arguments)
        default: exit(2)
        }
    }
}
