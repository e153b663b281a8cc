/** Reads Mach-O files of 64 bits for one processor, the programs and libraries of macOS: <mach-o/loader.h>. */
import type { NativeFile } from './native-file.ts'
import { textAt } from './text.ts'

const magic = 0xfeedfacf
/** The magic numbers of files for several processors, of Java classes, and of files of 32 bits. */
const others = [0xcafebabe, 0xcafebabf]
const processors: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' }
/** LC_LOAD_DYLIB, LC_LOAD_WEAK_DYLIB, LC_REEXPORT_DYLIB and LC_LAZY_LOAD_DYLIB. */
const loads = [0xc, 0x80000018, 0x8000001f, 0x20]
const [rpath, signature] = [0x8000001c, 0x1d]
const headerSize = 32

export function readMachO(content: Buffer): NativeFile | undefined {
  if (others.includes(content.readUInt32BE(0)))
    return { os: 'darwin', cpu: 'several processors', imports: [] }
  if (content.readUInt32LE(0) !== magic) return undefined
  const processor = content.readUInt32LE(4)
  const commands = commandsOf(content)
  const texts = (kinds: readonly number[]) =>
    commands
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ at }) => textAt(content, at + content.readUInt32LE(at + 8)))
  return {
    os: 'darwin',
    cpu: processors[processor] ?? `processor ${processor}`,
    imports: texts(loads),
    searched: texts([rpath]),
    isSigned: commands.some(({ kind }) => kind === signature),
  }
}

function commandsOf(content: Buffer): { kind: number; at: number }[] {
  const commands: { kind: number; at: number }[] = []
  let at = headerSize
  for (let left = content.readUInt32LE(16); left > 0; left--) {
    commands.push({ kind: content.readUInt32LE(at), at })
    at += content.readUInt32LE(at + 4)
  }
  return commands
}
