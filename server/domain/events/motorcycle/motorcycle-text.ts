/** How people write about a motorcycle. */
import { visible } from '../../text/names.ts'
import { type Motorcycle, maxEngine, partsOf, type Strokes, storedMotorcycle } from './motorcycle.ts'

/** The brands that a text can begin with, and other ways to write some of them. */
const brandNames = (
  'KTM Honda Yamaha Kawasaki Suzuki Husqvarna GasGas Beta Sherco TM Fantic Triumph Ducati BMW Aprilia Can-Am Polaris Cobra ' +
  'Stark Rieju SWM Kayo Zongshen Bajaj Ronco Wanxin AKT Lifan Italika Zanella Motomel Gilera TVS'
).split(' ')
const nicknames: Readonly<Record<string, string>> = {
  ...{ husq: 'Husqvarna', husky: 'Husqvarna', 'gas gas': 'GasGas', 'gas-gas': 'GasGas' },
  ...{ kawa: 'Kawasaki', 'can am': 'Can-Am', canam: 'Can-Am' },
}

const written = {
  strokes: /(?<![\p{L}\d])(2|4|dos|cuatro)[ -]?(?:tiempos|t)(?!\p{L})/giu,
  /** With its unit, and a decimal or a separator of thousands. */
  engine: /(?<![\p{L}\d.,])(\d{1,3}[.,]\d{3}|\d{2,5}(?:[.,]\d)?) ?(?:c\.? ?c\b\.?|cm3|cm³)/giu,
  /** Without a unit, and not a number with another unit. */
  bare: /(?<![\d.,])(?:[4-9]\d|[1-9]\d{2}|1\d{3}|2[0-4]\d{2})(?![\d.,]| ?(?:hp|cv|kw|kg|km)\b)/giu,
  year: /^(?:19[89]\d|20[0-3]\d)$/,
  /** The letters by which makers name their four-stroke engines, such as those of a CRF250R and of a 250F. */
  fourStrokes: /(?<!\p{L})(?:crf|kxf|rm-?z|yzf|wrf|(?:sx|exc|xc)-?f)(?!\p{L})|\d{2,3} ?f(?![\p{L}\d])/iu,
}

/**
 * Reads what a person writes about a motorcycle. What is not understood stays
 * the model. `own` is a brand that the text can begin with besides the known ones.
 * @example readMotorcycle('2t125') // { cc: 125, strokes: '2T' }
 * @example readMotorcycle('KTM 125SX') // { brand: 'KTM', model: '125SX', cc: 125 }
 */
export function readMotorcycle(text: string, own = ''): Motorcycle {
  const words = visible(text)
  const names = [own, ...brandNames, ...Object.keys(nicknames)].filter((name) => name && begins(words, name))
  const [name = ''] = names.sort((one, other) => other.length - one.length)
  let rest = words.slice(name.length)

  /** Returns the one value that is written in some words, and takes them out. Two values are not understood. */
  function take<Value>(pattern: RegExp, read: (digits: string) => Value | undefined): Value | undefined {
    const found = Array.from(rest.matchAll(pattern), ([, digits = '']) => read(digits))
    const [value, ...others] = new Set(found)
    if (value === undefined || others.length > 0) return undefined
    rest = rest.replace(pattern, ' ')
    return value
  }

  const strokes = take(written.strokes, strokesOf)
  const withUnit = take(written.engine, displacementOf)
  const model = tidy(rest)
  const bare = new Set((model.match(written.bare) ?? []).filter((digits) => !written.year.test(digits)))
  const isClear = bare.size === 1 && model.search(written.engine) < 0
  const cc = withUnit ?? (isClear ? Number([...bare][0]) : undefined)
  const isFourStroke = model.search(written.strokes) < 0 && written.fourStrokes.test(model)
  const isOnlyEngine = cc !== undefined && withUnit === undefined && /^\d+ ?f?$/i.test(model)
  return (
    storedMotorcycle({
      brand: nicknames[name.toLowerCase()] ?? name,
      model: isOnlyEngine ? '' : model,
      cc,
      strokes: strokes ?? (isFourStroke ? '4T' : undefined),
    }) ?? {}
  )
}

/**
 * Reads a cell of displacements. Returns undefined for a text that is more than an engine.
 * @example readEngine('2T 125') // { cc: 125, strokes: '2T' }
 */
export function readEngine(text: string): Motorcycle | undefined {
  if (!/^[\d.,\s]+$/.test(text)) {
    const { cc, strokes, ...others } = readMotorcycle(text)
    return Object.keys(others).length > 0 ? undefined : { ...(cc && { cc }), ...(strokes && { strokes }) }
  }
  const cc = displacementOf(text)
  return cc === undefined ? undefined : { cc }
}

function begins(words: string, name: string): boolean {
  return words.toLowerCase().startsWith(name.toLowerCase()) && !/^\p{L}/u.test(words.slice(name.length))
}

function strokesOf(count: string): Strokes {
  return /^(?:2|dos)$/i.test(count) ? '2T' : '4T'
}

function displacementOf(digits: string): number | undefined {
  const isThousands = /[.,]\d{3}$/.test(digits)
  const cc = Math.round(Number(digits.replace(/[.,]/, isThousands ? '' : '.')))
  return cc > 0 && cc <= maxEngine ? cc : undefined
}

/** Returns words without the punctuation that stood between them and those that were taken out. */
function tidy(words: string): string {
  return words
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[,;·])+(?= ?[,;·])/g, '')
    .replace(/^[ ,;·/-]+|[ ,;·/-]+$/g, '')
}

/** Writes a motorcycle as `readMotorcycle` reads it, such as `KTM 125SX 125 cc 2T`: without the chassis number. */
export function motorcycleText(motorcycle: Motorcycle = {}): string {
  return partsOf(motorcycle).join(' ')
}
