import Domain
import Foundation
import Settings
import ShopApp
import ShopClient

extension User {
    /// Reports the settings whenever their file changes, and the initial ones if there are problems with them.
    var settingsChanges: SettingsChanges {
        SettingsChanges { [self] tell in
            @Sendable func told(_ read: ReadSettings) {
                let file = reader.file.map { ($0 as NSString).lastPathComponent } ?? ""
                tell(SettingsUpdate(read, file: file, language: language(of: read.settings)))
            }
            if !read.problems.isEmpty { told(read) }
            await SettingsWatch(reader).run(since: read, onChange: told)
        }
    }
}

extension [OwnSection] {
    /// Returns the user's sections that are not among `sections`, which counters have already.
    func outside(_ sections: [SectionDefinition]) -> [OwnSection] {
        let taken = Set(sections.map { OwnSection.Place.path($0.id.path) })
        return filter { !taken.contains($0.place) }
    }
}
