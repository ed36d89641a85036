import Foundation

/// Writes XML property lists as Apple's tools do, with the forms of ``XMLPropertyListEscape`` where XML has none.
struct XMLPropertyListWriter {
    private static let header = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    private var output = Array(header.utf8)
    private var indentation = 0

    /// The bytes of a property list, whose nesting was checked before.
    static func write(_ root: PropertyListNode) -> Data {
        var writer = XMLPropertyListWriter()
        writer.append(root)
        writer.appendLine("</plist>")
        return Data(writer.output)
    }

    // MARK: - Nodes

    private mutating func append(_ node: PropertyListNode) {
        switch node {
        case .value(let value):
            append(value)
        case .uid(let number):
            appendEscape(.uid) { $0.appendLine("<integer>\(number)</integer>") }
        case .null:
            appendEscape(.null) { $0.append(.bool(true)) }
        case .wideInteger(let high, let low):
            var bytes: [UInt8] = []
            bytes.append(bigEndian: high, size: 8)
            bytes.append(bigEndian: low, size: 8)
            appendEscape(.integer) { $0.append(.data(Data(bytes))) }
        case .array(let elements):
            appendArray(elements)
        case .set(let elements):
            appendEscape(.set) { $0.appendArray(elements) }
        case .orderedSet(let elements):
            appendEscape(.orderedSet) { $0.appendArray(elements) }
        case .dictionary(let members) where members.keyed.isEmpty:
            let sorted = members.sorted()
            appendDictionary(keys: sorted.map(\.key)) { $0.append(sorted[$1].value) }
        case .dictionary(let members):
            let pairs = members.sorted().map { [.value(.string($0.key)), $0.value] }
            let keyed = members.keyed.map { [$0.key, $0.value] }
            appendEscape(.pairs) { $0.appendArray((pairs + keyed).flatMap { $0 }) }
        }
    }

    private mutating func appendArray(_ elements: [PropertyListNode]) {
        appendCollection("array", isEmpty: elements.isEmpty) { writer in
            for element in elements { writer.append(element) }
        }
    }

    // MARK: - Values

    private mutating func append(_ value: PropertyListValue) {
        switch value {
        case .bool(let value): appendLine(value ? "<true/>" : "<false/>")
        case .integer(let value): appendLine("<integer>", String(value), "</integer>")
        case .unsigned(let value): appendLine("<integer>", String(value), "</integer>")
        case .real(let value): appendLine("<real>", Self.text(of: value), "</real>")
        case .string(let value): append(value)
        case .data(let value): append(value)
        case .date(let value): append(value.timeIntervalSinceReferenceDate)
        case .array(let elements):
            appendCollection("array", isEmpty: elements.isEmpty) { writer in
                for element in elements { writer.append(element) }
            }
        case .dictionary(let members):
            let sorted = PropertyListMembers.sorted(members)
            appendDictionary(keys: sorted.map(\.key)) { $0.append(sorted[$1].value) }
        }
    }

    private mutating func append(_ string: String) {
        guard XMLPropertyListCharacters.canHold(string) else {
            return appendEscape(.string) { $0.append(Data(string.utf8)) }
        }
        indent()
        output.append(contentsOf: "<string>".utf8)
        XMLPropertyListCharacters.append(string, to: &output)
        output.append(contentsOf: "</string>\n".utf8)
    }

    private mutating func append(_ data: Data) {
        appendLine("<data>")
        // Lines of 76 columns with tabs of 8, as in Apple's files.
        let lineLength = 76 - 8 * min(indentation, 8)
        PropertyListBase64.append(data, to: &output, lineLength: lineLength, indentation: indentation)
        appendLine("</data>")
    }

    private mutating func append(_ seconds: Double) {
        guard let text = PropertyListTimestamp.text(of: seconds) else {
            return appendEscape(.date) { $0.append(.real(seconds)) }
        }
        appendLine("<date>", String(decoding: text, as: UTF8.self), "</date>")
    }

    private static func text(of real: Double) -> String {
        guard !real.isNaN else { return "nan" }
        guard real.isFinite else { return real < 0 ? "-infinity" : "+infinity" }
        let text = real.description
        return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
    }

    // MARK: - Collections

    private mutating func appendDictionary(
        keys: [String], _ appendValue: (inout XMLPropertyListWriter, Int) -> Void
    ) {
        let isLone = keys.count == 1
        appendCollection("dict", isEmpty: keys.isEmpty) { writer in
            for (index, key) in keys.enumerated() {
                writer.appendKey(isLone ? XMLPropertyListEscape.escaping(loneKey: key) : key)
                appendValue(&writer, index)
            }
        }
    }

    private mutating func appendEscape(
        _ escape: XMLPropertyListEscape, _ appendValue: (inout XMLPropertyListWriter) -> Void
    ) {
        appendCollection("dict", isEmpty: false) { writer in
            writer.appendLine("<key>", escape.rawValue, "</key>")
            appendValue(&writer)
        }
    }

    private mutating func appendCollection(
        _ name: String, isEmpty: Bool, _ appendContent: (inout XMLPropertyListWriter) -> Void
    ) {
        guard !isEmpty else { return appendLine("<", name, "/>") }
        appendLine("<", name, ">")
        // The root's content is not indented in Apple's files, which is why the root is at 0 and `plist` has no level.
        indentation += 1
        appendContent(&self)
        indentation -= 1
        appendLine("</", name, ">")
    }

    private mutating func appendKey(_ key: String) {
        indent()
        output.append(contentsOf: "<key>".utf8)
        XMLPropertyListCharacters.append(XMLPropertyListEscape.escaping(key: key), to: &output)
        output.append(contentsOf: "</key>\n".utf8)
    }

    // MARK: - Lines

    private mutating func appendLine(_ first: String, _ second: String = "", _ third: String = "") {
        indent()
        output.append(contentsOf: first.utf8)
        output.append(contentsOf: second.utf8)
        output.append(contentsOf: third.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    private mutating func indent() {
        for _ in 0..<indentation { output.append(UInt8(ascii: "\t")) }
    }
}
