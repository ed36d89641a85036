/// Dates as XML property lists hold them: `2001-01-01T00:00:00Z`, in seconds since then.
///
/// The calendar is the Gregorian one for all years, as in Foundation's property lists.
enum PropertyListTimestamp {
    private static let secondsPerDay: Int64 = 86_400
    /// Days from 1 March of year 0 to 1 January 2001. Years that start in March end with the leap day.
    private static let daysToReference: Int64 = 730_791
    private static let daysPerEra: Int64 = 146_097

    /// The text of a point in time, or `nil` when it has no exact text: with a fraction, or outside the years 0 to 9999.
    ///
    /// `Date.distantPast` is in year 0 of this calendar.
    static func text(of seconds: Double) -> [UInt8]? {
        // Negative zero is a point in time of its own to `PropertyListValue`.
        guard seconds.magnitude < 1e12, let whole = Int64(exactly: seconds), whole != 0 || seconds.sign == .plus else {
            return nil
        }
        var days = whole / secondsPerDay
        var rest = whole % secondsPerDay
        if rest < 0 { (days, rest) = (days - 1, rest + secondsPerDay) }
        days += daysToReference
        guard days >= 0 else { return nil }
        let (year, month, day) = date(ofDay: days)
        guard year <= 9999 else { return nil }

        var text: [UInt8] = []
        text.reserveCapacity(20)
        append(year, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        append(month, digits: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        append(day, digits: 2, to: &text)
        text.append(UInt8(ascii: "T"))
        append(rest / 3600, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(rest / 60 % 60, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(rest % 60, digits: 2, to: &text)
        text.append(UInt8(ascii: "Z"))
        return text
    }

    /// The point in time of a text, or `nil` when it is none. Fractions of a second are accepted.
    static func seconds(of text: ArraySlice<UInt8>) -> Double? {
        var rest = text
        guard let year = number(&rest, digits: 4...6, before: "-"),
            let month = number(&rest, digits: 2...2, before: "-"), (1...12).contains(month),
            let day = number(&rest, digits: 2...2, before: "T"), (1...length(ofMonth: month, year: year)).contains(day),
            let hour = number(&rest, digits: 2...2, before: ":"), hour < 24,
            let minute = number(&rest, digits: 2...2, before: ":"), minute < 60,
            rest.popLast() == UInt8(ascii: "Z"),
            let second = number(&rest, digits: 2...2, before: nil), second < 60
        else { return nil }
        let days = self.day(of: year, month, day) - daysToReference
        let whole = Double(days * secondsPerDay + hour * 3600 + minute * 60 + second)
        if rest.isEmpty { return whole }
        guard rest.first == UInt8(ascii: "."), let fraction = PropertyListNumber.real([UInt8(ascii: "0")] + rest) else {
            return nil
        }
        return whole + fraction
    }

    // MARK: - Calendar

    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let era = days / daysPerEra
        let dayOfEra = days % daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func day(of year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // One era is added and taken off again, so that no quotient is negative in year 0.
        let year = year - (month <= 2 ? 1 : 0) + 400
        let era = year / 400
        let yearOfEra = year % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return (era - 1) * daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    }

    private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // MARK: - Text

    private static func append(_ number: Int64, digits: Int, to text: inout [UInt8]) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }

    private static func number(
        _ rest: inout ArraySlice<UInt8>, digits: ClosedRange<Int>, before separator: Unicode.Scalar?
    ) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while count < digits.upperBound, let byte = rest.first, (0x30...0x39).contains(byte) {
            value = value * 10 + Int64(byte - 0x30)
            count += 1
            rest.removeFirst()
        }
        guard count >= digits.lowerBound else { return nil }
        if let separator { guard rest.popFirst() == UInt8(ascii: separator) else { return nil } }
        return value
    }
}
