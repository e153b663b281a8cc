/** The platform of a program, a library or an addon, and the libraries that the file loads. */
export interface NativeFile {
  /** The system in the words of Node. */
  os: 'linux' | 'win32' | 'darwin'
  /** The processor in the words of Node, or its number if no archive is for it. */
  cpu: string
  /** The names or paths of the libraries that the system loads with the file. */
  imports: readonly string[]
  /** The folders in which macOS looks for libraries whose path begins with `@rpath`. */
  searched?: readonly string[]
  /** True if a Mach-O file has a signature, without which macOS on arm64 does not run it. */
  isSigned?: boolean
}
