/** Tests of Observable. */
import { expect, test } from 'vitest'
import { Observable } from '../../server/store/availability.ts'

test('every listener receives each new value, and no value that did not change', () => {
  const value = new Observable(1)
  const told: [string, number][] = []
  value.subscribe((now) => told.push(['one', now]))
  value.subscribe((now) => told.push(['other', now]))
  value.set(1)
  value.set(2)
  value.set(2)
  expect(told).toEqual([
    ['one', 2],
    ['other', 2],
  ])
  expect(value.current).toBe(2)
})

test('a listener that has unsubscribed receives nothing more, even if it unsubscribes while it is called', () => {
  const value = new Observable('a')
  const told: string[] = []
  const stop = value.subscribe((now) => {
    told.push(now)
    stop()
  })
  value.subscribe((now) => told.push(`other ${now}`))
  value.set('b')
  value.set('c')
  expect(told).toEqual(['b', 'other b', 'other c'])
})

test('a listener that reads the observable gets the new value', () => {
  const value = new Observable(1)
  const read: number[] = []
  value.subscribe(() => read.push(value.current))
  value.set(2)
  expect(read).toEqual([2])
})
