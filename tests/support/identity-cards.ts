/** Identity cards of invented people, as a scanner reads them. */
import { readFile } from 'node:fs/promises'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** Returns a digit that checks characters of a machine-readable zone (ICAO 9303, part 3, 4.9). */
export function checkDigit(text: string): string {
  const value = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36))
  return String([...text].reduce((sum, one, index) => sum + value(one) * ([7, 3, 1][index % 3] ?? 0), 0) % 10)
}

export interface ZoneTexts {
  /** The kind of the document and its state: `I<PER`. */
  head: string
  number: string
  /** `YYMMDD`. */
  birthday?: string
  /** The rest of the first line, and that of the second. */
  optional?: [string, string]
  names: string
}

/** Returns the three lines of a card. */
export function cardZone({
  head,
  number,
  birthday = '980514',
  optional = ['', ''],
  names,
}: ZoneTexts): string[] {
  const padded = number.padEnd(9, '<')
  const dates = `${birthday}${checkDigit(birthday)}F000101${checkDigit('000101')}`
  return [
    `${head}${padded}${checkDigit(padded)}${optional[0]}`.padEnd(30, '<'),
    `${`${dates}${head.slice(2)}${optional[1]}`.padEnd(29, '<')}0`,
    names.padEnd(30, '<').slice(0, 30),
  ]
}

/** Returns the two lines of a passport. */
export function passportZone({
  head,
  number,
  birthday = '980514',
  optional = ['', ''],
  names,
}: ZoneTexts): string[] {
  const padded = number.padEnd(9, '<')
  const dates = `${birthday}${checkDigit(birthday)}M301231${checkDigit('301231')}`
  const second = `${padded}${checkDigit(padded)}${head.slice(2)}${dates}${optional[1]}`
  return [`${head}${names}`.padEnd(44, '<').slice(0, 44), `${second.padEnd(42, '<')}00`]
}

/** The characters that a scanner with the keyboard of the United States types under other ones, for its own. */
const layouts = {
  Spanish: ['@/:-?=&<', '"-Ñ\'_¡/;'],
  Brazilian: ['/:?;', ';Ç:ç'],
  French: ['0123456789@/:-?&<.,AQZWMaqzwm', 'à&é"\'(-è_ç2!M)§7.:;QAWZ?qawz,'],
} as const

/** Returns what the computer of each layout reads of a text. */
export const keyboards = {
  Spanish: under('Spanish'),
  Brazilian: under('Brazilian'),
  French: under('French'),
}

function under(layout: keyof typeof layouts): (text: string) => string {
  const [from, to] = layouts[layout]
  return (text) => [...text].map((key) => to[from.indexOf(key)] ?? key).join('')
}

/** Returns the text of a yellow Colombian card, whose binary data stands for fingerprints. */
export function colombianCard(): string {
  const names = ['GOMEZ', 'PEÑA', 'ANA', 'LUCIA'].map((name) => name.padEnd(23, '\u0000'))
  return ['\u0081'.repeat(48), '0052345678', ...names, '0F19901203050016O+', '\u00f2'.repeat(360)].join('')
}

/** Returns the picture of a barcode, as PNG. */
export async function barcode(text: string | Uint8Array, format: 'PDF417' | 'Code39'): Promise<Buffer> {
  const wasmBinary = await readFile(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })
  const { image } = await writeBarcode(text, { format, scale: 3, addQuietZones: true })
  if (!image) throw new Error('no barcode was written')
  return Buffer.from(await image.arrayBuffer())
}
