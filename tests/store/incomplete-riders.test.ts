/** Tests of incomplete riders on every store: imported, listed, counted, completed, undone, erased and merged. */
import { expect, test } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { missingNames } from '#domain/pilots/incomplete'
import type { Pilot } from '#domain/pilots/pilot'
import { today } from '#domain/text/date'
import { versionOfPilot } from '../../server/store/shared/versions.ts'
import { closing } from '../support/closing.ts'
import { everyStore } from '../support/every-store.ts'
import { aDraft, aRow, complete } from '../support/pilots.ts'
import { describeStores } from '../support/stores.ts'

const basis = { rules: defaultRules, day: today() }

describeStores('with %s', everyStore(), (_, open) => {
  const opened = () => closing(open())

  /** Imports one incomplete rider and one who is complete. */
  async function imported(changes: object = { dni: '', fechanac: undefined, npiloto: ' ' }) {
    const { pilots, ...stores } = await opened()
    const rows = [
      aRow(0, { ...aDraft({ name: 'Rosa' }), ...changes }),
      aRow(1, aDraft({ name: 'Luz', npiloto: '7' })),
    ]
    const report = await pilots.import(rows, { incomplete: true, file: 'inscritos.csv' })
    const { pilots: all } = await pilots.list({ order: 'asc' })
    const [rosa, luz] = all as [Pilot, Pilot]
    return { ...stores, pilots, rows, report, rosa, luz }
  }

  test('an incomplete rider is stored without what is missing, found, listed by status and counted', async () => {
    const { pilots, report, rosa } = await imported()
    expect(report).toMatchObject({ registered: 2, incomplete: 1, rejectedRows: 0 })
    expect(missingNames(rosa)).toEqual(['dni', 'fechanac', 'npiloto'])
    const idsOf = async (query: object) => (await pilots.list(query)).pilots.map(({ id }) => id)
    expect(await idsOf({ status: { kind: 'incomplete', ...basis } })).toEqual([rosa.id])
    expect(await idsOf({ search: 'rosa' })).toEqual([rosa.id])
    expect((await idsOf({ sort: 'dni' })).at(-1)).toBe(rosa.id)
    const { status, total } = await pilots.count(new Date().toISOString(), basis)
    expect([status, total]).toEqual([{ valid: 1, expired: 0, suspended: 0, incomplete: 1 }, 2])
  })

  test('the desk completes the rider, of whom no document was known, and the history says so', async () => {
    const { pilots, rosa, luz } = await imported()
    const draft = aDraft({ name: 'Rosa', email: null })
    await expect(pilots.update(rosa.id, { ...draft, dni: luz.dni as number })).rejects.toMatchObject({
      kind: 'duplicate',
    })
    const version = versionOfPilot(rosa)
    const edited = pilots.update(rosa.id, draft, { version, by: 'marta' })
    expect(await edited).toMatchObject({ dni: draft.dni })
    const late = pilots.update(rosa.id, { ...draft, club: 'Otro' }, { version })
    await expect(late).rejects.toMatchObject({ kind: 'conflict' })
    expect(missingNames(await pilots.get(rosa.id))).toEqual([])
    expect(await pilots.findDuplicates({ dni: draft.dni })).toMatchObject({ dni: { id: rosa.id } })
    const [registered, completed] = await pilots.history(rosa.id)
    expect([registered?.kind, completed]).toMatchObject([
      'registered',
      {
        kind: 'completed',
        by: 'marta',
        changes: [
          { field: 'email', after: 'No tiene' },
          { field: 'dni', before: '', after: String(draft.dni) },
          { field: 'fechanac', before: '', after: '1994-02-28' },
          { field: 'npiloto', before: '', after: '93' },
        ],
      },
    ])
  })

  test('a value that is missing is not one that the rider does not have', async () => {
    const { pilots, rosa } = await imported({ email: '' })
    const draft = { ...complete({ ...rosa, email: null }) }
    const { email } = await pilots.update(rosa.id, draft, { version: versionOfPilot(rosa) })
    expect(email).toBeNull()
    expect((await pilots.history(rosa.id)).at(-1)).toMatchObject({
      kind: 'completed',
      changes: [{ field: 'email', before: '', after: 'No tiene' }],
    })
  })

  test('no card of an incomplete rider is noted as printed', async () => {
    const { pilots, rosa, luz } = await imported()
    await expect(pilots.issueCards([luz.id, rosa.id], 'http://10.0.0.1')).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Rosa Núñez Peña (falta DNI, Fecha de Nacimiento, Piloto N°)'),
    })
    expect((await pilots.get(luz.id)).card).toBeUndefined()
  })

  test('the same import changes nothing, and an undo removes the riders unless one was completed', async () => {
    const { pilots, rows, rosa, report } = await imported()
    const again = await pilots.import(rows, { incomplete: true, update: true })
    expect(again).toMatchObject({ registered: 0, updated: 0, unchanged: 2, rejectedRows: 0 })
    await pilots.update(rosa.id, aDraft({ name: 'Rosa' }))
    await expect(pilots.undoImport(report.change as number)).rejects.toThrow('se cambió a Rosa Núñez Peña')
    const next = await pilots.import([aRow(0, { ...aDraft({ name: 'Ana' }), dni: '' })], { incomplete: true })
    expect(await pilots.undoImport(next.change as number)).toEqual({ removed: 1, restored: 0 })
  })

  test('an incomplete rider is removed and restored as it was', async () => {
    const { pilots, rosa } = await imported()
    await pilots.remove(rosa.id)
    expect((await pilots.removed()).removed.map(({ pilot }) => pilot.id)).toEqual([rosa.id])
    expect(await pilots.undoRemove(rosa.id)).toEqual(rosa)
  })

  test('a rider without a document is erased for ever, and nobody else', async () => {
    const { pilots, erasures, rosa, luz } = await imported()
    expect(await erasures.find(rosa.id)).toMatchObject({ code: rosa.id, document: '', by: 'code' })
    const other = await pilots.import([aRow(0, { ...aDraft({ name: 'Ana' }), dni: '', fechanac: '' })], {
      incomplete: true,
    })
    expect(other.incomplete).toBe(1)
    expect(await erasures.erase([rosa.id])).toMatchObject({ persons: 1 })
    const left = (await pilots.list({ order: 'asc' })).pilots
    expect(left.map(({ name }) => name)).toEqual([luz.name, 'Ana'])
  })
})
