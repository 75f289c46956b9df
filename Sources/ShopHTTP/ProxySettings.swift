import Foundation

/// Selects the proxy for a URL from the environment variables that command-line programs share:
/// https://everything.curl.dev/usingcurl/proxies/env.html
struct ProxySettings: Sendable {
    /// How a host is reached.
    enum Route: Hashable, Sendable {
        case direct
        /// Through an HTTP proxy that receives the absolute URL.
        case forward(Proxy)
        /// Through an HTTP proxy that tunnels an encrypted connection (CONNECT).
        case connect(Proxy)
        /// Through a SOCKS 5 proxy.
        case socks(Proxy)
        /// The variable cannot be read. The host is then not reached at all, rather than bypassing the proxy.
        case unreadable
    }

    struct Proxy: Hashable, Sendable {
        let host: String
        let port: Int
        /// The user name and password, encoded for Basic authorization; `nil` if there are none.
        let credentials: String?
    }

    private static let usualPort = 1_080

    private let environment: [String: String]

    init(environment: [String: String]) { self.environment = environment }

    /// Returns the route to `url`. This machine's own addresses never use a proxy.
    func route(to url: URL) -> Route {
        guard let host = url.host?.lowercased(), !isExempt(host) else { return .direct }
        let isEncrypted = url.scheme?.lowercased() == "https"
        // HTTP_PROXY is ignored: in a CGI program it is set by a request header.
        let names = isEncrypted ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        guard let text = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(value).first else { return .direct }
        return ProxySettings.route(text, isEncrypted: isEncrypted)
    }

    private func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    private func isExempt(_ host: String) -> Bool {
        let host = host.trimmingCharacters(in: ["[", "]"])
        if AddressRange.isLoopback(host) { return true }
        guard let list = value("no_proxy") ?? value("NO_PROXY") else { return false }
        return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            let entry = entry.hasPrefix(".") ? entry.dropFirst() : entry
            if let range = AddressRange(entry) { return range.contains(host) }
            return entry == "*" || host == entry || host.hasSuffix(".\(entry)")
        }
    }

    private static func route(_ text: String, isEncrypted: Bool) -> Route {
        let address = text.contains("://") ? text : "http://\(text)"
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
            parts.port.map(HTTPCall.ports.contains) ?? true
        else { return .unreadable }
        let credentials = parts.user.map { Data("\($0):\(parts.password ?? "")".utf8).base64EncodedString() }
        let proxy = Proxy(
            host: host.trimmingCharacters(in: ["[", "]"]), port: parts.port ?? usualPort, credentials: credentials)
        switch parts.scheme?.lowercased() {
        case "http": return isEncrypted ? .connect(proxy) : .forward(proxy)
        case "socks5", "socks5h": return credentials == nil ? .socks(proxy) : .unreadable
        default: return .unreadable
        }
    }
}
