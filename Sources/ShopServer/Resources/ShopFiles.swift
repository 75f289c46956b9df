import Foundation

/// The validated files of a shop's modules. Can be read before the store is open, or while it is being opened.
public struct ShopFiles: Sendable {
    private typealias ModuleFactory = @Sendable (ServerContext) -> any ServerModule

    private let makers: [ModuleFactory]
    /// The shop's own file, which all modules may need.
    let shop: ShopFile

    /// Reads the files of the modules one after the other.
    init(below resources: URL, of modules: [any ServerModule.Type]) throws(ShopServerError) {
        var makers: [ModuleFactory] = []
        for module in modules { makers.append(try ShopFiles.maker(of: module, resources, areValid: false)) }
        self.makers = makers
        shop = try ShopFile(below: resources)
    }

    private init(_ makers: [ModuleFactory], _ shop: ShopFile) { (self.makers, self.shop) = (makers, shop) }

    /// Reads the files of all modules concurrently, because this takes most of the server's start-up time. If
    /// they are known to be valid, some are not read before they are needed.
    public static func reading(
        below resources: URL, areValid: Bool = false
    ) async -> Result<ShopFiles, ShopServerError> {
        typealias Outcome = Result<ModuleFactory, ShopServerError>
        async let shop = Result { () throws(ShopServerError) in try ShopFile(below: resources) }
        let outcomes = await withTaskGroup(of: (Int, Outcome).self) { group in
            for (number, module) in ShopModules.all.enumerated() {
                group.addTask {
                    let outcome = Outcome { () throws(ShopServerError) in
                        try maker(of: module, resources, areValid: areValid)
                    }
                    return (number, outcome)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // If there are several errors, always report the one of the first module.
        let inOrder = outcomes.sorted { $0.key < $1.key }.map(\.value)
        let ownFile = await shop
        return Result { () throws(ShopServerError) in
            var makers: [ModuleFactory] = []
            for outcome in inOrder { makers.append(try outcome.get()) }
            return ShopFiles(makers, try ownFile.get())
        }
    }

    func modules(with context: ServerContext) -> [any ServerModule] { makers.map { $0(context) } }

    private static func maker<Module: ServerModule>(
        of module: Module.Type, _ resources: URL, areValid: Bool
    ) throws(ShopServerError) -> ModuleFactory {
        let files = areValid ? try module.readLazily(resources) : try module.read(resources)
        return { module.init(files, $0) }
    }
}
