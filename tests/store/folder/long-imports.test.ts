/** Tests that an import of many rows leaves room for other changes, and respects them. */
import { expect, onTestFinished, test } from 'vitest'
import type { ImportRow } from '#domain/import/import'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft, aRow } from '../../support/pilots.ts'

async function openPilots() {
  const { pilots, close } = await openFolder(await aFolder())
  onTestFinished(() => close())
  return pilots
}

/** Rows that take so long to read that their import takes many turns. `onRow` runs before each of them. */
function slowRows(drafts: readonly object[], onRow: (index: number) => void): Iterable<ImportRow> {
  return {
    *[Symbol.iterator]() {
      for (const [index, draft] of drafts.entries()) {
        onRow(index)
        for (const end = performance.now() + 1; performance.now() < end; );
        yield aRow(index, { ...draft })
      }
    },
  }
}

test('a pilot is registered and read while an import is decided', async () => {
  const pilots = await openPilots()
  const order: string[] = []
  let registration: Promise<unknown> | undefined
  /** Rows that end when the registration is acknowledged, or never if the import lets nothing else run. */
  function* rows() {
    for (let index = 0; order.length === 0; index += 1) {
      registration ??= pilots.register(aDraft()).then(async ({ id }) => {
        await pilots.get(id)
        order.push('registered')
      })
      if (index === 5000) throw new Error('The import lets nothing else run')
      yield* slowRows([aDraft()], () => {})
    }
  }
  await pilots.import({ [Symbol.iterator]: rows })
  order.push('imported')
  await registration
  expect(order).toEqual(['registered', 'imported'])
})

test('a rider who is registered while an import is decided is not imported a second time', async () => {
  const pilots = await openPilots()
  const drafts = Array.from({ length: 100 }, () => aDraft())
  const early = drafts[10] ?? aDraft()
  let registration: Promise<unknown> | undefined
  const rows = slowRows(drafts, (index) => {
    if (index === 50) registration ??= pilots.register({ ...early, name: 'Zoë' })
  })
  const report = await pilots.import(rows)
  await registration
  expect(report).toMatchObject({ registered: 99, rejectedRows: 1, rejected: [{ line: 12, field: 'dni' }] })
  const { pilots: stored } = await pilots.list()
  expect(stored.filter(({ dni }) => dni === early.dni)).toMatchObject([{ name: 'Zoë' }])
  expect(new Set(stored.map(({ dni }) => dni)).size).toBe(100)
})

test('an update of a file does not undo what a person changes meanwhile, and rows are read only once if they can be', async () => {
  const pilots = await openPilots()
  const drafts = Array.from({ length: 100 }, () => aDraft())
  await pilots.import(drafts.map((draft, index) => aRow(index, draft)))
  const [first] = (await pilots.list({ order: 'asc', perPage: 1 })).pilots
  if (!first) throw new Error('no pilot')
  const { id, photo: _photo, since: _since, ...draft } = first
  let change: Promise<unknown> | undefined
  function* once() {
    yield* slowRows(
      drafts.map(({ dni }) => ({ dni, club: 'Club del archivo' })),
      (index) => {
        if (index === 50) change = pilots.update(id, { ...draft, name: 'Zoë' })
      },
    )
  }
  expect(await pilots.import(once(), { update: true })).toMatchObject({ updated: 100, rejectedRows: 0 })
  await change
  expect(await pilots.get(id)).toMatchObject({ name: 'Zoë', club: 'Club del archivo' })
})

test('an import that others always overtake is decided at once in the end', async () => {
  const pilots = await openPilots()
  const drafts = Array.from({ length: 60 }, () => aDraft())
  const others: Promise<unknown>[] = []
  const rows = slowRows(drafts, (index) => {
    // By then, the riders that the others register are decided.
    if (index !== 10) return
    setImmediate(() => {
      const other = pilots.register(drafts[others.length] ?? aDraft())
      other.catch(() => {})
      others.push(other)
    })
  })
  expect(await pilots.import(rows)).toMatchObject({ registered: 57, rejectedRows: 3 })
  const outcomes = await Promise.allSettled(others)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(await pilots.list({ perPage: 1 })).toMatchObject({ total: 60 })
})
