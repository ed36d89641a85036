// Makes `canImport(Darwin)` true. What the library uses of Darwin is declared in `Additions`, since it imports Foundation,
// which on Linux is the real one.
