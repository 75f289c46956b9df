import Foundation
import ShopResources
import Testing

@Suite struct ShopResourcesTests {
    @Test func theDirectoryBesideTheProgramHasTheMenu() throws {
        let directory = try ShopResources.directory()
        #expect(directory.path().hasPrefix("/"))
        let menu = try FileManager.default.contentsOfDirectory(atPath: directory.path() + "/menu")
        #expect(Set(menu) == ["main.json", "side.json", "soup.json"])
    }

    @Test func aSearchInVainNamesThePlaces() {
        let error = ShopResourcesError(placesLookedAt: ["/a", "/b"])
        #expect(error.placesLookedAt == ["/a", "/b"])
    }
}
