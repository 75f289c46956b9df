/// A certificate for "localhost" that signs itself, and its key. Created for tests; they protect nothing.
struct TLSIdentity: Sendable {
    let certificate: String
    let key: String

    /// Valid until 2126.
    static let trusted = TLSIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBlDCCATugAwIBAgIUT1rNiCq4UoE6zSHn+VU0qbs+MkswCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzNDkzMVoYDzIxMjYxMDI5
            MDM0OTMxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAAQSYI6Cfe6kJmsdCU5D0xXzB7h3rp4uOWoEAHaDCdUFNQetgIv8Iq97
            AVAbg/dmx+RiBUwzwfBt1V0ghJ77iIgco2kwZzAdBgNVHQ4EFgQUbloghCi0BChc
            oIeQCy3BP3322UAwHwYDVR0jBBgwFoAUbloghCi0BChcoIeQCy3BP3322UAwDwYD
            VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
            RwAwRAIgE4WEcZnbN0vP69dJ/gc/K1KUnZ8duyYQge4uPTlLmTICIFot5UDKyL8t
            pqHDrRpObFmNodnkTvxh6ZQfHGr0JLdK
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEPz4JzaGHoG7++Rm
            16psbVe6KvrJucTaqOZmry4hO22hRANCAAQSYI6Cfe6kJmsdCU5D0xXzB7h3rp4u
            OWoEAHaDCdUFNQetgIv8Iq97AVAbg/dmx+RiBUwzwfBt1V0ghJ77iIgc
            -----END PRIVATE KEY-----
            """)

    /// Valid for a day in 2020.
    static let expired = TLSIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBYDCCAQWgAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
            c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAUMRIwEAYDVQQDDAls
            b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS5vyvEn2AGmMECoFpE
            DM5VAcO3TnSuaNCp0/hDvwbtBvxhghogqjhVBCUTJJX9tSB+BthzeTdmUQNWMrN+
            hRy3o0gwRjAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAd
            BgNVHQ4EFgQUxosDheoji/T2WT4vfYT9ZqKN6+4wCgYIKoZIzj0EAwIDSQAwRgIh
            AO22ZTqPq3r1aZDk9IpFH9jpBQASkyd/XXNkl3vlL9mZAiEAy4+rghf7QRb4qC4i
            WU15zhQiw/40oBlt2OlRf99pHj4=
            -----END CERTIFICATE-----
            """,
        key: otherKey)

    /// Valid from 2090 on.
    static let early = TLSIdentity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBYzCCAQmgAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
            c3QwIhgPMjA5MDAxMDEwMDAwMDBaGA8yMTIwMDEwMjAwMDAwMFowFDESMBAGA1UE
            AwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEub8rxJ9gBpjB
            AqBaRAzOVQHDt050rmjQqdP4Q78G7Qb8YYIaIKo4VQQlEySV/bUgfgbYc3k3ZlED
            VjKzfoUct6NIMEYwDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhv
            c3QwHQYDVR0OBBYEFMaLA4XqI4v09lk+L32E/WaijevuMAoGCCqGSM49BAMCA0gA
            MEUCIEZ4Xfzb5BWaxQQ4DZthdNCod7hx8VzyRJGjkW6UGB44AiEAk8wk+T9x6g0n
            6hcq/8SI9LubkhBuVv3ePwXnuPvKuJY=
            -----END CERTIFICATE-----
            """,
        key: otherKey)

    private static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkjZyOZ0OQu6TZIE9
        Cq+L+ggiUZ09kQLdO8DjfTYmUYKhRANCAAS5vyvEn2AGmMECoFpEDM5VAcO3TnSu
        aNCp0/hDvwbtBvxhghogqjhVBCUTJJX9tSB+BthzeTdmUQNWMrN+hRy3
        -----END PRIVATE KEY-----
        """
}
