import Foundation
import TypedDefaults

/// A record of all kinds of property.
struct OptionsRecord: DefaultsRecord, Equatable {
    var volume = 5
    var title = "untitled"
    var isLoud = false
    var ratio = 0.5
    var seen: Set<String> = []
    var scores = ["a": [1, 2]]
    var site = URL(filePath: "/")
    var nickname: String?
    /// A property whose default is not nil, and that can be set to nil.
    var limit: Int? = 10
    let version = 1
    private var secret = "private"

    var loudness: Int { isLoud ? volume * 2 : volume }

    init() {}

    // A constant with a value is not decoded, but it is stored.
    private enum CodingKeys: String, CodingKey {
        case volume, title, isLoud, ratio, seen, scores, site, nickname, limit, secret
    }
}

/// A record within a record, and a key mapping with dots.
struct ProfileRecord: DefaultsRecord, Equatable {
    struct Address: Codable, Equatable {
        var street = "Main"
        var numbers = [1]
    }

    var name = ""
    var address = Address()
    var options = OptionsRecord()

    static func key(for property: String) -> String {
        property == "name" ? "well.known.name" : property
    }
}

/// A final class.
final class WindowRecord: DefaultsRecord {
    var width = 640
    var title: String?
}

/// A hierarchy whose classes write and read their own properties.
class VehicleRecord: DefaultsRecord {
    var wheels = 4

    required init() {}

    private enum CodingKeys: CodingKey { case wheels }

    required init(from decoder: any Decoder) throws {
        wheels = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wheels)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wheels, forKey: .wheels)
    }
}

final class CarRecord: VehicleRecord {
    var doors = 3
    var owner: String?

    required init() { super.init() }

    private enum CodingKeys: CodingKey { case doors, owner }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        doors = try container.decode(Int.self, forKey: .doors)
        owner = try container.decodeIfPresent(String.self, forKey: .owner)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(doors, forKey: .doors)
        // As people write it, so that nothing tells that there is such a property while it is nil.
        if let owner { try container.encode(owner, forKey: .owner) }
    }
}

/// A descendant of `NSObject`.
final class DocumentRecord: NSObject, DefaultsRecord {
    var path = "/"
    var pages = [1]

    override required init() { super.init() }
}

/// A record of which each property can fail to be stored.
struct FragileRecord: DefaultsRecord {
    struct Unstorable: Codable, Equatable {
        struct Failure: Error {}

        init() {}
        init(from decoder: any Decoder) throws { throw Failure() }
        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    var a = 1
    var parts: [String: [Unstorable]] = [:]
    var z = 1
}
