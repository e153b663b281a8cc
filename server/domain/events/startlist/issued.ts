/** The start lists that were issued: the last one of each group is kept in its event, and is out of date once its riders change. */
import { isMoment } from '../../text/date.ts'
import { isObject, isShortList, isShortText, readEntries } from '../../text/text.ts'
import { maxEntryNumber } from '../entry.ts'
import { maxGroupKey, maxGroups } from './group.ts'

export const listKinds = ['provisional', 'final'] as const
export type ListKind = (typeof listKinds)[number]

export const listKindTexts: Readonly<Record<ListKind, string>> = {
  provisional: 'provisoria',
  final: 'definitiva',
}

/** A list as it is stored. It names nobody: see `StartRider.key`. */
export interface IssuedList {
  kind: ListKind
  /** The number among the lists of the group in the event, from 1. */
  version: number
  /** The moment of the issue: ISO 8601, UTC. */
  at: string
  /** A hash of what the list says. */
  digest: string
  /** The keys and numbers of the riders. */
  riders: readonly (readonly [key: string, number: string])[]
  /** The keys of the riders of the group who were not on the list. */
  left: readonly string[]
}

/** A list before it is issued. */
export type NewList = Omit<IssuedList, 'version'>

/** The last list of each group, by its key: see `groupKey`. */
export type IssuedLists = Readonly<Record<string, IssuedList>>

/** The most riders of a list. */
export const maxListed = 1000
const maxKey = 16

/** Reads the lists of a stored event, if it has some. One that cannot be read is left out. */
export function parseIssued(stored: unknown): { startLists?: IssuedLists } {
  if (!isObject(stored)) return {}
  return { startLists: readEntries(stored, parseList, maxGroups) }
}

function parseList(value: unknown, group: string): IssuedList | undefined {
  if (!isObject(value) || group.length > maxGroupKey) return undefined
  const { version, at, digest, riders, left } = value
  const kind = listKinds.find((one) => one === value.kind)
  const isValid =
    Number.isSafeInteger(version) &&
    isMoment(at) &&
    isKey(digest) &&
    isShortList(riders, maxListed, isListed) &&
    isShortList(left, maxListed, isKey)
  if (!kind || !isValid) return undefined
  return { kind, version, at, digest, riders, left } as IssuedList
}

function isListed(value: unknown): value is [key: string, number: string] {
  return Array.isArray(value) && isKey(value[0]) && isShortText(value[1], maxEntryNumber)
}

function isKey(value: unknown): value is string {
  return isShortText(value, maxKey)
}
