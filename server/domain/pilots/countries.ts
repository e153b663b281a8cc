/** The countries of an event: their calling codes, and the mobile numbers of their numbering plans (ITU-T E.164). */
import { compareTexts, fold } from '../text/text.ts'

interface CountryDescription {
  /** The name in Spanish. */
  name: string
  /** The country code of telephone numbers, which several countries may share. */
  callingCode: string
  /** Matches a national mobile number, without a zero before it. */
  mobile: RegExp
}

/** The numbers of the North American Numbering Plan, whose area and exchange codes begin with 2 to 9. */
const northAmerican = { callingCode: '1', mobile: /^[2-9]\d\d[2-9]\d{6}$/ }

/** The countries, by their codes of ISO 3166-1. */
const countries = {
  AR: { name: 'Argentina', callingCode: '54', mobile: /^(?:11\d{8}|[23]\d{9})$/ },
  BO: { name: 'Bolivia', callingCode: '591', mobile: /^[67]\d{7}$/ },
  BR: { name: 'Brasil', callingCode: '55', mobile: /^[1-9]\d9\d{8}$/ },
  CL: { name: 'Chile', callingCode: '56', mobile: /^9\d{8}$/ },
  CO: { name: 'Colombia', callingCode: '57', mobile: /^3\d{9}$/ },
  CR: { name: 'Costa Rica', callingCode: '506', mobile: /^[5-8]\d{7}$/ },
  CU: { name: 'Cuba', callingCode: '53', mobile: /^[56]\d{7}$/ },
  DO: { name: 'República Dominicana', ...northAmerican },
  EC: { name: 'Ecuador', callingCode: '593', mobile: /^9\d{8}$/ },
  ES: { name: 'España', callingCode: '34', mobile: /^[67]\d{8}$/ },
  GT: { name: 'Guatemala', callingCode: '502', mobile: /^[3-5]\d{7}$/ },
  HN: { name: 'Honduras', callingCode: '504', mobile: /^[37-9]\d{7}$/ },
  MX: { name: 'México', callingCode: '52', mobile: /^[2-9]\d{9}$/ },
  NI: { name: 'Nicaragua', callingCode: '505', mobile: /^[578]\d{7}$/ },
  PA: { name: 'Panamá', callingCode: '507', mobile: /^6\d{7}$/ },
  PE: { name: 'Perú', callingCode: '51', mobile: /^9\d{8}$/ },
  PR: { name: 'Puerto Rico', ...northAmerican },
  PY: { name: 'Paraguay', callingCode: '595', mobile: /^9\d{8}$/ },
  SV: { name: 'El Salvador', callingCode: '503', mobile: /^[67]\d{7}$/ },
  US: { name: 'Estados Unidos', ...northAmerican },
  UY: { name: 'Uruguay', callingCode: '598', mobile: /^9\d{7}$/ },
  VE: { name: 'Venezuela', callingCode: '58', mobile: /^4\d{9}$/ },
} as const satisfies Record<string, CountryDescription>

export type CountryCode = keyof typeof countries

/** The codes of the countries, in the order of their names. */
export const countryCodes = (Object.keys(countries) as CountryCode[]).sort((one, other) =>
  compareTexts(fold(countries[one].name), fold(countries[other].name)),
)

export function countryOf(code: CountryCode): CountryDescription {
  return countries[code]
}

/** Returns the countries that have a calling code. Their numbering plans are equal. */
function countriesCalled(callingCode: string): CountryDescription[] {
  return Object.values<CountryDescription>(countries).filter((country) => country.callingCode === callingCode)
}

/** Returns the only country that has a calling code, or undefined if none or several have it. */
export function onlyCountryCalled(callingCode: string): CountryCode | undefined {
  const [code, other] = countryCodes.filter((one) => countries[one].callingCode === callingCode)
  return other === undefined ? code : undefined
}

/**
 * Returns a telephone number with its country code, digits only, as WhatsApp needs it. The number may be written with a
 * country code, or without if it is one of the country with the calling code `callingCode`. Returns undefined if the
 * number is a mobile number of no country that it can belong to.
 * @example internationalNumber('3511234567', '54') // '5493511234567'
 * @example internationalNumber('51987654321', '54') // '51987654321'
 */
export function internationalNumber(digits: string, callingCode: string): string | undefined {
  const [own] = countriesCalled(callingCode)
  if (!own) return withUnknownCode(digits, callingCode)
  const owner = Object.values<CountryDescription>(countries).find((one) => digits.startsWith(one.callingCode))
  const national = mobileNumber(digits, own, withinPrefixes)
  if (national !== undefined) return national
  if (owner) return mobileNumber(digits.slice(owner.callingCode.length), owner, abroadPrefixes)
  return digits.length >= fewestWithCode ? digits : undefined
}

/**
 * Returns the number of the WhatsApp chat with a rider, digits only. Returns undefined for a number that is a mobile
 * number of no country, whose chat would be that of a stranger. Without the calling code of the event, the number stays
 * as it is.
 */
export function chatNumber(celular: number, callingCode: string | undefined): string | undefined {
  const digits = String(celular)
  return callingCode === undefined ? digits : internationalNumber(digits, callingCode)
}

/** A number of a country that is not in the table has at least this many digits with its country code. */
const fewestWithCode = 11

/**
 * The numbering plan of a country that is not in the table is unknown: a short number that begins with the code may have
 * it or not.
 */
function withUnknownCode(digits: string, callingCode: string): string | undefined {
  if (digits.length >= fewestWithCode) return digits
  return digits.startsWith(callingCode) ? undefined : callingCode + digits
}

type Prefixes = Readonly<Record<string, readonly RegExp[]>>

/** The 15 between the area and the number, which are 10 digits in Argentina, and the 9 of calls from abroad. */
const argentina = [/^90?(\d{10})$/, /^(?:90?)?(11|[23]\d{2,3})15(\d{6,8})$/]

/** The prefixes of calls within a country, by its calling code. In Mexico, mobile numbers had 044 and 045 until 2019. */
const withinPrefixes: Prefixes = { 54: argentina, 52: [/^4[45](\d{10})$/] }

/** The prefixes after the country code. Mobile numbers of Mexico had a 1 until 2019. */
const abroadPrefixes: Prefixes = { 54: argentina, 52: [/^1(\d{10})$/] }

/** Returns a mobile number with its country code, without the prefixes with which people write it, or undefined. */
function mobileNumber(written: string, country: CountryDescription, prefixes: Prefixes): string | undefined {
  const { callingCode, mobile } = country
  // People write the zero of calls within a country after its code too: +51 (0) 987 654 321.
  const digits = written.replace(/^0+/, '')
  const shorter = (prefixes[callingCode] ?? []).map((prefix) => prefix.exec(digits)?.slice(1).join('') ?? '')
  const number = [digits, ...shorter].find((one) => mobile.test(one))
  // Argentina alone has a 9 between the country code and a mobile number.
  return number && `${callingCode}${callingCode === '54' ? '9' : ''}${number}`
}
