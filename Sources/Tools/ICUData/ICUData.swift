import Foundation

/// Extracts the part of ICU's data that the program uses: icu-data LIBRARY OUTPUT
///
/// The static Foundation (`lib_FoundationICU.a` of the toolchain) links 34 MB of it, of which the program uses only
/// time zones and internationalised host names. It does not use the parts of Foundation that need more, such as
/// localised dates.
@main
enum ICUData {
    /// The names of the items that are kept.
    static let kept: Set = ["timezoneTypes.res", "zoneinfo64.res", "uts46.nrm"]

    static func main() throws {
        guard CommandLine.arguments.count == 3 else { return fail("usage: icu-data LIBRARY OUTPUT") }
        let (library, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let file = try Data(contentsOf: URL(filePath: library), options: .alwaysMapped)
        guard let package = DataPackage(in: file)?.keeping(kept.contains), package.items.count == kept.count else {
            return fail("\(library): no data of ICU that is understood")
        }
        try package.bytes(of: file).write(to: URL(filePath: output))
    }

    private static func fail(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
        exit(1)
    }
}
