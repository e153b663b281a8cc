/** Tests that what is stored can be read again, with values on both sides of the bounds of each shape. */
import { describe, expect, test } from 'vitest'
import type { StoredSettings } from '#domain/desk/settings'
import { namesIn, Shared } from '#domain/desk/shared'
import type { Change } from '#domain/pilots/change'
import { parseChange, requireReadable } from '#domain/pilots/history/readable'
import { hasShape } from '#domain/stored/checks'
import { factShapes } from '#domain/stored/fact-shapes'
import { shapes } from '#domain/stored/shapes'
import { isObject } from '#domain/text/text'
import { placesIn, type Schema, Seen, spoil, Values } from '../../simulation/generated.ts'
import { Random } from '../../simulation/world/world.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const again = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
/** Returns a value without the properties that `spoil` has added, which no version knows. */
const known = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (name, one) => (/[a-z]2$/i.test(name) ? undefined : one))

/** Returns a value that a shape accepts, or nearly so: a third has another value somewhere, or one beside a bound. */
function near(shape: object, seed: number): unknown {
  const random = new Random(seed)
  const whole = { value: new Values(random, new Seen(), 'Zq').value(shape) }
  const way = random.next()
  if (way < 0.2) spoil(random, whole)
  else if (way < 0.4) {
    const [object, key] = random.pick(placesIn(whole))
    const value = object[key]
    if (typeof value === 'number') object[key] = value + random.pick([-1, 1, 0.5])
    if (typeof value === 'string') object[key] = `${value}🏁`
  }
  return whole.value === undefined ? 7 : again(whole.value)
}

/** Returns true if the change is accepted. */
function accepts(change: Change, shared?: Shared): boolean {
  try {
    requireReadable(change, shared)
    return true
  } catch (error) {
    expect(error).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('No se guardó nada: «'),
    })
    return false
  }
}

/** Tries values of a shape, and requires that some were accepted and some refused. */
function both(shape: object, isAccepted: (value: unknown) => boolean): void {
  const seen = Array.from({ length: 400 }, (_, seed) => isAccepted(near(shape, seed)))
  expect(new Set(seen)).toEqual(new Set([true, false]))
}

describe('a rider with a value near the bounds is refused, or read again', () => {
  test.each(Object.entries(factShapes))('%s', (name, shape) => {
    both(shape, (value) => {
      const change = { put: [{ ...aPilot('AN0000000001', aDraft()), [name]: value }] }
      const isAccepted = accepts(change)
      expect(isAccepted).toBe(hasShape(name as keyof typeof factShapes, value))
      if (isAccepted) expect(parseChange(again(change))).toEqual(again(change))
      return isAccepted
    })
  })
})

/** The parts of a till that have keys of their own. */
const apart = { prices: undefined, chips: undefined, shifts: undefined, erased: undefined, spent: undefined }

/** Values of all desks by their keys, with what an item of a list has of its key. */
const keys: readonly [key: string, own?: object][] = [
  ...([['/publicData'], ['/brand'], ['/gate'], ['/retention'], ['/consent'], ['/reception']] as [string][]),
  ...([[`/waivers/${'f'.repeat(64)}`], ['/receipts/laptop'], ['/fields/modalidad/MX3']] as [string][]),
  ...([['/events/primero/startLists/RALLY'], ['/events/primero/till/spent/A']] as [string][]),
  ['/events/primero/till', apart],
  ['/events/primero/till/prices/p', { id: 'p' }],
  ['/events/primero/till/chips/c', { code: 'c' }],
  ['/events/primero/till/shifts/A 1 caja', { letter: 'A', shift: 1, drawer: 'caja' }],
  ['/events/primero/till/erased/p', { id: 'p' }],
]

describe('a value of all desks near the bounds is refused, or read again', () => {
  test.each(keys)('%s', (key, own) => {
    const stored = {
      '/events/primero': { name: 'Copa', openedAt: '' },
      '/events/primero/till': { currency: 'PEN' },
    }
    const shared = new Shared(new Map(Object.entries(stored)))
    const shape = namesIn(key).reduce<Schema>(
      ({ items, additionalProperties, properties = {} }, name) =>
        (properties[name] ?? items ?? additionalProperties) as Schema,
      shapes.settings as Schema,
    )
    both(shape, (given) => {
      const value = isObject(given) ? { ...given, ...own } : given
      // Null takes a value away.
      if (value === null) return false
      const set = { [key]: value }
      if (!accepts({ set }, shared)) return false
      const after = new Shared(new Map(Object.entries(again(Object.fromEntries(shared.with(set).values)))))
      expect(after.unread).toEqual([])
      const read = after.to(after.settings as StoredSettings) ?? {}
      expect(known({ [key]: value, ...read })).toMatchObject(known({ [key]: value }))
      return true
    })
  })
})
