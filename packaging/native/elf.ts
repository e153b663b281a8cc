/** Reads ELF files of 64 bits, the programs and libraries of Linux: elf(5). */
import type { NativeFile } from './native-file.ts'
import { textAt } from './text.ts'

const magic = 0x7f454c46
const machines: Record<number, string> = { 62: 'x64', 183: 'arm64' }
const [loaded, dynamic] = [1, 2]
const [needed, strings] = [1n, 5n]

export function readElf(content: Buffer): NativeFile | undefined {
  if (content.readUInt32BE(0) !== magic) return undefined
  const machine = content.readUInt16LE(18)
  return { os: 'linux', cpu: machines[machine] ?? `machine ${machine}`, imports: importsOf(content) }
}

interface Segment {
  type: number
  offset: number
  address: number
  size: number
}

function importsOf(content: Buffer): string[] {
  const segments = segmentsOf(content)
  const table = segments.find(({ type }) => type === dynamic)
  if (!table) return []
  const tags: [tag: bigint, value: number][] = []
  for (let at = table.offset; at < table.offset + table.size; at += 16)
    tags.push([content.readBigUInt64LE(at), Number(content.readBigUInt64LE(at + 8))])
  const [, address] = tags.find(([tag]) => tag === strings) ?? []
  const home = segments.find(
    (one) =>
      one.type === loaded &&
      address !== undefined &&
      address >= one.address &&
      address < one.address + one.size,
  )
  if (!home || address === undefined) return []
  const start = address - home.address + home.offset
  return tags.filter(([tag]) => tag === needed).map(([, value]) => textAt(content, start + value))
}

function segmentsOf(content: Buffer): Segment[] {
  const start = Number(content.readBigUInt64LE(32))
  const [size, count] = [content.readUInt16LE(54), content.readUInt16LE(56)]
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size
    return {
      type: content.readUInt32LE(at),
      offset: Number(content.readBigUInt64LE(at + 8)),
      address: Number(content.readBigUInt64LE(at + 16)),
      size: Number(content.readBigUInt64LE(at + 32)),
    }
  })
}
