/** Tests of the queue in which people take turns. */
import { expect, test } from 'vitest'
import { TurnQueue } from '../../server/workers/turn-queue.ts'

interface Entry {
  by: string
  name: string
}

const entries = (...names: string[]): Entry[] => names.map((name) => ({ by: name.slice(0, -1), name }))

function queueOf(...names: string[]): TurnQueue<Entry> {
  const queue = new TurnQueue<Entry>()
  for (const entry of entries(...names)) queue.add(entry)
  return queue
}

/** Takes all entries, one after the other. */
function taken(queue: TurnQueue<Entry>): string[] {
  const names: string[] = []
  for (let entry = queue.next(); entry; entry = queue.next()) names.push(entry.name)
  return names
}

const names = (queue: TurnQueue<Entry>) => queue.list().map(({ name }) => name)

test('people take turns in the order of their arrival, and the entries of each person keep their order', () => {
  const queue = queueOf('ana1', 'ana2', 'ana3', 'eva1', 'luis1', 'eva2')
  const inOrder = ['ana1', 'eva1', 'luis1', 'ana2', 'eva2', 'ana3']
  expect(names(queue)).toEqual(inOrder)
  expect(taken(queue)).toEqual(inOrder)
  expect(names(queue)).toEqual([])
})

test('two people with many entries do not delay a third one, who comes in the announced place', () => {
  const queue = queueOf('ana1', 'ana2', 'ana3', 'eva1', 'eva2', 'eva3', 'luis1')
  expect(queue.next()?.name).toBe('ana1')
  expect(names(queue).slice(0, 2)).toEqual(['eva1', 'luis1'])
  expect(queue.next()?.name).toBe('eva1')
  expect(queue.next()?.name).toBe('luis1')
})

test('the person whose entry was taken last comes after all others, also after those who come later', () => {
  const queue = queueOf('ana1')
  expect(queue.next()?.name).toBe('ana1')
  for (const entry of entries('ana2', 'ana3', 'eva1', 'luis1')) queue.add(entry)
  expect(taken(queue)).toEqual(['eva1', 'luis1', 'ana2', 'ana3'])
})

test('a removed entry is not taken, and its person loses no turn', () => {
  const queue = new TurnQueue<Entry>()
  const all = entries('ana1', 'ana2', 'eva1', 'luis1')
  for (const entry of all) queue.add(entry)
  const [first, , third] = all as [Entry, Entry, Entry]
  for (const entry of [first, third, first]) queue.remove(entry)
  expect(taken(queue)).toEqual(['ana2', 'luis1'])
})
