import Foundation

/// How a suite of user defaults holds keys on Linux.
///
/// Foundation takes the composed and the decomposed form of a key for two, where this library takes them for one, and it
/// drops a byte order mark at the start. So each key has a form to write and others under which it may be found.
enum SuiteKey {
    /// What a stored key starts with whose rest is the key, since that could not be stored as it is.
    private static let marker = "TypedDefaults:"

    /// Whether a key is stored as it is, and in no other form.
    static func isPlain(_ key: String) -> Bool {
        !key.utf8.contains { $0 >= 0x80 } && !isMarked(key)
    }

    /// The forms under which a key may be found, the one to write first.
    static func forms(of key: String) -> [String] {
        let composed = key.precomposedStringWithCanonicalMapping
        let decomposed = key.decomposedStringWithCanonicalMapping
        if needsMarker(composed) { return [marker + composed] }
        // Other code may use the key as it is written here. Of a mixed form no later look-up could think of.
        let isMixed = !isSame(key, composed) && !isSame(key, decomposed)
        var forms = isMixed ? [composed] : [key]
        for form in [composed, decomposed, key] where !forms.contains(where: { isSame($0, form) }) {
            forms.append(form)
        }
        return forms
    }

    /// The key that a stored key stands for.
    static func original(_ stored: String) -> String {
        guard isMarked(stored) else { return stored }
        let key = String(decoding: stored.utf8.dropFirst(marker.utf8.count), as: UTF8.self)
        return needsMarker(key) ? key : stored
    }

    private static func needsMarker(_ key: String) -> Bool {
        key.unicodeScalars.first == "\u{FEFF}" || isMarked(key)
    }

    private static func isMarked(_ key: String) -> Bool {
        key.utf8.starts(with: marker.utf8)
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}
