import Foundation
import Platform

extension AvatarsModule {
    static func check(_ check: inout ResourceCheck) {
        guard check.exists("avatars"),
            let avatars = check.items(in: "avatars/avatars.json", { try JSONDecoder().decode([Avatar].self, from: $0) })
        else { return }
        if avatars.file.root.items.isEmpty { check.tell(.problem, .noItems, in: avatars.file, at: avatars.file.root) }
        for (avatar, node) in avatars.all {
            if let key = avatar.fault {
                let place = node[key] ?? node
                let text = FindingText.unusable(avatars.file.text.data(of: place), name: key)
                check.tell(.problem, text, in: avatars.file, at: place)
            } else if FileStamp(of: check.path("avatars/\(avatar.image)"))?.isPlain != true {
                check.tell(.problem, .noPicture(avatar.image), in: avatars.file, at: node["image"])
            }
        }
    }
}
