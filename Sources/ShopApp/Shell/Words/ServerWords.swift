/// The warning in English about a server that other machines can reach.
enum EnglishServer {
    static func exposed(_ host: String, _ isEncrypted: Bool) -> String {
        let reach =
            "Whoever reaches \(host) sees the menu, orders under any name and fills the machine with money that is none."
        let wire =
            isEncrypted
            ? "What is sent is encrypted."
            : """
            What is sent is not encrypted, the keeper's token included: give --tls-certificate and --tls-key, or \
            put a proxy in front.
            """
        return "\(reach) \(wire)"
    }
}

/// The warning in Korean about a server that other machines can reach.
enum KoreanServer {
    static func exposed(_ host: String, _ isEncrypted: Bool) -> String {
        let reach = "\(host)에 닿는 사람은 누구나 메뉴를 보고, 아무 이름으로나 주문하고, 자판기에 돈을 넣은 것으로 할 수 있습니다."
        let wire =
            isEncrypted
            ? "오가는 내용은 암호화됩니다."
            : """
            오가는 내용은 관리자 토큰까지 암호화되지 않습니다. --tls-certificate와 --tls-key를 주거나 프록시를 앞에 두십시오.
            """
        return "\(reach) \(wire)"
    }
}
