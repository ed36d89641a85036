extension DefaultsEntry {
    /// Creates the entry without rules: what is stored under a key, as a bridge reads and writes it.
    @inlinable
    init<W: Defaultable>(key: String, location: StoreLocation, bridge: DefaultsBridge<W>?) where T == W? {
        self.init(
            source: EntrySource(key: key, location: location),
            get: { store, failure in
                do {
                    guard let stored = try store.value(forKey: key) else { return nil }
                    guard let bridge else { return try T.decode(stored) }
                    return stored.nullLevel == nil ? try bridge.decode(stored) : nil
                } catch  where ForeignCoding.isNull(error) {
                    // Other libraries store the null of JSON for nil.
                    return nil
                } catch {
                    failure = DefaultsError(reading: error, as: W.self, key: key, storeName: store.name)
                    return nil
                }
            },
            adjust: nil,
            set: { edit, store throws(DefaultsError) in
                let encoded: PropertyListValue?
                switch edit {
                case .clear: encoded = nil
                case .explicitNil: encoded = .null()
                case .value(let value):
                    do {
                        encoded = if let bridge { try value.flatMap(bridge.encode) } else { try T.encode(value) }
                    } catch {
                        throw DefaultsError(writing: error, as: W.self, key: key, storeName: store.name)
                    }
                }
                do throws(DefaultsError) {
                    try store.setValue(encoded, forKey: key)
                } catch {
                    throw error.located(key: key, storeName: store.name)
                }
            }
        )
    }
}

extension DefaultsError {
    /// The failure to read a key, from what the store or the type's `decode` threw.
    @usableFromInline
    init(reading error: any Error, as type: Any.Type, key: String, storeName: String) {
        self.init(error, otherwise: .decodingFailed, type: type, key: key, storeName: storeName)
    }

    /// The failure to write a key, from what the type's `encode` threw.
    @usableFromInline
    init(writing error: any Error, as type: Any.Type, key: String, storeName: String) {
        self.init(error, otherwise: .encodingFailed, type: type, key: key, storeName: storeName)
    }

    private init(_ error: any Error, otherwise code: Code, type: Any.Type, key: String, storeName: String) {
        if let error = error as? DefaultsError {
            self = error.located(key: key, storeName: storeName)
        } else {
            self.init(code, key: key, storeName: storeName, expectedType: "\(type)", underlyingError: error)
        }
    }
}
