/// The form in which a property list file is written.
enum PropertyListFileFormat: Sendable, Hashable, CaseIterable {
    /// XML as Apple's tools write it, for files that people read and edit.
    case xml
    /// The binary form, `bplist00`: smaller, faster, and exact for every value.
    case binary
}
