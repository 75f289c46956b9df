import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1

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

    let environment: [String: String]

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
        let list = value("no_proxy") ?? value("NO_PROXY") ?? ""
        return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            let entry = entry.hasPrefix(".") ? entry.dropFirst() : entry
            if let range = AddressRange(entry) { return range.contains(host) }
            return entry == "*" || host == entry || host.hasSuffix(".\(entry)")
        }
    }

    private static func route(_ text: String, isEncrypted: Bool) -> Route {
        guard let parts = URLComponents(string: text.contains("://") ? text : "http://\(text)"),
            let host = parts.host, !host.isEmpty, parts.port.map(HTTPCall.ports.contains) ?? true
        else { return .unreadable }
        let credentials = parts.user.map { Data("\($0):\(parts.password ?? "")".utf8).base64EncodedString() }
        let proxy = Proxy(
            host: host.trimmingCharacters(in: ["[", "]"]), port: parts.port ?? 1_080, credentials: credentials)
        switch parts.scheme?.lowercased() {
        case "http": return isEncrypted ? .connect(proxy) : .forward(proxy)
        case "socks5" where credentials == nil, "socks5h" where credentials == nil: return .socks(proxy)
        default: return .unreadable
        }
    }
}

extension HTTPLoader.Pool.Request {
    /// Creates the request of `call` to the first server on its route. Throws if it has no valid URL.
    init(_ call: HTTPCall, by route: ProxySettings.Route) throws {
        var headers = HTTPHeaders(call.headers.map { ($0.key, $0.value) })
        headers.replaceOrAdd(name: "User-Agent", value: HTTPClient.userAgent)
        if !headers.contains(name: "Accept-Encoding") { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
        var url: URL? = call.url
        // The zone of an address says something only on this machine (RFC 9844): servers refuse or misread it.
        if let host = call.url.host, let zone = host.firstIndex(of: "%") {
            let address = host[..<zone].trimmingCharacters(in: ["["])
            headers.replaceOrAdd(name: "Host", value: "[\(address)]\(call.url.port.map { ":\($0)" } ?? "")")
        }
        if case .forward(let proxy) = route, var parts = URLComponents(url: call.url, resolvingAgainstBaseURL: true) {
            let bracketed = { (host: String) in host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host }
            let host = bracketed(parts.host ?? "")
            headers.replaceOrAdd(name: "Host", value: parts.port.map { "\(host):\($0)" } ?? host)
            if let credentials = proxy.credentials {
                headers.replaceOrAdd(name: "Proxy-Authorization", value: "Basic \(credentials)")
            }
            (parts.scheme, parts.host, parts.port) = ("http", bracketed(proxy.host), proxy.port)
            url = parts.url
        }
        guard let url else { throw FetchFailure.unreachable }
        let method = HTTPMethod(rawValue: call.method.rawValue)
        try self.init(url: url, method: method, headers: headers, body: call.body.map { .data($0) })
    }
}

/// Rewrites each request target to an absolute URI, as an HTTP proxy expects it (RFC 9112, 3.2.2). The host comes from
/// the `Host` header; the connection itself goes to the proxy.
final class AbsoluteTargetHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Inserts a handler in front of the request encoder of `channel`.
    static func install(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
            try pipeline.addHandler(AbsoluteTargetHandler(), position: .after(encoder))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), let host = head.headers.first(name: "Host") else {
            return context.write(data, promise: promise)
        }
        head.uri = "http://\(host)\(head.uri)"
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
