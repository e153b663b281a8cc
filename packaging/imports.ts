/** Decides whether the libraries that a native file loads are in the archive or part of the system. */
import { posix } from 'node:path'
import type { NativeFile } from './native/native-file.ts'

/** Returns the libraries that a computer would miss. `paths` has all paths in the archive. */
export function missingImports(path: string, file: NativeFile, paths: ReadonlySet<string>): string[] {
  switch (file.os) {
    case 'linux':
      return file.imports.filter(
        (name) => !linux.test(name) && ![...paths].some((one) => one.endsWith(`/${name}`)),
      )
    case 'win32':
      return file.imports.filter(
        (name) => !windows.test(name) && !paths.has(posix.join(posix.dirname(path), name)),
      )
    case 'darwin':
      return file.imports.filter(
        (name) => !macOS.test(name) && !placesOf(path, file, name).some((place) => paths.has(place)),
      )
  }
}

/** The libraries of glibc and of the compiler, which every distribution installs. */
const linux = /^(lib(c|m|dl|pthread|rt|resolv|stdc\+\+|gcc_s)\.so\.\d+|ld-linux-x86-64\.so\.2)$/

/** The libraries of Windows 10 and newer. An addon also imports from node.exe, which has loaded it. */
const windows =
  /^(node\.exe|(api-ms-win-[\w-]+|kernel32|ntdll|user32|gdi32|advapi32|shell32|ole32|oleaut32|ws2_32|psapi|iphlpapi|userenv|dbghelp|winmm|crypt32|bcrypt|bcryptprimitives|secur32|dnsapi|shlwapi|rpcrt4|powrprof|version|msvcrt|ucrtbase|usp10|dwrite|windowscodecs|msimg32|mswsock|wtsapi32|setupapi|propsys|synchronization)\.dll)$/i

/** The libraries and frameworks of macOS. */
const macOS = /^\/(usr\/lib|System\/Library)\//

/** Returns the paths in which macOS looks for a library of the archive. */
function placesOf(path: string, { searched = [] }: NativeFile, name: string): string[] {
  const folder = posix.dirname(path)
  const resolve = (text: string) => posix.join(text.replace(/^@loader_path/, folder))
  if (!name.startsWith('@rpath/')) return [resolve(name)]
  return searched.map((place) => resolve(`${place}/${name.slice('@rpath/'.length)}`))
}
