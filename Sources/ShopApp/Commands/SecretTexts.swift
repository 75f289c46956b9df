import ShopClient
import TerminalText

/// Messages about misplaced or exposed secrets. They never repeat the secret itself.
struct SecretTexts: Texts {
    let words: Words

    func address(_ error: ShopAddressError) -> String {
        switch error.reason {
        case .user:
            say(
                "가게 주소에는 이름이나 비밀번호를 넣지 않습니다. 이 컴퓨터의 누구나 읽을 수 있으니 @ 앞을 빼 주세요.",
                "The address of a shop holds no name and no password, which everybody on this machine could read: "
                    + "leave out what stands before the @.")
        case .query:
            say(
                "가게 주소는 ?나 # 앞에서 끝납니다. 그 뒤를 빼 주세요.",
                "The address of a shop ends before a ? or a #: leave out what stands behind it.")
        case .tooMany:
            say("서버는 \(ShopServers.maxCount)개까지 지정할 수 있습니다.", "At most \(ShopServers.maxCount) servers can be named.")
        case .unreadable, .scheme, .host, .port:
            say(
                "가게 주소가 아닙니다: \(error.text?.string ?? "(표시하지 않음)") (http://호스트:포트 형식으로 입력해 주세요)",
                "Not the address of a shop: \(error.text?.string ?? "(not shown)") (write it like http://host:port)")
        }
    }

    func exposed(_ option: String, _ path: String) -> String {
        say(
            "\(option.with(.direction)) 지정한 파일을 주인 말고도 쓸 수 있습니다. 혼자만 읽게 해 주세요: chmod 600 \(ShellWord.quoted(path))",
            "Others than its owner may use the file that \(option) names. Make it private: chmod 600 \(ShellWord.quoted(path))"
        )
    }

    func foreign(_ option: String, _ path: String) -> String {
        say(
            "\(option.with(.direction)) 지정한 파일의 주인이 다른 사용자입니다. 주인을 바꿔 주세요: chown \"$(id -u)\" \(ShellWord.quoted(path))",
            "The file that \(option) names belongs to another user. Make it yours: chown \"$(id -u)\" \(ShellWord.quoted(path))"
        )
    }
}

/// Quotes words for commands that a user can paste into a shell.
public enum ShellWord {
    public static func quoted(_ text: String) -> String {
        // A leading `-` would be read as an option.
        let text = text.hasPrefix("-") ? "./\(text)" : text
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:@%".contains($0)) }
        return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}
