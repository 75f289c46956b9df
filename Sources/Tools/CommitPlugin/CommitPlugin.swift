import Foundation
import PackagePlugin

/// Generates a source file with the name of the built commit, for `banchan --version`.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL
        return [
            .prebuildCommand(
                displayName: "Commit", executable: URL(filePath: "/bin/sh"),
                arguments: [
                    package.appending(path: "Sources/Tools/CommitPlugin/write-commit").path, package.path, output.path,
                ], outputFilesDirectory: output)
        ]
    }
}
