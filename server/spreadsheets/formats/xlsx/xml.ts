/** Reads the XML of an Excel workbook with the tokenizer of read-excel-file, so that both see the same elements. */
import { Parser } from 'saxen'

type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlHandlers {
  /** Names come without the prefix of their namespace. `attributes` is a function because parsing them takes time. */
  open?(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** The deepest nesting of elements. Workbooks have only a few levels. */
const maxDepth = 50

/** Calls the handlers, in linear time. @throws Error if the text is not XML, or its elements are nested too deep */
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
