/**
 * Reads PE files of 64 bits, the programs and libraries of Windows:
 * https://learn.microsoft.com/windows/win32/debug/pe-format
 */
import type { NativeFile } from './native-file.ts'
import { textAt } from './text.ts'

const dosMagic = 0x4d5a
const peMagic = 0x50450000
const machines: Record<number, string> = { 34404: 'x64', 43620: 'arm64', 332: 'ia32' }
const wide = 0x20b

export function readPe(content: Buffer): NativeFile | undefined {
  if (content.readUInt16BE(0) !== dosMagic) return undefined
  const header = content.readUInt32LE(60)
  if (header + 264 > content.length || content.readUInt32BE(header) !== peMagic) return undefined
  const machine = content.readUInt16LE(header + 4)
  return { os: 'win32', cpu: machines[machine] ?? `machine ${machine}`, imports: importsOf(content, header) }
}

/** Returns the libraries of the import table and of the delayed imports. A file of 32 bits has another layout. */
function importsOf(content: Buffer, header: number): string[] {
  const optional = header + 24
  if (content.readUInt16LE(optional) !== wide) return []
  const offsetOf = offsets(content, header)
  const directory = (index: number) => content.readUInt32LE(optional + 112 + index * 8)
  return [
    ...names(content, offsetOf, { table: directory(1), step: 20, name: 12 }),
    ...names(content, offsetOf, { table: directory(13), step: 32, name: 4 }),
  ]
}

interface Directory {
  /** The address of the table, or 0 if there is none. */
  table: number
  /** The size of a row, and the place of the address of the name in it. */
  step: number
  name: number
}

/** Reads the rows of a directory until the empty row that ends it. */
function names(
  content: Buffer,
  offsetOf: (address: number) => number,
  { table, step, name }: Directory,
): string[] {
  const found: string[] = []
  if (table === 0) return found
  for (let at = offsetOf(table); content.readUInt32LE(at + name) !== 0; at += step)
    found.push(textAt(content, offsetOf(content.readUInt32LE(at + name))))
  return found
}

/** Returns a function that converts an address in memory into an offset in the file, by the table of sections. */
function offsets(content: Buffer, header: number): (address: number) => number {
  const start = header + 24 + content.readUInt16LE(header + 20)
  const sections = Array.from({ length: content.readUInt16LE(header + 6) }, (_, index) => {
    const at = start + index * 40
    const [size, address] = [content.readUInt32LE(at + 8), content.readUInt32LE(at + 12)]
    return { size, address, offset: content.readUInt32LE(at + 20) }
  })
  return (address) => {
    const home = sections.find((one) => address >= one.address && address < one.address + one.size)
    if (!home) throw new RangeError(`No section has the address ${address}`)
    return address - home.address + home.offset
  }
}
