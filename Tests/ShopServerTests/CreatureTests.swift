import Foundation
import TestTurns
import Testing

@testable import ShopServer

/// The creatures by themselves.
@Suite struct CreatureTests {
    @Test func noTwoShareAName() {
        let names = Creature.numbers.compactMap { Creature($0)?.name }
        #expect(names.count == 1_000)
        #expect(Set(names).count == 1_000)
        #expect(names.allSatisfy { $0.allSatisfy(\.isLowercase) && (4...20).contains($0.count) })
    }

    @Test func allHaveASizeThatOneCanImagine() throws {
        for number in Creature.numbers {
            let creature = try #require(Creature(number))
            #expect((2...32).contains(creature.height))
            #expect((1...2_000).contains(creature.weight))
        }
    }

    @Test func allButAFewHaveAPictureAndNoTwoTheSame() throws {
        let pictures = Creature.numbers.compactMap { Creature($0)?.picture }
        #expect(pictures.count == 1_000 - Creature.unseen.count)
        #expect(Set(pictures).count == pictures.count)
        for number in Creature.unseen { #expect(Creature(number)?.picture == nil) }
    }

    @Test func aPictureIsTheSameEachTime() {
        #expect(Creature(25)?.picture == Creature(25)?.picture)
    }

    @Test func aPictureIsASmallFileOf96PixelsASide() throws {
        for number in [1, 25, 500, 1_000] {
            let picture = try #require(Creature(number)?.picture)
            #expect(PictureHeader([UInt8](picture)) == PictureHeader(format: .png, width: 96, height: 96))
            #expect(picture.count < 2_000)
        }
    }

    @Test func aCreatureStaysOnItsPaperAndHasALineAround() throws {
        for number in 1...50 {
            let paper = CreatureArtist.draw(CreatureTraits(of: try #require(Creature(number))))
            #expect(paper.inks.contains(.outline))
            // The paper's edge stays free, but for the line.
            for place in 0..<CreaturePaper.side {
                for ink in [paper[place, 0], paper[0, place], paper[CreaturePaper.side - 1, place]] {
                    #expect(ink == .clear || ink == .outline, "\(number)")
                }
            }
        }
    }

    @Test(arguments: [0, -1, 1_001, .max, .min]) func nobodyIsOfAnyOtherNumber(_ number: Int) {
        #expect(Creature(number) == nil)
    }
}

/// The creatures as the server tells of them.
@Suite(.takingTurns) struct CreatureRouteTests {
    private struct Facts: Decodable {
        struct Sprites: Decodable { let front_default: String? }
        let id: Int
        let name: String
        let height: Int
        let weight: Int
        let sprites: Sprites
    }

    @Test func aCreatureIsToldInTheShapeOfTheRealService() async throws {
        try await withServer { server in
            let reply = try await ask(server, "api/v2/pokemon/25")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "application/json; charset=utf-8")
            let facts = try JSONDecoder().decode(Facts.self, from: reply.body)
            #expect(facts.id == 25)
            #expect(facts.name == Creature(25)?.name)
            #expect(facts.sprites.front_default == "\(server.absoluteString)/sprites/25.png")
            let again = try await ask(server, "api/v2/pokemon/25", fields: ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
        }
    }

    @Test func itsPictureIsWhereItSays() async throws {
        try await withServer { server in
            let reply = try await ask(server, "sprites/25.png")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "image/png")
            #expect(reply["Cache-Control"] == "public, max-age=86400")
            #expect(reply.body == Creature(25)?.picture)
            let again = try await ask(server, "sprites/25.png", fields: ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test func oneThatNobodyHasSeenHasNoPicture() async throws {
        try await withServer { server in
            let reply = try await ask(server, "api/v2/pokemon/132")
            #expect(reply.status == 200)
            #expect(String(decoding: reply.body, as: UTF8.self).contains(#""front_default":null"#))
            #expect(try await ask(server, "sprites/132.png").status == 404)
        }
    }

    @Test(arguments: [
        "api/v2/pokemon/0", "api/v2/pokemon/1001", "api/v2/pokemon/025", "api/v2/pokemon/-1", "api/v2/pokemon/x",
        "api/v2/pokemon/99999999999999999999", "sprites/0.png", "sprites/25", "sprites/25.jpg", "sprites/.png",
        "sprites/+1.png",
    ])
    func whatIsNoCreatureAnswers404(_ path: String) async throws {
        try await withServer { server in
            let reply = try await ask(server, path)
            #expect(reply.status == 404)
            #expect(try reply.texts["error"] != nil)
        }
    }

    @Test func nothingHarmfulOfAHostIsRepeated() async throws {
        try await withServer { server in
            let reply = try await ask(server, "api/v2/pokemon/25", fields: ["Host": "a\"b/<x>"])
            #expect(reply.status == 400)
        }
    }
}
