import Domain
import Foundation
import Testing

/// The shop's own pictures, as stored in their files.
@Suite struct PictureDataTests {
    /// The maximum size of the whole folder in bytes. The shop is cloned, not downloaded.
    private static let maxBytes = 6_000_000
    /// The limits of one picture: its size in bytes, and the length of its sides in pixels.
    private static let maxBytesEach = 150_000
    private static let sides = 240...1_200

    @Test func everyPictureThatIsNamedIsThere() throws {
        #expect(Set(try named()).subtracting(try fileNames(in: "pictures")).isEmpty)
    }

    @Test func everyPictureThatIsThereIsNamed() throws {
        #expect(Set(try fileNames(in: "pictures")).subtracting(try named()).isEmpty)
    }

    @Test func everyDishHasAPictureOfItsOwn() throws {
        let pictures = Dictionary(grouping: try allDishes(), by: \.image)
        #expect(pictures.values.allSatisfy { Set($0.map(\.detailHash)).count == 1 })
    }

    @Test func everyFileIsThePictureThatItsNameSays() throws {
        for name in try fileNames(in: "pictures") {
            #expect(name.wholeMatch(of: /[0-9a-f]{32}\.(jpg|png)/) != nil, "\(name)")
            let header = try #require(PictureHeader(bytes(name)), "\(name)")
            #expect(name.hasSuffix("." + header.format.rawValue), "\(name)")
            #expect(PictureDataTests.sides.contains(header.width), "\(name): \(header)")
            #expect(PictureDataTests.sides.contains(header.height), "\(name): \(header)")
        }
    }

    @Test func everyDrinkHasASquarePictureOfItsOwn() throws {
        let drinks = try drinks()
        #expect(Set(drinks.map(\.image)).count == drinks.count)
        for drink in drinks {
            let header = try #require(PictureHeader(bytes(fileName(drink.image))))
            #expect(header.width == header.height, "\(drink.image)")
        }
    }

    @Test func whatStandsInAListOrOnTopIsSquare() throws {
        for dish in try allDishes() {
            for address in [dish.image] + (try page(of: dish).thumbnails) {
                let header = try #require(PictureHeader(bytes(fileName(address))))
                #expect(header.width == header.height, "\(address)")
            }
        }
    }

    @Test func filesAreWholeToTheirLastByte() throws {
        for name in try fileNames(in: "pictures") {
            let end: [UInt8] =
                name.hasSuffix(".png") ? [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82] : [0xFF, 0xD9]
            #expect(try bytes(name).suffix(end.count).elementsEqual(end), "\(name)")
        }
    }

    @Test func noTwoFilesAreTheSamePicture() throws {
        let contents = try fileNames(in: "pictures").map(bytes)
        #expect(Set(contents).count == contents.count)
    }

    @Test func theyAreSmallTogetherAndEach() throws {
        let sizes = try fileNames(in: "pictures").map { try bytes($0).count }
        #expect(sizes.reduce(0, +) < PictureDataTests.maxBytes)
        #expect(sizes.allSatisfy { $0 < PictureDataTests.maxBytesEach })
    }

    /// Returns the file names in all picture addresses of lists and pages.
    private func named() throws -> [String] {
        let ofDishes = try allDishes().flatMap { dish in
            let page = try page(of: dish)
            return ([dish.image] + page.thumbnails + page.pictures).map(fileName)
        }
        return try ofDishes + drinks().map { fileName($0.image) }
    }

    private func drinks() throws -> [DrinkOffer] {
        try DrinkOffer.offers(in: Data(contentsOf: shopFile("drinks/drinks.json")))
    }

    private func page(of dish: Dish) throws -> DishDetail {
        try DishDetailBody.decode(Data(contentsOf: shopFile("details/\(dish.detailHash).json"))).data
    }

    private func fileName(_ address: String) -> String {
        address.hasPrefix("/pictures/") ? String(address.dropFirst("/pictures/".count)) : address
    }

    private func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: shopFile("pictures/\(name)"))) }
}

@Suite struct PictureHeaderTests {
    private let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 1, 0, 0, 0, 2, 0]
    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 9, 9, 0xFF, 0xC0, 0, 11, 8, 1, 0, 0, 240]

    @Test func bothFormatsAreRead() {
        #expect(PictureHeader(png) == PictureHeader(format: .png, width: 256, height: 512))
        #expect(PictureHeader(jpeg) == PictureHeader(format: .jpeg, width: 240, height: 256))
    }

    @Test func whatIsCutOffOrSomethingElseIsNone() {
        #expect(PictureHeader([]) == nil)
        #expect(PictureHeader(Array("<html>".utf8)) == nil)
        for length in 0..<png.count { #expect(PictureHeader(Array(png.prefix(length))) == nil) }
        for length in 0..<jpeg.count { #expect(PictureHeader(Array(jpeg.prefix(length))) == nil) }
    }
}
