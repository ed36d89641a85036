// What the library uses of Darwin, Core Foundation and Dispatch on Apple platforms, as their interfaces declare it. It is
// compiled into the module that is checked.
// https://developer.apple.com/documentation/dispatch/dispatchsource/makefilesystemobjectsource(filedescriptor:eventmask:queue:)

import Dispatch
import Foundation

typealias CFTypeID = UInt

func CFGetTypeID(_ cf: AnyObject?) -> CFTypeID { 0 }
func CFBooleanGetTypeID() -> CFTypeID { 0 }
func CFNumberIsFloatType(_ number: NSNumber) -> Bool { false }

func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer { fatalError() }
func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }

var O_EVTONLY: Int32 { 0 }

extension stat {
    var st_mtimespec: timespec { fatalError() }
}

protocol DispatchSourceFileSystemObject: DispatchSourceProtocol, Sendable {
    var data: DispatchSource.FileSystemEvent { get }
}

extension DispatchSource {
    static func makeFileSystemObjectSource(
        fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue?
    ) -> any DispatchSourceFileSystemObject {
        fatalError()
    }
}
