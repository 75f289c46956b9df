/// The version of this program, used wherever a version is reported.
public enum ShopVersion {
    public static let current = "0.1.0"
}
