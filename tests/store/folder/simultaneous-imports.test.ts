/** Tests that an import and the changes of others that begin beside it respect each other. */
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft, aRow, complete } from '../../support/pilots.ts'

async function openPilots() {
  const { pilots, close } = await openFolder(await aFolder())
  onTestFinished(() => close())
  return pilots
}

test.each(['before', 'after'])(
  'a rider who is registered just %s an import of the same rider begins is stored once',
  async (when) => {
    const pilots = await openPilots()
    const drafts = Array.from({ length: 100 }, () => aDraft())
    const early = drafts[10] ?? aDraft()
    const register = () => pilots.register({ ...early, name: 'Zoë' })
    const before = when === 'before' ? register() : undefined
    const importing = pilots.import(drafts.map((draft, index) => aRow(index, draft)))
    const [registration] = await Promise.allSettled([before ?? register()])
    const report = await importing
    const isFirst = registration.status === 'fulfilled'
    expect(isFirst).toBe(when === 'before')
    expect(report).toMatchObject(
      isFirst
        ? { registered: 99, rejectedRows: 1, rejected: [{ line: 12, field: 'dni' }] }
        : { registered: 100, rejectedRows: 0 },
    )
    const { pilots: stored } = await pilots.list()
    expect(new Set(stored.map(({ dni }) => dni)).size).toBe(100)
    expect(stored.filter(({ dni }) => dni === early.dni)).toMatchObject([
      { name: isFirst ? 'Zoë' : early.name },
    ])
  },
)

test('an update of a file does not undo what a person changes meanwhile, and its rows are read only once', async () => {
  const pilots = await openPilots()
  const drafts = Array.from({ length: 100 }, () => aDraft())
  await pilots.import(drafts.map((draft, index) => aRow(index, draft)))
  const [first] = (await pilots.list({ order: 'asc', perPage: 1 })).pilots
  if (!first) throw new Error('no pilot')
  const { id, photo: _photo, since: _since, ...draft } = complete(first)
  function* once() {
    for (const [index, { dni }] of drafts.entries())
      yield { line: index + 2, values: { dni, club: 'Club del archivo' } }
  }
  const change = pilots.update(id, { ...draft, name: 'Zoë' })
  expect(await pilots.import(once(), { update: true })).toMatchObject({ updated: 100, rejectedRows: 0 })
  await change
  expect(await pilots.get(id)).toMatchObject({ name: 'Zoë', club: 'Club del archivo' })
})
