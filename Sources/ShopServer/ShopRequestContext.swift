import Hummingbird
import Logging
import NIOCore

/// What is known of a request beside itself.
struct ShopRequestContext: RequestContext {
    typealias Source = ShopRequestSource

    var coreContext: CoreRequestContextStorage
    /// The connection on which it came.
    let channel: any Channel
    /// Who asks.
    let client: ClientAddress

    init(source: ShopRequestSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        client = source.client
    }
}

/// Where a request comes from.
struct ShopRequestSource: RequestContextSource {
    let channel: any Channel
    let client: ClientAddress
    let logger: Logger
}
