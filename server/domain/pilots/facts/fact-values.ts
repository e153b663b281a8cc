/** Compares the facts of pilots and the values in them, and changes one. */
import { isObject } from '../../text/text.ts'
import {
  type Fact,
  type FactKind,
  type FactName,
  type Facts,
  type FactValueName,
  factNames,
  factOf,
  factValueNames,
  factValues,
} from './facts.ts'

/** Returns a pilot with another fact, or without it. */
export function withFact<Holder extends Facts, Name extends FactName>(
  pilot: Holder,
  name: Name,
  fact: Facts[Name],
): Holder {
  // For thousands of pilots, a copy without a property takes several times as long as one with it.
  if (fact !== undefined) return { ...pilot, [name]: fact }
  if (pilot[name] === undefined) return pilot
  const { [name]: _removed, ...others } = pilot as Facts
  return others as Holder
}

/** Returns a pilot with another value, or without it. A fact of which nothing is left is gone. */
export function withFactValue<Holder extends Facts>(
  pilot: Holder,
  name: FactValueName,
  value: unknown,
): Holder {
  const { fact } = factValues[name]
  if (name === fact) return withFact(pilot, fact, value as Facts[typeof fact])
  const parts = Object.entries({ ...(pilot[fact] as object), [name]: value })
  const kept = parts.filter(([, part]) => part !== undefined)
  return withFact(pilot, fact, kept.length > 0 ? (Object.fromEntries(kept) as Facts[typeof fact]) : undefined)
}

export function factValueOf(pilot: Facts, name: FactValueName): unknown {
  const { fact } = factValues[name]
  const stored: unknown = pilot[fact]
  return name === fact || !isObject(stored) ? stored : stored[name]
}

/** Returns a text that only equal values share; empty without one. */
export function factValueKey(pilot: Facts, name: FactValueName): string {
  const { key, text } = factValues[name]
  const value = factValueOf(pilot, name)
  return value === undefined ? '' : (key ?? text)(value)
}

/** Returns a value as histories keep it; empty without one. */
export function factValueText(pilot: Facts, name: FactValueName): string {
  const value = factValueOf(pilot, name)
  return value === undefined ? '' : factValues[name].text(value)
}

/** Returns a text of a history as people read it. */
export function shownFactText(name: FactValueName, text: string): string {
  const { shown } = factValues[name]
  return text && shown ? shown(text) : text
}

export function sameFact<Name extends FactName>(name: Name, one: Facts[Name], other: Facts[Name]): boolean {
  const names = Object.keys(factOf(name).values ?? {}) as FactValueName[]
  if (one === other) return true
  if (names.length === 0) return JSON.stringify(one) === JSON.stringify(other)
  return names.every(
    (value) => factValueKey({ [name]: one }, value) === factValueKey({ [name]: other }, value),
  )
}

export function sameFacts(one: Facts, other: Facts): boolean {
  return factNames.every((name) => sameFact(name, one[name], other[name]))
}

/** Returns the kind of a change that changed nothing but facts: that of the first of them. */
export function changedFactKind(before: Facts, after: Facts): FactKind | 'printed' | undefined {
  for (const name of factNames) {
    const { kinds, kindOf } = factOf(name)
    if (sameFact(name, before[name], after[name])) continue
    const kind = kindOf ? kindOf(before[name], after[name]) : kinds && name
    if (kind) return kind as FactKind | 'printed'
  }
  return undefined
}

/** A value in two states of a pilot, as histories keep it. */
export interface FactChange {
  field: FactValueName
  before: string
  after: string
}

/** Returns the values in which two states of a pilot differ. */
export function factDifferences(before: Facts, after: Facts): FactChange[] {
  return factValueNames
    .filter((field) => factValueKey(before, field) !== factValueKey(after, field))
    .flatMap((field) => {
      const texts = { before: factValueText(before, field), after: factValueText(after, field) }
      const { differences } = factValues[field]
      const parts = differences?.(factValueOf(before, field), factValueOf(after, field)) ?? [texts]
      return parts.map((part) => ({ field, ...part }))
    })
}

/** Describes a change in one line, such as `Válida hasta: «según la licencia» → «31/12/2026»`. */
export function factChangeText({ field, before, after }: FactChange): string {
  const { label, changed, none = '' } = factValues[field]
  const quoted = (text: string) => `«${text ? shownFactText(field, text) : none}»`
  return changed?.(before, after) ?? `${label}: ${quoted(before)} → ${quoted(after)}`
}

/** Returns the moments that the facts of some kinds have. */
export function momentsIn(pilot: Facts, isWanted: (fact: Fact) => boolean = () => true): string[] {
  return factNames.flatMap((name) => {
    const fact = factOf(name)
    return pilot[name] !== undefined && isWanted(fact) ? (fact.moments?.(pilot[name]) ?? []) : []
  })
}
