import Foundation

/// Writes the part of ICU's data that the program uses: icu-data LIBRARY OUTPUT
///
/// The static Foundation (`lib_FoundationICU.a` of the toolchain) brings 34 MB of it, of which the program uses time zones
/// and international names of hosts. The rest of Foundation that would need more of it, such as dates in the words of a
/// language, is not used.
@main
enum ICUData {
    /// What is kept.
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
