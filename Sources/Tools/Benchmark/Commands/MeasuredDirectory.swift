import ArgumentParser
import Foundation

/// The directory of the database, for measurements that depend on its disk.
struct MeasuredDirectory: ParsableArguments {
    @Option(help: ArgumentHelp("Where the database is made; a directory on the disk to measure.", valueName: "dir"))
    var directory = "."

    var url: URL { URL(filePath: directory) }
}
