/** Amounts of money: whole cents of the currency of an event, as people type and read them. */
import type { CountryCode } from '../pilots/countries.ts'

interface CurrencyDescription {
  /** The locale whose marks the amounts have. */
  locale: string
  /** The decimals of an amount: the cents are those of the last one. */
  decimals: 0 | 2
}

/** The currencies by their codes of ISO 4217, with the decimals that people use. */
const currencies = {
  ARS: { locale: 'es-AR', decimals: 2 },
  BOB: { locale: 'es-BO', decimals: 2 },
  BRL: { locale: 'pt-BR', decimals: 2 },
  CLP: { locale: 'es-CL', decimals: 0 },
  COP: { locale: 'es-CO', decimals: 0 },
  CRC: { locale: 'es-CR', decimals: 0 },
  CUP: { locale: 'es-CU', decimals: 2 },
  DOP: { locale: 'es-DO', decimals: 2 },
  EUR: { locale: 'es-ES', decimals: 2 },
  GTQ: { locale: 'es-GT', decimals: 2 },
  HNL: { locale: 'es-HN', decimals: 2 },
  MXN: { locale: 'es-MX', decimals: 2 },
  NIO: { locale: 'es-NI', decimals: 2 },
  PEN: { locale: 'es-PE', decimals: 2 },
  PYG: { locale: 'es-PY', decimals: 0 },
  USD: { locale: 'es-US', decimals: 2 },
  UYU: { locale: 'es-UY', decimals: 2 },
  VES: { locale: 'es-VE', decimals: 2 },
} as const satisfies Record<string, CurrencyDescription>

export type Currency = keyof typeof currencies
export const currencyNames = Object.keys(currencies) as Currency[]

/** The currencies of the countries whose own one is not that of their name. */
const currencyOf: Readonly<Record<CountryCode, Currency>> = {
  ...{ AR: 'ARS', BO: 'BOB', BR: 'BRL', CL: 'CLP', CO: 'COP', CR: 'CRC', CU: 'CUP', DO: 'DOP', EC: 'USD' },
  ...{ ES: 'EUR', GT: 'GTQ', HN: 'HNL', MX: 'MXN', NI: 'NIO', PA: 'USD', PE: 'PEN', PR: 'USD', PY: 'PYG' },
  ...{ SV: 'USD', US: 'USD', UY: 'UYU', VE: 'VES' },
}

/** The greatest amount, in cents: sums of a million of them are exact. */
export const maxCents = 9_000_000_000

/** Returns the currency of a country; without one, soles. */
export function currencyIn(country: CountryCode | ''): Currency {
  return country === '' ? 'PEN' : currencyOf[country]
}

export function isCurrency(value: unknown): value is Currency {
  return typeof value === 'string' && Object.hasOwn(currencies, value)
}

export function isCents(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= maxCents
}

/** Returns an amount as people read it, such as `S/ 80.00`. The minus stands before the sign of the currency everywhere. */
export function formatMoney(cents: number, currency: Currency): string {
  const { locale, decimals } = currencies[currency]
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  })
  return `${cents < 0 ? '-' : ''}${format.format(Math.abs(cents) / 10 ** decimals).replace(/\s/g, ' ')}`
}

/**
 * Returns an amount with its marks of thousands while a person types it, in a currency without decimals: a digit was added
 * to, or taken from, the end of `before`. Any other text stays, as does one whose marks could be read in two ways.
 * @example withThousands('40000', '4.000', 'CLP') // '40.000'
 */
export function withThousands(text: string, before: string, currency: Currency): string {
  const { locale, decimals } = currencies[currency]
  const grouped = (whole: string) =>
    new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(Number(whole.replace(/\D/g, '')))
  const isWhole = (whole: string) => /^\d{1,12}$/.test(whole) || (whole !== '' && whole === grouped(whole))
  const isNext = /\d$/.test(text) && isWhole(text.slice(0, -1))
  const isShorter = isWhole(before) && text !== '' && text === before.slice(0, -1)
  return decimals === 0 && (isNext || isShorter) ? grouped(text) : text
}

/** Returns an amount as a cell of a spreadsheet has it: a number with a decimal point. */
export function amountText(cents: number, currency: Currency): string {
  const { decimals } = currencies[currency]
  return (cents / 10 ** decimals).toFixed(decimals)
}

interface ReadAmount {
  cents: number
  /** True if a mark can be read in two ways, so that a person has to say that it is meant: `1.500`. */
  isUnsure: boolean
}

const amountInvalid = 'Escriba el monto con cifras, como 80 o 80.50'

/**
 * Reads an amount as a person types it, with a point or a comma, or returns what is wrong with it. `1.500,00` and `1,500.00`
 * have marks of thousands, which a person confirms, if the currency has decimals.
 */
export function readAmount(text: string, currency: Currency): ReadAmount | string {
  const { decimals } = currencies[currency]
  const typed = text.replace(/^\s*(?:\p{L}[\p{L}/]*\.?)?\p{Sc}?\s*/u, '').replace(/\s+$/, '')
  if (/^-/.test(typed)) return 'El monto no puede ser negativo'
  const parts = /^(\d{1,3}(?:[.,\s'’]\d{3})+|\d+)(?:([.,])(\d{0,2}))?$/.exec(typed)
  if (!parts) return amountInvalid
  const [, whole = '', mark, fraction = ''] = parts
  const marks = new Set(whole.match(/\D/g) ?? [])
  if (marks.size > 1 || (mark !== undefined && marks.has(mark))) return amountInvalid
  if (decimals === 0 && /[1-9]/.test(fraction))
    return 'Esta moneda no tiene centavos: escriba un monto entero'
  const digits = whole.replace(/\D/g, '') + (decimals === 0 ? '' : fraction.padEnd(decimals, '0'))
  const cents = Number(digits)
  if (cents > maxCents) return `El monto es demasiado grande: hasta ${formatMoney(maxCents, currency)}`
  return { cents, isUnsure: decimals > 0 && marks.size > 0 }
}
