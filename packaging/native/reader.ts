/** Recognizes the native files of Linux, Windows and macOS. */
import { readElf } from './elf.ts'
import { readMachO } from './mach-o.ts'
import type { NativeFile } from './native-file.ts'
import { readPe } from './pe.ts'

/** Returns undefined for files that no processor runs. @throws RangeError for a native file that is cut off */
export function readNativeFile(content: Buffer): NativeFile | undefined {
  if (content.length < 64) return undefined
  return readElf(content) ?? readPe(content) ?? readMachO(content)
}
