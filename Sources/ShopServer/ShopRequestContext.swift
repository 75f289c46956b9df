import Hummingbird
import Logging
import NIOCore
import ShopHTTP

/// The context of a request.
struct ShopRequestContext: RequestContext {
    typealias Source = ShopRequestSource

    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel
    /// The client that made the request.
    let client: ClientAddress

    init(source: ShopRequestSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        client = source.client
    }
}

/// The origin of a request.
struct ShopRequestSource: RequestContextSource {
    let channel: any Channel
    let client: ClientAddress
    let logger: Logger
}
