/** Values that follow their rule but are probably wrong, or that say that there is none: they deserve a warning, and never block. */
import { isOneEditAway } from '../../text/edit-distance.ts'
import { fold } from '../../text/text.ts'
import type { Field } from '../field.ts'
import { type FieldName, fieldNames, fields, hasOptions, kindOf, noneOf } from '../fields.ts'
import { lacksGuardian, noneIn, type Pilot, readValue, saysNone } from '../pilot.ts'
import { Problem } from '../rules.ts'
import { similarClub } from './duplicates.ts'

export interface Warning {
  /** A sentence for people. */
  message: string
  /** The value that was probably meant, which the message contains. */
  suggestion?: string
}

interface Context {
  now?: Date
  /** The clubs that exist, those with the most pilots first. */
  clubs?: readonly string[]
}

/**
 * Returns the warning about the value of a field. Returns undefined if the value is likely, or breaks its rule.
 * @example unlikely('celular', '98') // { message: 'Tiene solo 2 cifras: revise el número' }
 */
export function unlikely(
  name: FieldName,
  value: unknown,
  { now = new Date(), clubs = [] }: Context = {},
): Warning | undefined {
  const stored = readValue(name, value)
  if (stored instanceof Problem || stored === null) return undefined
  const none = noneOf(name) && probablyNone(name, stored)
  if (none !== undefined) return suggested(none)
  if (name === 'fechanac') return unlikelyBirthday(String(stored), now)
  if (name === 'celular') return unlikelyTelephone(String(stored))
  if (name === 'email') return suggested(correctEmail(String(stored)))
  if (name === 'club') return suggested(similarClub(String(stored), clubs))
  return undefined
}

/**
 * Returns the words for no value if a value follows its rule, and probably means that there is none: `-` as a club, or
 * a telephone number such as `999999999`, which people invent to fill in a required field.
 * @example probablyNone('club', '-') // 'Independiente'
 */
export function probablyNone(name: FieldName, value: unknown): string | undefined {
  const none = noneIn(name)
  if (none === undefined || !mayBeNone(name, value)) return undefined
  const stored = readValue(name, value)
  if (stored instanceof Problem || stored === null) return undefined
  return isInvented(name, stored) ? none : undefined
}

/** Returns true for every value that `probablyNone` recognizes, and for few others. It takes far less time. */
export function mayBeNone(name: FieldName, value: unknown): boolean {
  return kindOf(name) === 'integer' ? alikeDigits.test(String(value)) : saysNone(value)
}

const alikeDigits = /^\D*(?:(\d)(?:\D*\1)*\D*$|1\D*2\D*3)/

/** Returns true for a value that people invent to fill in a required field: `999999999`, `sincorreo@gmail.com`. */
function isInvented(name: FieldName, value: string | number): boolean {
  return kindOf(name) === 'integer' ? inventedNumbers.has(Number(value)) : saysNone(value)
}

/** Numbers of 6 to 15 equal digits, and the digits in their order. */
const inventedNumbers: ReadonlySet<number> = new Set([
  123456789,
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) =>
    Array.from({ length: 10 }, (_, index) => Number(String(digit).repeat(6 + index))),
  ),
])

/** The ages between which a rider probably is, in years. */
const likelyAges = { from: 3, to: 100 }

function unlikelyBirthday(day: string, now: Date): Warning | undefined {
  const years = now.getFullYear() - Number(day.slice(0, 4))
  if (years === 0) return { message: 'Nació este año: revise la fecha' }
  if (years >= likelyAges.from && years <= likelyAges.to) return undefined
  return { message: `Cumple ${years === 1 ? '1 año' : `${years} años`} este año: revise la fecha` }
}

/** The smallest number of digits of a telephone number that can be dialled from everywhere. */
const fewestDigits = 7

function unlikelyTelephone(digits: string): Warning | undefined {
  if (digits.length >= fewestDigits) return undefined
  return {
    message: `Tiene solo ${digits.length === 1 ? '1 cifra' : `${digits.length} cifras`}: revise el número`,
  }
}

function suggested(meant: string | undefined): Warning | undefined {
  return meant === undefined ? undefined : { message: `¿Quiso decir ${meant}?`, suggestion: meant }
}

/** The frequent domains, the most frequent first. */
const frequentDomains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'yahoo.es',
  'hotmail.es',
  'outlook.es',
]

/**
 * Completes an address of which at most the beginning of a frequent domain is typed. Returns undefined for any other
 * text, and so for every valid address.
 * @example completeEmail('ana@h') // 'ana@hotmail.com'
 */
export function completeEmail(text: string): string | undefined {
  const [, name, start] = /^\s*([\w+.-]+)(?:@([a-z]*))?$/i.exec(text) ?? []
  if (name === undefined) return undefined
  const domain = frequentDomains.find((one) => one.startsWith((start ?? '').toLowerCase()))
  return domain && `${name}@${domain}`
}

/** Returns the address with the frequent domain that its domain nearly is, or undefined if it is near none. */
function correctEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || frequentDomains.includes(domain) || ownDomains.has(domain)) return undefined
  const meant = frequentDomains.find((one) => isOneEditAway(domain, one))
  return meant && email.slice(0, at + 1) + meant
}

/** Domains that exist, and differ from a frequent one by a letter. */
const ownDomains = new Set([
  'ymail.com',
  'mail.com',
  'email.com',
  'love.com',
  'life.com',
  'like.com',
  'line.com',
])

/** A value of a field, and the pilots who have it. */
export interface HeldValue {
  field: FieldName
  value: string | number
  pilots: number
  /** False if they are of several clubs. Pilots without a club count as several. */
  isOfOneClub: boolean
}

export type InventedValue = Omit<HeldValue, 'isOfOneClub'>

/**
 * The fields that may have an invented value: those that can have no value, and are not chosen from a list. A DNI is
 * nobody else's.
 */
const inventedFields = fieldNames.filter(
  (name) => noneOf(name) !== undefined && !hasOptions(name) && name !== 'dni',
)

/** The smallest number of pilots with the same value that is more than a family. */
const fewestSharing = 5

/**
 * Returns the invented values among those that pilots have, the most frequent first: a value that says that there is
 * none, such as `sincorreo@gmail.com`, and one that is a person's own but that too many pilots have. A club may share
 * its telephone and its e-mail.
 */
export function findInvented(held: Iterable<HeldValue>): InventedValue[] {
  const found: InventedValue[] = []
  for (const { isOfOneClub, ...value } of held)
    if (isShared(value, isOfOneClub) || isInvented(value.field, value.value)) found.push(value)
  return found.sort((one, other) => other.pilots - one.pilots || (one.value < other.value ? -1 : 1))
}

function isShared({ field, pilots }: InventedValue, isOfOneClub: boolean): boolean {
  const { repeated, readsNone }: Field = fields[field]
  // A number is free again in each modalidad and category.
  if (pilots < fewestSharing || readsNone) return false
  return repeated !== 'everyone' && !(repeated === 'club' && isOfOneClub)
}

/** Returns the values among which `findInvented` finds the invented ones, with the pilots who have them. */
export function heldValues(pilots: readonly Pilot[]): HeldValue[] {
  return inventedFields.flatMap((field) => valuesOf(field, pilots))
}

/** Returns the same after changes. `held` is what it was, and `touched` are the changed pilots, as they were and are. */
export function heldAgain(
  held: readonly HeldValue[],
  pilots: readonly Pilot[],
  touched: readonly Pilot[],
): HeldValue[] {
  return inventedFields.flatMap((field) => {
    const counted = new Set(touched.map((pilot) => pilot[field] ?? null))
    const others = held.filter((one) => one.field === field && !counted.has(one.value))
    return [...others, ...valuesOf(field, pilots, counted)]
  })
}

/** Counts all values of a field, or only some. */
function valuesOf(
  field: FieldName,
  pilots: readonly Pilot[],
  counted?: ReadonlySet<string | number | null>,
): HeldValue[] {
  const counts = new Map<string | number, number>()
  for (const pilot of pilots) {
    const value = pilot[field] ?? null
    if (value !== null && (!counted || counted.has(value))) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const held = new Map<string | number, HeldValue & { group?: string }>()
  for (const [value, number] of counts)
    if (number >= fewestSharing || isInvented(field, value))
      held.set(value, { field, value, pilots: number, isOfOneClub: true })
  if (held.size === 0) return []
  for (const pilot of pilots) {
    const one = held.get(pilot[field] ?? '')
    if (!one) continue
    const group = pilot.club ? fold(pilot.club) : pilot.id
    one.group ??= group
    one.isOfOneClub &&= one.group === group
  }
  return Array.from(held.values(), ({ group: _, ...one }) => one)
}

/** Returns the condition that a pilot has one of the values, or is a minor on a day and has no guardian. */
export function needsReview(values: readonly InventedValue[], day: string): (pilot: Pilot) => boolean {
  const byField = inventedFields.map(
    (name) =>
      [name, new Set(values.filter(({ field }) => field === name).map(({ value }) => value))] as const,
  )
  return (pilot) =>
    lacksGuardian(pilot, day) || byField.some(([name, invented]) => invented.has(pilot[name] ?? ''))
}
