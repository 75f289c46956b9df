/// The version of this program, shared by all that report it.
public enum ShopVersion {
    public static let current = "0.1.0"
}
