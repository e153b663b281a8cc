/** The length of a DNI: another one than that of the documents of the country of the event may be of a foreigner. */
import { type CountryCode, countryOf } from './countries.ts'

/** The sizes of the documents of a country, such as `hasta 8 cifras`, in the direction in which a DNI differs. */
export interface OtherLength {
  country: string
  size: string
}

/**
 * Returns the size of national documents if a DNI has more or fewer digits. Returns undefined for a likely DNI, and if
 * the event has no country or its documents have no usual length.
 * @example otherLength(123456789, 'PE') // { country: 'Perú', size: 'hasta 8 cifras' }
 */
export function otherLength(dni: number, code: CountryCode | '' | null): OtherLength | undefined {
  if (!code) return undefined
  const { name, document } = countryOf(code)
  if (!document) return undefined
  const [fewest, most] = document
  const digits = String(dni).length
  if (digits > most)
    return { country: name, size: fewest === most ? `${most} cifras` : `hasta ${most} cifras` }
  return digits < fewest ? { country: name, size: `al menos ${fewest} cifras` } : undefined
}

/** Asks about a DNI of another length. */
export function foreignQuestion(dni: number, { country, size }: OtherLength): string {
  return `Un documento de ${country} tiene ${size}, y este ${String(dni).length}: ¿es de otro país?`
}
