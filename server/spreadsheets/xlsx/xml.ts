/** The XML of a book of Excel, read with the tokenizer of read-excel-file: both see the same elements. */
import { Parser } from 'saxen'

type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlHandlers {
  /** Names come without the prefix of their namespace; to read the attributes takes a while. */
  open?(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** Those of a book are a few. */
const maxDepth = 50

/** Takes time in proportion to the length. @throws Error where it is no XML, or its elements are nested too deep */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  let depth = 0
  const parser = new Parser()
  parser.on('openTag', (name, getAttributes, decodeEntities) => {
    depth += 1
    if (depth > maxDepth) throw new Error('The elements are nested too deep')
    open?.(withoutPrefix(name), () => attributesOf(getAttributes(), decodeEntities))
  })
  parser.on('closeTag', (name) => {
    depth -= 1
    close?.(withoutPrefix(name))
  })
  if (text) parser.on('text', text)
  parser.parse(xml)
}

function attributesOf(given: Record<string, string>, decode: (text: string) => string): Attributes {
  const attributes: Record<string, string> = {}
  for (const name in given) {
    if (!name.startsWith('xmlns')) attributes[withoutPrefix(name)] = decode(given[name] ?? '')
  }
  return attributes
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
