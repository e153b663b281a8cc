/** Leaves out the shapes of a TrueType font that a document does not use; the numbers of the glyphs stay as they are. */

/** The tables that a PDF needs of a font: ISO 32000-2, 9.9.2. */
const neededTables = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

/** The flags of a part of a composite glyph: https://learn.microsoft.com/typography/opentype/spec/glyf */
const partFlags = { wordArguments: 0x1, hasScale: 0x8, more: 0x20, hasTwoScales: 0x40, hasMatrix: 0x80 }

/** Returns the font with the shapes of `glyphs`, of glyph 0 and of the glyphs that these consist of. */
export function fontSubset(font: Buffer, glyphs: Iterable<number>): Buffer {
  const tables = tablesOf(font)
  const table = (tag: string) => tables.get(tag) ?? Buffer.alloc(0)
  const head = Buffer.from(table('head'))
  const hasLongOffsets = head.readInt16BE(50) === 1
  const loca = table('loca')
  const offsetOf = (glyph: number) =>
    hasLongOffsets ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
  const shapeOf = (glyph: number) => table('glyf').subarray(offsetOf(glyph), offsetOf(glyph + 1))
  const used = withParts([0, ...glyphs], shapeOf)
  const count = table('maxp').readUInt16BE(4)
  const offsets = Buffer.alloc((count + 1) * 4)
  const shapes: Buffer[] = []
  let end = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    offsets.writeUInt32BE(end, glyph * 4)
    if (!used.has(glyph)) continue
    const shape = shapeOf(glyph)
    const padding = Buffer.alloc(-shape.length & 3)
    shapes.push(shape, padding)
    end += shape.length + padding.length
  }
  offsets.writeUInt32BE(end, count * 4)
  head.writeInt16BE(1, 50)
  const replaced = new Map([...tables, ['head', head], ['loca', offsets], ['glyf', Buffer.concat(shapes)]])
  return packed(neededTables.flatMap((tag) => packedTable(tag, replaced.get(tag))))
}

function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const entry = 12 + index * 16
    const offset = font.readUInt32BE(entry + 8)
    const content = font.subarray(offset, offset + font.readUInt32BE(entry + 12))
    tables.set(font.toString('latin1', entry, entry + 4), content)
  }
  return tables
}

/** Returns the glyphs with all glyphs that they consist of. */
function withParts(glyphs: Iterable<number>, shapeOf: (glyph: number) => Buffer): Set<number> {
  const used = new Set(glyphs)
  // The loop visits the glyphs that it adds, too.
  for (const glyph of used) for (const part of partsOf(shapeOf(glyph))) used.add(part)
  return used
}

function* partsOf(shape: Buffer): Generator<number> {
  const isComposite = shape.length > 0 && shape.readInt16BE(0) < 0
  if (!isComposite) return
  for (let at = 10, flags = partFlags.more; flags & partFlags.more; ) {
    flags = shape.readUInt16BE(at)
    yield shape.readUInt16BE(at + 2)
    at += 4 + (flags & partFlags.wordArguments ? 4 : 2)
    if (flags & partFlags.hasScale) at += 2
    else if (flags & partFlags.hasTwoScales) at += 4
    else if (flags & partFlags.hasMatrix) at += 8
  }
}

interface Table {
  tag: string
  content: Buffer
}

function packedTable(tag: string, content: Buffer | undefined): Table[] {
  return content ? [{ tag, content }] : []
}

/** Returns a font of these tables, which are in the order of their tags. */
function packed(tables: readonly Table[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * 16)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [head]
  let end = head.length
  for (const [index, { tag, content }] of tables.entries()) {
    const entry = 12 + index * 16
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(end, entry + 8)
    head.writeUInt32BE(content.length, entry + 12)
    const padding = Buffer.alloc(-content.length & 3)
    parts.push(content, padding)
    end += content.length + padding.length
  }
  return Buffer.concat(parts)
}
