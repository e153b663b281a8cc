/** Tests of the contract that every store fulfils: on a folder, through a running server, and on PostgreSQL. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { pilotStatuses, statusOf } from '#domain/credential/status'
import type { Terms } from '#domain/credential/terms'
import { defaultRules, type ValidityRules } from '#domain/credential/validity-rules'
import type { EntriesOrder } from '#domain/events/entry-orders'
import { openEvent } from '#domain/events/events'
import { fields } from '#domain/pilots/fields'
import { changeText } from '#domain/pilots/history/history'
import { parseLoggedChange } from '#domain/pilots/history/readable'
import { type CompletePilot, draftOf, type Pilot, type PilotDraft } from '#domain/pilots/pilot'
import type { ListQuery, PilotFilter } from '#domain/pilots/search/list-query'
import { matchesTerms, searchTerms, searchText } from '#domain/pilots/search/search'
import { today } from '#domain/text/date'
import { preparePhoto } from '../../server/photos/pictures.ts'
import { revokePilot } from '../../server/pilots/remove.ts'
import { keptPairing, roleOf } from '../../server/store/documents/accounts.ts'
import { maxSessionsOfAccount } from '../../server/store/documents/sessions.ts'
import { type OpenStores, readChangeLog, type ServedStores } from '../../server/store/shared/stores.ts'
import { versionOfPilot } from '../../server/store/shared/versions.ts'
import { closing } from '../support/closing.ts'
import { everyStore } from '../support/every-store.ts'
import { restore } from '../support/merges.ts'
import { aDraft, aForeigner, aPicture, aRow, complete } from '../support/pilots.ts'
import { integersFrom } from '../support/random.ts'
import { searchCases, searchedPilots } from '../support/searches.ts'
import { describeStores } from '../support/stores.ts'

const basis = { rules: defaultRules, day: today() }
const isMissing = { kind: 'not-found' }
const isRefused = { kind: 'conflict' }

function aBitEarlier(at: string): string {
  return new Date(Date.parse(at) - 1000).toISOString()
}

/** Waits until the clock has passed the current millisecond, so that two changes have different times. */
async function passTime(): Promise<void> {
  const start = Date.now()
  while (Date.now() === start) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets a field name the riders of all modalidades who share a value. Returns a function that undoes it. */
function withoutScope(field: typeof fields.npiloto): () => void {
  const { repeated } = field
  Object.assign(field, { repeated: { warning: repeated.warning } })
  return () => void Object.assign(field, { repeated })
}

/** The stores that search, list and import themselves. The others pass each call on, as it is, to one of these. */
const direct = ['the files of a folder', 'PostgreSQL']

describeStores<() => Promise<OpenStores>>('with %s', everyStore(), (store, openStore) => {
  /** Returns all cases for a store that works them out itself, and every fifth for the others. */
  const casesFor = <Case>(cases: readonly Case[]) =>
    direct.includes(store) ? cases : cases.filter((_, index) => index % 5 === 0)

  const open = async () => (await closing(openStore())) as ServedStores

  /** The stores of each test. */
  let stores: ServedStores
  let { pilots, merges, settings, erasures, photos, accounts, sessions, pairings } = {} as ServedStores
  beforeEach(async () => {
    stores = await open()
    ;({ pilots, merges, settings, erasures, photos, accounts, sessions, pairings } = stores)
  })

  /** Registers pilots one after the other, each with a draft that has these changes. */
  async function registered<const Changes extends readonly Partial<PilotDraft>[]>(...changes: Changes) {
    const all: CompletePilot[] = []
    for (const change of changes) all.push(await pilots.register(aDraft(change)))
    return all as { [Index in keyof Changes]: CompletePilot }
  }

  const allOf = async (query?: ListQuery) => (await pilots.list(query)).pilots
  const idsOf = async (query?: ListQuery) => (await allOf(query)).map(({ id }) => id)
  const kindsOf = async (id: string, of = stores) => (await of.pilots.history(id)).map(({ kind }) => kind)

  // A command starts no sessions, and leaves pairings and the sweep of photos to the server.
  const testOfServer = test.skipIf(store === 'a running server')

  test('a pilot is registered, read, changed and removed', async () => {
    const draft = aDraft()
    const pilot = await pilots.register(draft, '0123456789AB.jpg')
    expect(pilot).toEqual({ id: pilot.id, photo: '0123456789AB.jpg', since: pilot.since, ...draft })
    expect(Date.now() - Date.parse(pilot.since ?? '')).toBeLessThan(60_000)
    expect(await pilots.get(pilot.id)).toEqual(pilot)

    const changed = await pilots.update(pilot.id, { ...draft, name: 'Zoë' })
    expect(changed).toEqual({ ...pilot, name: 'Zoë' })
    expect(await pilots.list()).toEqual({ pilots: [changed], total: 1 })

    const without = await pilots.update(pilot.id, draft, { photo: null })
    expect(without).toEqual({ ...pilot, photo: null })
    expect(await pilots.get(pilot.id)).toEqual(without)
    const photo = 'BA9876543210.jpg'
    expect((await pilots.update(pilot.id, draft, { photo })).photo).toBe(photo)

    await pilots.remove(pilot.id)
    expect(await pilots.list({ page: 1, perPage: 25 })).toEqual({ pilots: [], total: 0 })
    await expect(pilots.get(pilot.id)).rejects.toMatchObject(isMissing)
    await expect(pilots.remove(pilot.id)).rejects.toMatchObject(isMissing)
    await expect(pilots.update(pilot.id, draft)).rejects.toMatchObject(isMissing)
  })

  test('riders are entered in an event, found and counted by it, and keep their entries when they are changed', async () => {
    const event = { ...openEvent(), id: 'E', openedAt: '2026-11-21T09:00:00.000Z' }
    await settings.change({ events: { E: event } })
    const take = (order: EntriesOrder, by?: string) => pilots.changeEntries(order, event, by)
    const [ana, luis, eva] = await registered(
      { npiloto: '27', transponder: 'T1' },
      { npiloto: '27', name: 'Luis \ue000%_"\\' },
      { npiloto: '3', modalidad: 'RALLY' },
    )
    const report = await take({ kind: 'enter', ids: [ana.id, luis.id, eva.id] }, 'marta')
    expect(report).toMatchObject({ changed: 2, refused: [{ id: luis.id, other: ana.id }] })
    expect(report.pilots.map(({ id }) => id)).toEqual([ana.id, eva.id])
    await take({ kind: 'enter', ids: [ana.id], modalidades: ['RALLY'] })
    const model = '125SX "%_\\ \ue000'
    const motorcycle = { brand: 'KTM', model, cc: 125, strokes: '2T', chassis: 'VBK1' } as const
    const to = { transponder: 'a "%_\\ \ue000', motorcycle, checks: { payment: true } }
    await take({ kind: 'change', id: ana.id, modalidad: 'RALLY', to }, 'marta')
    const changed = await pilots.update(ana.id, aDraft({ dni: ana.dni, club: 'Otro' }))
    const checks = { payment: { by: 'marta' } }
    expect(changed.entries).toMatchObject([
      { event: 'E', number: '27', transponder: 'T1', by: 'marta' },
      { modalidad: 'RALLY', transponder: to.transponder, motorcycle, checks },
    ])
    expect((await pilots.get(ana.id)).entries).toEqual(changed.entries)

    const found = (filter: ListQuery) => idsOf({ order: 'asc', ...filter })
    expect(await found({ enteredIn: { event: 'E' } })).toEqual([ana.id, eva.id])
    expect(await found({ enteredIn: { event: 'E', modalidad: 'ENDURO CROSS' } })).toEqual([ana.id])
    expect(await found({ enteredIn: { event: 'F' } })).toEqual([])
    expect(await found({ notEnteredIn: 'E' })).toEqual([luis.id])
    expect(await found({ notEnteredIn: 'E', modalidad: 'RALLY' })).toEqual([])
    expect(await found({ notEnteredIn: 'F' })).toEqual([ana.id, luis.id, eva.id])
    // The refused rider stays pending, also in another store of the data.
    expect(await found({ pendingIn: 'E' })).toEqual([luis.id])
    expect(await found({ pendingIn: 'F' })).toEqual([])
    const textsOf = async (id: string) =>
      (await pilots.history(id)).map(({ kind, changes = [] }) => [kind, ...changes.map(changeText)])
    const left = [expect.any(String), 'Quedó por inscribir en ENDURO CROSS']
    expect(await textsOf(luis.id)).toEqual([['registered'], left])
    const entries = { 'ENDURO CROSS': 1, RALLY: 2 }
    const counts = await pilots.count('', basis)
    expect(counts).toMatchObject({ entered: 2, not_entered: 1, pending: 1, entries })
    const ofRally = await pilots.count('', basis, { modalidad: 'RALLY' })
    expect(ofRally).toMatchObject({ entered: 1, entries: { RALLY: 1 } })

    const told =
      /^Inscripción: «RALLY con el 27.*» → «RALLY con el 27.*, KTM 125SX.* · 125 cc · 2T · chasis VBK1, pagó»$/
    expect((await textsOf(ana.id)).slice(1, 4)).toEqual([
      ['entries', 'Inscrito en ENDURO CROSS con el 27, transponder T1'],
      ['entries', 'Inscrito en RALLY con el 27, transponder T1'],
      ['entries', expect.stringMatching(told)],
    ])
    expect(await take({ kind: 'pending' })).toMatchObject({
      changed: 1,
      pilots: [{ id: luis.id, entries: [{ modalidad: 'ENDURO CROSS', number: '28' }] }],
    })
    expect(await found({ pendingIn: 'E' })).toEqual([])
    expect(await take({ kind: 'withdraw', ids: [ana.id] })).toMatchObject({ changed: 2 })
    expect((await pilots.get(ana.id)).entries).toBeUndefined()
    const missing = take({ kind: 'enter', ids: [eva.id, '000000000000'] })
    await expect(missing).rejects.toMatchObject(isMissing)
  })

  test('of riders who are entered with one number at once, one gets it', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => pilots.register(aDraft({ npiloto: '8' }))))
    const reports = await Promise.all(
      all.map(({ id }) => pilots.changeEntries({ kind: 'enter', ids: [id] }, openEvent())),
    )
    expect(reports.map(({ changed }) => changed).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    const { total } = await pilots.list({ enteredIn: { event: openEvent().id } })
    expect(total).toBe(1)
  })

  test('riders who were removed come back without the numbers that others have taken', async () => {
    const event = openEvent()
    const [ana, luis, eva] = await registered({ npiloto: '27' }, { npiloto: '27' }, { npiloto: '27' })
    for (const { id } of [ana, luis]) {
      await pilots.changeEntries({ kind: 'enter', ids: [id], modalidades: ['RALLY', 'UTV'] }, event)
      await pilots.remove(id)
    }
    await pilots.changeEntries({ kind: 'enter', ids: [eva.id], modalidades: ['RALLY'] }, event)
    const numbersOf = ({ entries = [] }: Pilot) =>
      entries.map(({ modalidad, number = 'without' }) => `${modalidad} ${number}`)
    expect(numbersOf(await pilots.undoRemove(ana.id))).toEqual(['RALLY without', 'UTV 27'])
    await pilots.removeMany([ana.id])
    await pilots.undoRemoveMany([luis.id, ana.id])
    const back = await Promise.all([luis.id, ana.id].map((id) => pilots.get(id)))
    expect(back.map(numbersOf)).toEqual([
      ['RALLY without', 'UTV 27'],
      ['RALLY without', 'UTV without'],
    ])
  })

  test('a printed card is recorded, survives a change of the pilot, and is printed again only on request', async () => {
    const [one, two] = await registered({}, {})
    const address = 'http://192.168.1.20:4780'
    await pilots.issueCards([one.id], address)
    await expect(pilots.issueCards([one.id, two.id], address)).rejects.toMatchObject({
      kind: 'duplicate',
      details: { printed: 1, total: 2 },
    })
    expect((await pilots.get(two.id)).card).toBeUndefined()
    const changed = await pilots.update(one.id, aDraft({ dni: one.dni, name: 'Zoë' }))
    // The card shows another name.
    expect(changed.card).toMatchObject({ address, outdated: true, at: expect.stringMatching(/^20\d\d-.*Z$/) })
    await pilots.import([{ line: 2, values: { dni: one.dni, club: 'Otro' } }], { update: true })
    expect((await pilots.get(one.id)).card).toEqual(changed.card)
    const lastDays = { [one.id]: '2026-12-31' }
    await pilots.issueCards([one.id, two.id], 'http://otra', { again: true, lastDays })
    const { card } = await pilots.get(one.id)
    expect(card).toEqual({ at: expect.any(String), address: 'http://otra', until: '2026-12-31' })
    expect((await pilots.get(two.id)).card).toEqual({ at: expect.any(String), address: 'http://otra' })
    await pilots.changeTerms([one.id], { until: '2027-06-30' })
    expect((await pilots.get(one.id)).card).toEqual(card)
    await pilots.import([{ line: 2, values: { dni: one.dni, club: 'Un tercero' } }], { update: true })
    const list = await pilots.list()
    const outdated = { ...card, outdated: true }
    expect(list.pilots.find(({ id }) => id === one.id)?.card).toEqual(outdated)
    await restore(merges, { pilots: list.pilots })
    await pilots.remove(one.id)
    expect((await pilots.undoRemove(one.id)).card).toEqual(outdated)
    expect((await pilots.get(one.id)).card).toEqual(outdated)
  })

  test('a fact is set once, stands in the history, and is taken away', async () => {
    const { id } = await pilots.register(aDraft())
    const consent = { version: 1, at: '2026-11-25T15:00:00.000Z', by: 'ana' }
    expect(await pilots.setFact(id, 'consent', consent, 'ana')).toMatchObject({ consent })
    const before = pilots.lastChange
    expect(await pilots.setFact(id, 'consent', { ...consent })).toMatchObject({ consent })
    expect(pilots.lastChange).toBe(before)
    expect(await pilots.setFact(id, 'consent', null)).not.toHaveProperty('consent')
    expect(await pilots.get(id)).not.toHaveProperty('consent')
    const [, given, withdrawn] = await pilots.history(id)
    const change = { field: 'consent', before: '', after: 'versión 1' }
    expect(given).toMatchObject({ kind: 'consent', by: expect.stringMatching(/^ana/), changes: [change] })
    expect(withdrawn?.changes).toEqual([{ field: 'consent', before: 'versión 1', after: '' }])
    await expect(pilots.setFact('7K3Q9XW2M4TB', 'consent', consent)).rejects.toMatchObject(isMissing)
  })

  test('terms are changed, kept by every other change, and stand in the history', async () => {
    const { id, dni } = await pilots.register(aDraft({ club: 'Uno' }))
    expect((await pilots.get(id)).terms).toBeUndefined()
    const suspension = { from: '2026-05-01', to: '2026-05-10', reason: ' Grave\u0000 \ud800 ' }
    const terms = {
      issued: '2026-01-31',
      until: '2026-11-30',
      medical: '2028-02-29',
      suspension: { ...suspension, reason: 'Grave \ufffd' },
    }
    const { issued, until, medical } = terms
    const [changed] = await pilots.changeTerms([id], { issued, until, medical, suspension }, 'ana')
    expect(changed?.terms).toEqual(terms)
    const before = pilots.lastChange
    expect(await pilots.changeTerms([id], { until, suspension })).toEqual([changed])
    expect(pilots.lastChange).toBe(before)

    await pilots.update(id, aDraft({ dni, club: 'Dos' }))
    await pilots.import([{ line: 2, values: { dni, club: 'Tres' } }], { update: true })
    await pilots.issueCards([id], 'http://192.168.1.20:4780')
    const revoked = await pilots.revoke(id)
    await pilots.remove(revoked.id)
    await pilots.undoRemove(revoked.id)
    expect(await pilots.get(revoked.id)).toMatchObject({ club: 'Tres', terms })
    await restore(merges, { ...(await pilots.list()), revoked: await pilots.revocations() })
    expect((await pilots.get(revoked.id)).terms).toEqual(terms)

    await pilots.changeTerms([revoked.id], { issued: '2026-11-22', until: null })
    await pilots.changeTerms([revoked.id], { suspension: null })
    expect((await pilots.get(revoked.id)).terms).toEqual({ issued: '2026-11-22', medical })
    await pilots.changeTerms([revoked.id], { issued: null, medical: null })
    expect(await pilots.get(revoked.id)).not.toHaveProperty('terms')

    const history = await pilots.history(revoked.id)
    const kinds = history.map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual(['registered', 'terms'])
    expect(kinds.slice(-4)).toEqual(['restored', 'renewed', 'terms', 'terms'])
    expect(history[1]).toMatchObject({ by: expect.stringMatching(/^ana/) })
    expect(history[1]?.changes).toEqual([
      { field: 'issued', before: '', after: issued },
      { field: 'until', before: '', after: until },
      { field: 'medical', before: '', after: medical },
      { field: 'suspension', before: '', after: 'desde 01/05/2026 hasta 10/05/2026: Grave \ufffd' },
    ])
    expect(history.at(-3)?.changes).toEqual([
      { field: 'issued', before: issued, after: '2026-11-22' },
      { field: 'until', before: until, after: '' },
    ])
  })

  test('a group of fields is emptied for several pilots in one change', async () => {
    const health = { alergias: 'Penicilina', seguro: 'Pacífico', poliza_hasta: '2021-12-31' }
    const one = await pilots.register(aDraft({ ...health, ciudad: 'Arequipa' }))
    const two = await pilots.register(aDraft())
    const none = await pilots.register(aDraft({ tiposangre: null }))
    await pilots.changeTerms([one.id], { until: '2022-12-31', medical: '2022-06-30' })
    const ids = [one.id, two.id, none.id, '0000000000ZZ']
    const before = pilots.lastChange
    expect(await erasures.forget({ ids, group: 'health', basis }, 'ana')).toEqual([one.id, two.id])
    if (store === 'the files of a folder') expect(pilots.lastChange).toBe(before + 1)
    const { alergias: _alergias, seguro: _seguro, poliza_hasta: _until, ...others } = one
    expect(await pilots.get(one.id)).toEqual({ ...others, tiposangre: null, terms: { until: '2022-12-31' } })
    expect((await pilots.list({ search: 'Pacífico' })).total).toBe(0)
    expect((await pilots.history(one.id)).at(-1)).toMatchObject({ kind: 'forgotten', by: 'ana' })
    expect(await erasures.forget({ ids, group: 'health', basis })).toEqual([])
    expect(await erasures.forget({ ids: [one.id], group: 'contact', basis })).toEqual([one.id])
    expect(await pilots.get(one.id)).toMatchObject({ email: null, celular: null, dni: one.dni })
  })

  test('a retention, an import and a removal of many pilots are one change to each of them, also in another store', async () => {
    await pilots.import(
      Array.from({ length: 1100 }, (_, index) => aRow(index, aDraft())),
      { file: 'socios.csv' },
    )
    const all = (await pilots.list({ order: 'asc' })).pilots
    const ids = all.map(({ id }) => id)
    const [first = '', last = ''] = [ids.at(0), ids.at(-1)]
    await erasures.forget({ ids, group: 'contact', basis }, 'ana')
    const isEmptied = { kind: 'forgotten', by: 'ana' }
    for (const id of [first, last]) expect(await pilots.history(id)).toMatchObject([{}, isEmptied])
    await pilots.removeMany([first, last])
    const log = await readChangeLog(pilots)
    const parts = log.filter(({ at }) => at === log.at(-2)?.at)
    expect(parts.every(({ change }) => change.forgotten === 'contact')).toBe(true)

    const other = await open()
    // A backup has a change of many pilots in parts, in any order of pages.
    await restore(other.merges, { ...(await pilots.list()), past: log })
    for (const id of [first, last])
      expect(await kindsOf(id, other)).toEqual(['registered', 'forgotten', 'removed'])
    const removed = (await other.pilots.removed()).removed.map(({ pilot }) => pilot.id)
    expect(removed.sort()).toEqual([first, last].sort())
    const taken = await readChangeLog(other.pilots)
    expect(taken.filter(({ change }) => change.importedAt).every(({ change }) => change.file)).toBe(true)
    const undone = await other.pilots.undoRemoveMany([first, last])
    expect(undone.pilots.map(({ id }) => id)).toEqual([first, last])
  })

  test('a consent has its time, is kept by every other change, and stands in the history', async () => {
    const given = { version: 1, by: 'ana', guardian: 'Rosa\u0000 Núñez' }
    const uno = aDraft({ club: 'Uno' })
    const { id, dni, consent, since } = await pilots.register(uno, undefined, 'ana', given)
    expect(consent).toEqual({ ...given, at: since })
    expect((await pilots.get(id)).consent).toEqual(consent)

    await passTime()
    const updated = await pilots.update(id, aDraft({ dni, club: 'Dos' }), { consent: given })
    expect(updated.consent).toEqual(consent)
    await pilots.import([{ line: 2, values: { dni, club: 'Tres' } }], { update: true })
    await pilots.issueCards([id], 'http://192.168.1.20:4780')
    const revoked = await pilots.revoke(id)
    await pilots.remove(revoked.id)
    await pilots.undoRemove(revoked.id)
    await restore(merges, { ...(await pilots.list()), revoked: await pilots.revocations() })
    expect((await pilots.get(revoked.id)).consent).toEqual(consent)

    const draft = aDraft({ dni, club: 'Tres' })
    const newer = await pilots.update(revoked.id, draft, { consent: { version: 2 } })
    expect(newer.consent).toEqual({ version: 2, at: expect.stringMatching(/^20\d\d-.*Z$/) })
    await pilots.update(revoked.id, draft, { consent: null })
    expect(await pilots.get(revoked.id)).not.toHaveProperty('consent')
    const history = await pilots.history(revoked.id)
    expect(history.slice(-2).map(({ kind, changes }) => [kind, changes])).toEqual([
      ['consent', [{ field: 'consent', before: 'versión 1, por Rosa\u0000 Núñez', after: 'versión 2' }]],
      ['consent', [{ field: 'consent', before: 'versión 2', after: '' }]],
    ])
  })

  test('the terms of several pilots change at once, or of none', async () => {
    const ids = (await registered({}, {}, {})).map(({ id }) => id)
    const [first = '', second = ''] = ids
    const { id: lost } = await pilots.register(aDraft())
    await pilots.revoke(lost)
    const changing = pilots.changeTerms([...ids, '0000000000ZZ', lost], { until: '2027-01-31' })
    await expect(changing).rejects.toMatchObject({
      kind: 'not-found',
      message: 'De 5 pilotos, 2 ya no están en la lista: no se cambió ninguno',
      details: { missing: ['0000000000ZZ', lost] },
    })
    await expect(pilots.changeTerms(['0000000000ZZ'], {})).rejects.toMatchObject(isMissing)
    await expect(pilots.changeTerms([lost], {})).rejects.toMatchObject({ kind: 'gone' })
    await expect(pilots.changeTerms(ids, { medical: '2027-02-29' })).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { medical: 'No es un día del calendario' } },
    })
    expect((await pilots.list()).pilots.every(({ terms }) => terms === undefined)).toBe(true)

    const from = (await readChangeLog(pilots)).length
    await pilots.changeTerms([second, ...ids, second], { until: '2027-01-31' })
    expect((await pilots.get(first)).terms).toEqual({ until: '2027-01-31' })
    const log = (await readChangeLog(pilots)).slice(from)
    expect(new Set(log.map(({ number }) => number)).size).toBe(1)
    expect(log.flatMap(({ change: { put = [] } }) => put.map(({ id }) => id)).sort()).toEqual([...ids].sort())
  })

  test('a removed pilot is recovered unchanged, unless another pilot now has its DNI', async () => {
    const pilot = await pilots.register(aDraft({ dni: 7 }), '0123456789AB.jpg')
    await pilots.remove(pilot.id)
    expect(await pilots.undoRemove(pilot.id)).toEqual(pilot)
    expect(await pilots.undoRemove(pilot.id)).toEqual(pilot)
    await pilots.remove(pilot.id)
    const other = await pilots.register(aDraft({ dni: 7 }))
    await expect(pilots.undoRemove(pilot.id)).rejects.toMatchObject({
      kind: 'duplicate',
      details: { id: other.id },
    })
    await expect(pilots.undoRemove('0000000000ZZ')).rejects.toMatchObject(isMissing)
  })

  test('a revoked identifier is never used again, and its pilot has a new one', async () => {
    const { since, ...lost } = await pilots.register(aDraft())
    await pilots.issueCards([lost.id], 'http://192.168.1.20:4780')
    const pilot = await pilots.revoke(lost.id)
    expect(pilot).toEqual({ ...lost, since, id: pilot.id })
    expect(pilot.id).not.toBe(lost.id)
    const gone = { kind: 'gone', message: 'CREDENCIAL ANULADA', details: { revoked_at: expect.any(String) } }
    await expect(pilots.get(lost.id)).rejects.toMatchObject(gone)
    await expect(pilots.undoRemove(lost.id)).rejects.toMatchObject(gone)
    await expect(pilots.update(lost.id, aDraft())).rejects.toMatchObject(gone)
    const report = await pilots.import([aRow(0, { ...aDraft(), id_driver: lost.id })])
    expect(report.rejected).toEqual([
      expect.objectContaining({ message: 'Este identificador es de una credencial anulada' }),
    ])
    expect(await pilots.revocations()).toEqual([{ id: lost.id, next: pilot.id, at: expect.any(String) }])
  })

  test('many simultaneous imports are all stored', async () => {
    const imports = Array.from({ length: 40 }, (_, index) => pilots.import([aRow(index), aRow(index + 1)]))
    const reports = await Promise.all(imports)
    expect(reports.map(({ registered }) => registered)).toEqual(imports.map(() => 2))
    expect((await pilots.list()).total).toBe(80)
  })

  test('a photo counts as named while an existing pilot has it, and a revocation gives it a new name', async () => {
    const jpeg = await preparePhoto(await aPicture('png', 40, 30))
    const [first, second] = [await photos.save(jpeg), await photos.save(jpeg)]
    const draft = aDraft()
    const areNamed = () => Promise.all([first, second].map((name) => pilots.namesPhoto(name)))
    expect(await areNamed()).toEqual([false, false])
    const { id } = await pilots.register(draft, first)
    expect(await areNamed()).toEqual([true, false])
    await pilots.update(id, draft, { photo: second })
    expect(await areNamed()).toEqual([false, true])
    await pilots.remove(id)
    expect(await areNamed()).toEqual([false, false])
    await pilots.undoRemove(id)
    expect(await areNamed()).toEqual([false, true])

    const pilot = await revokePilot(stores, id, 'ana')
    expect(pilot.photo).toMatch(/\.jpg$/)
    expect(await areNamed()).toEqual([false, false])
    expect(await pilots.namesPhoto(String(pilot.photo))).toBe(true)
    expect(await photos.read(String(pilot.photo))).toEqual(jpeg)
    await expect(pilots.revoke(pilot.id, 'ana', { of: second, copy: first })).rejects.toMatchObject(isRefused)
    await restore(stores.merges, { pilots: [{ ...pilot, photo: first }] })
    expect(await areNamed()).toEqual([true, false])
    expect(await pilots.namesPhoto(String(pilot.photo))).toBe(false)
    for (const name of ['', 'x.jpg', '\0', '../pilots.json'])
      expect(await pilots.namesPhoto(name)).toBe(false)
  })

  test('a pilot whose photo is missing can be revoked', async () => {
    const { id } = await stores.pilots.register(aDraft(), '0123456789AB.jpg')
    expect(await revokePilot(stores, id, 'ana')).toMatchObject({ photo: '0123456789AB.jpg' })
  })

  test('the history names the author of each change, across revocations and removals', async () => {
    const draft = aDraft({ club: 'Uno' })
    const { id } = await pilots.register(draft, undefined, 'marta')
    await pilots.update(id, { ...draft, club: 'Dos' }, { by: 'luis', photo: '0123456789AB.jpg' })
    await pilots.issueCards([id], 'http://10.0.0.1', { by: 'marta' })
    const { id: next } = await pilots.revoke(id, 'luis')
    await pilots.remove(next)
    await pilots.undoRemove(next, 'marta')
    const history = await pilots.history(next)
    expect(history.map(({ kind, by }) => [kind, by])).toEqual([
      ['registered', 'marta'],
      ['changed', 'luis'],
      ['printed', 'marta'],
      ['revoked', 'luis'],
      ['removed', undefined],
      ['recovered', 'marta'],
    ])
    expect(history[1]?.changes).toEqual([
      { field: 'club', before: 'Uno', after: 'Dos' },
      { field: 'photo', before: '', after: '0123456789AB.jpg' },
    ])
    await expect(pilots.history('0000000000ZZ')).rejects.toMatchObject(isMissing)
  })

  test('an update of a pilot that was changed meanwhile is refused, and changes nothing', async () => {
    const stored = await pilots.register(aDraft({ club: 'Uno' }))
    const { id, photo: _photo, ...draft } = stored
    const version = versionOfPilot(stored)
    const second = await pilots.update(id, { ...draft, club: 'Dos' }, { version, by: 'ana' })
    const late = pilots.update(id, { ...draft, name: 'Zoë' }, { version })
    await expect(late).rejects.toMatchObject({
      ...isRefused,
      message: 'Ana cambió a este piloto mientras tanto. Club: «Uno» → «Dos»',
    })
    expect(await pilots.get(id)).toEqual(second)
    // A print makes no other version of the rider, and the same edit again is done.
    await pilots.issueCards([id], 'http://10.0.0.1')
    await pilots.update(id, { ...draft, name: 'Zoë' }, { version: versionOfPilot(second) })
    await pilots.update(id, { ...draft, name: 'Zoë' }, { version })
    await expect(pilots.changeTerms([id], { issued: '2026-11-01' }, 'eva', version)).rejects.toMatchObject(
      isRefused,
    )
  })

  test('the clubs are named by their pilots, and the owners of a DNI and of numbers are found', async () => {
    expect([await pilots.clubs(), await pilots.findDuplicates({ dni: 1 })]).toEqual([[], {}])
    const [ana, luz, eva] = await registered(
      { name: 'Ana', npiloto: '093', nlicencia: 'FM-(0042', modalidad: 'RALLY', club: 'Sur' },
      { name: 'Luz', npiloto: '93', nlicencia: 'S/N', modalidad: 'RALLY', club: 'Ícaro "\0"' },
      { name: 'Eva', npiloto: '93', nlicencia: null, modalidad: 'UTV', club: 'Sur' },
    )
    expect(await pilots.clubs()).toEqual(['Sur', 'Ícaro ""'])

    const owner = ({ id, name, lastname }: Pilot) => ({ id, name: `${name} ${lastname}` })
    const query = { dni: eva.dni, npiloto: '93', nlicencia: 'fm-(42', modalidad: 'RALLY' }
    const [dni, npiloto, nlicencia] = [owner(eva), owner(ana), owner(ana)]
    expect(await pilots.findDuplicates(query)).toEqual({ dni, npiloto, nlicencia })
    for (const other of ['fm-(42', 'No tiene'])
      expect(await pilots.findDuplicates({ ...query, nlicencia: other, except: ana.id })).toEqual({
        dni,
        npiloto: owner(luz),
      })
    expect(await pilots.findDuplicates({ ...query, modalidad: 'UTV', except: eva.id })).toEqual({})
    for (const other of ['s/n', undefined])
      expect(await pilots.findDuplicates({ nlicencia: other, npiloto: '93' })).toEqual({})
    await pilots.remove(ana.id)
    await pilots.update(luz.id, { ...luz, npiloto: '7', club: 'Norte' })
    expect(await pilots.findDuplicates(query)).toEqual({ dni: owner(eva) })
    expect(await pilots.clubs()).toEqual(['Norte', 'Sur'])
    onTestFinished(withoutScope(fields.npiloto))
    expect(await pilots.findDuplicates({ npiloto: '093' })).toEqual({ npiloto: owner(eva) })
    expect(await pilots.findDuplicates({ npiloto: '93', except: eva.id })).toEqual({})
  })

  test('a rider with the name and birth date of a form and nearly its document is found', async () => {
    const draft = aDraft({ name: 'Ana María', lastname: 'Núñez', dni: 40123456 })
    const { id, photo } = await pilots.register(draft, '0123456789AB.jpg')
    await pilots.register(aDraft({ name: 'Eva', lastname: 'Núñez', dni: 40123458 }))
    const form = { name: 'ana maria', lastname: 'NUNEZ', fechanac: '28/02/1994' }
    const person = { id, name: 'Ana María Núñez', photo, document: '40123456' }
    expect(await pilots.findDuplicates(form)).toEqual({ person: { ...person, isNear: false } })
    expect(await pilots.findDuplicates({ ...form, dni: 40123465, npiloto: '93' })).toEqual({
      person: { ...person, isNear: true },
    })
    const dni = { id, name: person.name }
    expect(await pilots.findDuplicates({ ...form, dni: 40123456 })).toEqual({ dni })
    expect(await pilots.findDuplicates({ ...form, except: id })).toEqual({})
  })

  test('pilots are counted, and listed by modalidad, licencia, day, and missing photo or card', async () => {
    const one = await pilots.register(aDraft({ modalidad: 'RALLY', licencia: 'Anual' }), '0123456789AB.jpg')
    const two = await pilots.register(aDraft({ modalidad: 'UTV', licencia: 'Regional' }))
    await pilots.issueCards([two.id], 'http://192.168.1.20:4780')
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await pilots.count(yesterday, basis)).toEqual({
      total: 2,
      today: 2,
      no_photo: 1,
      no_card: 1,
      invented: 0,
      entered: 0,
      not_entered: 2,
      pending: 0,
      owing: 0,
      unsigned: 0,
      entries: {},
      categories: {},
      modalidad: { RALLY: 1, UTV: 1 },
      licencia: { Anual: 1, Regional: 1 },
      status: { valid: 2, expired: 0, suspended: 0, incomplete: 0 },
    })
    expect((await pilots.count(tomorrow, basis)).today).toBe(0)
    expect((await pilots.list({ modalidad: 'UTV', perPage: 1 })).total).toBe(1)
    expect((await pilots.list({ licencia: 'Anual', search: 'íñigo' })).total).toBe(1)
    expect((await pilots.list({ since: tomorrow })).total).toBe(0)
    expect(await idsOf({ noPhoto: true })).toEqual([two.id])
    const among = { ids: [one.id, '0000000000A1'], isExcluded: false }
    expect(await idsOf({ among })).toEqual([one.id])
    expect(await idsOf({ among: { ...among, isExcluded: true }, search: 'íñigo' })).toEqual([two.id])
    expect(await idsOf({ among: { ids: [], isExcluded: true } })).toEqual([two.id, one.id])
    const nobody = { ids: [], isExcluded: false }
    expect(await pilots.list({ among: nobody, perPage: 1 })).toEqual({ pilots: [], total: 0 })
    expect(await idsOf({ noCard: true, modalidad: 'RALLY', search: 'íñigo' })).toEqual([one.id])
    expect(await pilots.list({ noPhoto: true, noCard: true, perPage: 1 })).toEqual({ pilots: [], total: 0 })
  })

  test('the numbers are those of the pilots that a search and filters find; of a modalidad, licencia or status, those that another choice would find', async () => {
    const all = await registered(
      { name: 'Ana', lastname: 'Zegarra', modalidad: 'RALLY', licencia: 'Anual' },
      { name: 'Eva', lastname: 'Zegarra', modalidad: 'RALLY', licencia: 'Regional' },
      { name: 'Luz', lastname: 'Zegarra', modalidad: 'UTV', licencia: 'Anual', celular: 999999999 },
      { name: 'Rosa', lastname: 'Paz', modalidad: 'UTV', licencia: 'Regional' },
    )
    const ids = all.map(({ id }) => id)
    const [ana, , luz] = all
    await pilots.issueCards([ana.id], 'http://192.168.1.20:4780')
    await pilots.changeTerms([luz.id], { until: '2020-01-01' })
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    const counted = async (filter: PilotFilter) => {
      const counts = await pilots.count(yesterday, basis, filter)
      const { total, no_photo, no_card, invented, modalidad, licencia, status } = counts
      const numbers = [total, counts.today, no_photo, no_card, invented]
      return [numbers, modalidad, licencia, Object.values(status)]
    }
    const found = [[4, 3, 3, 2, 1], { RALLY: 2, UTV: 1 }, { Anual: 2, Regional: 1 }, [2, 1, 0, 0]]
    const one = [[4, 1, 1, 1, 1], { UTV: 1 }, { Anual: 1 }]
    expect(await counted({ search: 'zegarra' })).toEqual(found)
    // A word with one wrong letter counts those that the list then shows.
    expect(await counted({ search: 'zegarro' })).toEqual(found)
    expect(await counted({ search: 'nadie' })).toEqual([[4, 0, 0, 0, 0], {}, {}, [0, 0, 0, 0]])
    expect(await counted({ search: 'zegarra', modalidad: 'RALLY' })).toEqual([
      [4, 2, 2, 1, 0],
      { RALLY: 2, UTV: 1 },
      { Anual: 1, Regional: 1 },
      [2, 0, 0, 0],
    ])
    const expired = { kind: 'expired', ...basis } as const
    expect(await counted({ status: expired, licencia: 'Anual' })).toEqual([...one, [1, 1, 0, 0]])
    const some = { among: { ids, isExcluded: false }, noCard: true, since: yesterday, noPhoto: true }
    expect(await counted({ ...some, invented: true })).toEqual([...one, [0, 1, 0, 0]])
  })

  test('pilots with invented values are counted and listed, until their values are changed', async () => {
    const counted = async () => (await pilots.count(new Date().toISOString(), basis)).invented
    const listed = async (query: ListQuery = {}) =>
      (await pilots.list({ invented: true, order: 'asc', ...query })).pilots.map(({ npiloto }) => npiloto)
    expect([await counted(), await listed()]).toEqual([0, []])
    const own = (index: number) => ({
      email: `a${index}@x.pe`,
      celular: 951_000_000 + index,
      nlicencia: `L-${index}`,
      club: `Club ${index}`,
      npiloto: String(index),
    })
    const changes: Partial<PilotDraft>[] = [
      { celular: 999999999 },
      { email: 'SinCorreo7@gmail.com' },
      { nlicencia: 'Ningún' },
      { club: '-' },
      { email: null, celular: null, nlicencia: null, club: null, tiposangre: null },
      { modalidad: 'UTV', club: 'sin club' },
    ]
    const licence = { nlicencia: 'A "{\\,}\0\' ñ' }
    const drafts = [
      ...changes,
      ...Array.from({ length: 5 }, () => licence),
      ...Array.from({ length: 4 }, () => ({ celular: 987654321 })),
      ...Array.from({ length: 5 }, () => ({ email: 'club@sur.pe', celular: 952000000, club: 'Sur' })),
    ].map((change, index) => aDraft({ ...own(index), ...change }))
    await pilots.import(drafts.map((draft, index) => aRow(index, draft)))
    const invented = ['0', '1', '2', '3', '5', '6', '7', '8', '9', '10']
    expect([await counted(), await listed()]).toEqual([10, invented])
    expect(await listed({ search: 'gmail' })).toEqual(['1'])
    expect(await listed({ modalidad: 'UTV', noPhoto: true, perPage: 1, maxTotal: 5 })).toEqual(['5'])

    const { pilots: all } = await pilots.list({ order: 'asc' })
    const [one, six] = [all[0], all[6]] as [Pilot, Pilot]
    await pilots.update(one.id, { ...complete(one), celular: null })
    await pilots.remove(six.id)
    expect([await counted(), await listed()]).toEqual([4, ['1', '2', '3', '5']])
    await pilots.undoRemove(six.id)
    expect(await counted()).toBe(9)
  })

  test('minors without a guardian are counted and listed for review, whatever way they came', async () => {
    const fechanac = `${Number(today().slice(0, 4)) - 12}-01-01`
    const child = (index: number, change: Partial<PilotDraft> = {}) =>
      aDraft({ dni: 40_000_001 + index, npiloto: String(index), fechanac, ...change })
    const eva = await pilots.register(child(0))
    await pilots.import([aRow(1, child(1)), aRow(2, child(2, { apoderado: 'Rosa Núñez' }))])
    await pilots.register(child(3, { fechanac: '1994-02-28' }))
    const toReview = async () => {
      const { invented } = await pilots.count('', basis)
      const listed = await pilots.list({ invented: true, order: 'asc' })
      return [invented, listed.pilots.map(({ npiloto }) => npiloto)]
    }
    expect(await toReview()).toEqual([2, ['0', '1']])
    await pilots.update(eva.id, child(0, { apoderado: 'Rosa Núñez' }))
    expect(await toReview()).toEqual([1, ['1']])
  })

  test('pilots are counted and listed by their status, for every rule and day as `statusOf` decides', async () => {
    const moments = [undefined, '2025-12-31T23:30:00.000Z', '2026-02-28T12:00:00.000Z']
    const suspension = { from: '2026-03-01', to: '2026-03-02', reason: '' }
    const allTerms: (Terms | undefined)[] = [
      undefined,
      { issued: '2026-02-27' },
      { until: '2026-02-28', suspension },
      { issued: '2025-06-30', medical: '2026-03-01' },
      { until: '2027-02-28', suspension: { from: '2026-03-02', reason: '' } },
    ]
    const stored = allTerms.flatMap((terms, index) =>
      moments.map((since, moment): Pilot => {
        const licencia = (index + moment) % 2 ? 'Anual' : 'Regional'
        const id = `0000000000${index}${moment}`
        const draft = aDraft({ licencia, ...(index === moment && { poliza_hasta: '2026-03-01' }) })
        return { id, photo: null, ...draft, ...(since && { since }), ...(terms && { terms }) }
      }),
    )
    // Data of earlier programs may have a licence that is no option.
    const [first] = stored
    if (first) Object.assign(first, { licencia: 'Otra' })
    await restore(merges, { pilots: stored })
    const rules: ValidityRules[] = [
      defaultRules,
      { ...defaultRules, Anual: { kind: 'days', days: 60 }, Regional: { kind: 'date', date: '2026-03-01' } },
    ]
    const days = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2027-01-01']
    for (const [index, day] of days.entries()) {
      const basis = { rules: rules[index % 2] ?? defaultRules, day }
      const expected = (kind: string) =>
        stored.filter((pilot) => statusOf(pilot, basis.rules, day).kind === kind).map(({ id }) => id)
      const counts = await pilots.count(day, basis)
      expect(counts.status).toEqual(
        Object.fromEntries(pilotStatuses.map((kind) => [kind, expected(kind).length])),
      )
      for (const kind of pilotStatuses) {
        const found = await pilots.list({ status: { kind, ...basis }, order: 'asc', perPage: 200 })
        expect(found.pilots.map(({ id }) => id)).toEqual(expected(kind))
      }
      const some = await pilots.list({ status: { kind: 'expired', ...basis }, search: 'íñigo', perPage: 1 })
      expect(some.total).toBe(expected('expired').length)
    }
  })

  test('a DNI belongs to one pilot, and is free again once its pilot is removed or changed', async () => {
    const first = await pilots.register(aDraft({ dni: 7 }))
    await expect(pilots.register(aDraft({ dni: 7 }))).rejects.toMatchObject({
      kind: 'duplicate',
      message: 'Ya existe un piloto con este DNI',
      details: { id: first.id },
    })
    await pilots.update(first.id, aDraft({ dni: 8 }))
    const second = await pilots.register(aDraft({ dni: 7 }))
    await pilots.remove(second.id)
    expect(await pilots.register(aDraft({ dni: 7 }))).toMatchObject({ dni: 7 })
  })

  test('a rider without a DNI has another document, which belongs to one pilot within its kind', async () => {
    const first = await pilots.register(aForeigner({ documento: 'AB123' }))
    expect(await pilots.get(first.id)).toMatchObject({ dni: null, tipodoc: 'Pasaporte', documento: 'AB123' })
    const taken = {
      details: { fields: { documento: 'Ya existe un piloto con este documento' }, id: first.id },
    }
    await expect(pilots.register(aForeigner({ documento: 'AB123' }))).rejects.toMatchObject(taken)
    const other = await pilots.register(aForeigner({ tipodoc: 'Otro', documento: 'AB123' }))
    await expect(pilots.update(other.id, aForeigner({ documento: 'AB123' }))).rejects.toMatchObject(taken)
    const query = { tipodoc: 'pasaporte', documento: 'ab-123' }
    expect((await pilots.findDuplicates(query)).documento?.id).toBe(first.id)
    expect(await pilots.findDuplicates({ ...query, except: first.id })).toEqual({})
    expect((await pilots.list({ search: 'pasaporte AB.123' })).pilots).toMatchObject([{ id: first.id }])
    expect((await pilots.list({ search: '0ab' })).total).toBe(0)

    await pilots.remove(first.id)
    const second = await pilots.register(aForeigner({ documento: 'AB123' }))
    await expect(pilots.undoRemove(first.id)).rejects.toMatchObject({ kind: 'duplicate' })
    expect((await pilots.undoRemoveMany([first.id])).refused).toMatchObject([{ other: second.id }])
    const { documento, tipodoc, ...peruvian } = await pilots.update(second.id, aDraft())
    expect([documento, tipodoc]).toEqual([undefined, undefined])
    expect(await pilots.get(second.id)).toEqual(peruvian)
    expect(await pilots.undoRemove(first.id)).toEqual(first)
  })

  test('an import changes the rider with the same document, and is undone', async () => {
    const stored = await pilots.register(aForeigner({ documento: 'AB123', club: 'Uno' }))
    const rows = [
      aRow(0, { dni: 'No tiene', tipodoc: 'pasaporte', documento: 'ab 123', club: 'Dos' }),
      aRow(1, { ...aForeigner({ documento: 'CD4' }) }),
      aRow(2, { ...aForeigner({ documento: 'CD4', club: 'Otro' }) }),
    ]
    const report = await pilots.import(rows, { update: true })
    expect(report).toMatchObject({ registered: 1, updated: 1, rejected: [{ line: 4, field: 'documento' }] })
    expect(await pilots.get(stored.id)).toMatchObject({ club: 'Dos', documento: 'AB123' })
    expect((await pilots.import(rows.slice(0, 2))).rejected.map(({ field }) => field)).toContain('documento')
    await pilots.undoImport(report.change ?? 0)
    expect((await pilots.list()).pilots).toEqual([stored])
  })

  test('fifty simultaneous registrations are all stored', async () => {
    await Promise.all(Array.from({ length: 50 }, () => pilots.register(aDraft())))
    expect((await pilots.list({ perPage: 1 })).total).toBe(50)
  })

  test('a bad row is reported with its line, and the good rows are registered', async () => {
    const report = await pilots.import([aRow(0), aRow(1, aDraft({ email: 'no' })), aRow(2)])
    expect(report).toEqual({
      change: expect.any(Number),
      registered: 2,
      incomplete: 0,
      unreadTexts: 0,
      unread: [],
      updated: 0,
      unchanged: 0,
      rejectedRows: 1,
      otherSuspensionRows: 0,
      otherSuspensions: [],
      erasedRows: 0,
      rejectedLines: [3],
      badCells: 1,
      rejected: [
        {
          line: 3,
          field: 'email',
          value: 'no',
          message: 'correo electronico invalido',
          rider: 'Íñigo Núñez Peña',
        },
      ],
      // Both riders have the name, the birth date and the licence of the drafts.
      warnings: { held: expect.anything(), person: expect.anything() },
    })
    expect((await pilots.list()).total).toBe(2)
  })

  test('an update changes only the columns that the file has, by DNI or by identifier', async () => {
    const one = await pilots.register(aDraft({ dni: 7 }), '0123456789AB.jpg')
    const two = await pilots.register(aDraft({ dni: 8 }))
    const same = await pilots.register(aDraft({ dni: 9 }))
    const report = await pilots.import(
      [
        aRow(0, { dni: '7', club: 'Otro' }),
        aRow(1, { id_driver: two.id.toLowerCase(), dni: '88' }),
        aRow(2, { dni: '9', club: same.club, attachment: '' }),
        aRow(3, aDraft({ dni: 10 })),
        aRow(4, { dni: '11', club: 'Solo esto' }),
      ],
      { update: true },
    )
    expect(report).toMatchObject({ registered: 1, updated: 2, unchanged: 1, rejectedRows: 1 })
    expect(await pilots.get(one.id)).toEqual({ ...one, club: 'Otro' })
    expect(await pilots.get(two.id)).toEqual({ ...two, dni: 88 })
    expect(report.rejected.every(({ line }) => line === 6)).toBe(true)
  })

  test('a row with the other code of a pilot whom two desks registered is about that pilot, until a card is lost', async () => {
    const [other, lost] = ['0K3Q9XW2M4T1', '1K3Q9XW2M4T1']
    const pilot = await pilots.register(aDraft())
    const at = new Date().toISOString()
    const revoked = [
      { id: lost, next: other, at },
      { id: other, next: pilot.id, at, joined: true },
    ] as const
    await restore(merges, { pilots: [pilot], revoked })
    const rows = (code: string, club: string) => [aRow(0, { ...draftOf(pilot), id_driver: code, club })]
    const report = await pilots.import(rows(other, 'Otro'), { update: true })
    expect(report).toMatchObject({ updated: 1, rejectedRows: 0 })
    expect(await pilots.get(pilot.id)).toEqual({ ...pilot, club: 'Otro' })
    const isRejected = {
      rejectedRows: 1,
      rejected: [{ message: 'Este identificador es de una credencial anulada' }],
    }
    expect(await pilots.import(rows(lost, 'X'), { update: true })).toMatchObject(isRejected)
    await pilots.revoke(pilot.id)
    expect(await pilots.import(rows(other, 'X'), { update: true })).toMatchObject(isRejected)
  })

  test('a DNI with dots or spaces finds its pilot', async () => {
    const one = await pilots.register(aDraft({ dni: 40_123_456 }))
    const again = await pilots.import([aRow(0, { ...aDraft(), dni: '40.123.456' }), aRow(1)])
    expect(again).toMatchObject({ registered: 1, rejected: [{ line: 2, field: 'dni' }] })
    const rows = [aRow(0, { dni: ' 40 123 456 ', club: 'Otro' })]
    expect(await pilots.import(rows, { update: true })).toMatchObject({ updated: 1, rejectedRows: 0 })
    expect(await pilots.get(one.id)).toEqual({ ...one, club: 'Otro' })
  })

  test('an update to the DNI of another pilot is rejected, even if the two pilots would swap their DNIs', async () => {
    const one = await pilots.register(aDraft({ dni: 7 }))
    const two = await pilots.register(aDraft({ dni: 8 }))
    const { rejected } = await pilots.import(
      [aRow(0, { id_driver: one.id, dni: '8' }), aRow(1, { id_driver: two.id, dni: '7' })],
      { update: true },
    )
    expect(rejected.map(({ line, message }) => [line, message])).toEqual([
      [2, 'Ya existe un piloto con este DNI'],
      [3, 'Ya existe un piloto con este DNI'],
    ])
  })

  test('the riders of a file are pending in its categories, and are entered, found and counted in them', async () => {
    const categories = ['MX1 \ue000%_"\\', '85 cc'].map((name, index) => ({
      ...{ id: `mx-${index}`, modalidad: 'MOTOCROSS', name },
    }))
    const event = { ...openEvent(), id: 'E', openedAt: '2026-11-21T09:00:00.000Z', categories }
    await settings.change({ events: { E: event } })
    const { modalidad: _modalidad, ...draft } = aDraft()
    const rows = categories.map(({ name }, index) =>
      aRow(index, { ...draft, dni: 70000001 + index, npiloto: `${index + 1}`, categoria_evento: name }),
    )
    expect(await pilots.import(rows, { event, by: 'marta' })).toMatchObject({ registered: 2, wishes: 2 })
    const ids = await idsOf({ pendingIn: 'E', order: 'asc' })
    expect(await pilots.changeEntries({ kind: 'enter', ids }, event)).toMatchObject({ changed: 2 })
    const inCategory = (filter: object) => pilots.list({ enteredIn: { event: 'E', ...filter } })
    expect(await inCategory({ category: 'mx-1' })).toMatchObject({ total: 1, pilots: [{ id: ids[1] }] })
    expect((await inCategory({ outside: categories })).total).toBe(0)
    expect(await idsOf({ search: '85 cc' })).toEqual([ids[1]])
    const counts = await pilots.count('', basis)
    expect(counts).toMatchObject({ pending: 0, categories: { 'mx-0': 1, 'mx-1': 1 } })
    const other = aRow(1, { ...rows[1]?.values, categoria_evento: categories[0]?.name })
    expect(await pilots.import([other], { event, update: true })).toMatchObject({
      unchanged: 1,
      otherCategories: { rows: 1, listed: [{ stored: '85 cc', given: categories[0]?.name }] },
    })
  })

  test('a strict import registers nothing if one row is bad, and a dry run never registers anything', async () => {
    const rows = [aRow(0), aRow(1, aDraft({ email: 'no' }))]
    expect(await pilots.import(rows, { strict: true })).toMatchObject({ registered: 0, rejectedRows: 1 })
    expect(await pilots.import(rows, { dryRun: true })).toMatchObject({ registered: 1, rejectedRows: 1 })
    expect((await pilots.list()).total).toBe(0)
    expect(await pilots.import(rows.slice(0, 1), { strict: true })).toMatchObject({ registered: 1 })
  })

  test('values that an earlier version has stored in two forms of Unicode are found and counted as one', async () => {
    const forms = ['Ñandú', 'N\u0303andu\u0301', 'Ñandú\u200b', 'Ñan\u00addú', 'Ñandú']
    for (const [index, club] of forms.entries())
      await pilots.register(
        aDraft({ club, email: 'club@ejemplo.pe', dni: 100 + index, nlicencia: `X${index}` }),
      )
    const old = await pilots.register(
      aDraft({
        name: 'Eva',
        club: null,
        celular: 912345678,
        npiloto: '\u200b2\u200b7',
        nlicencia: 'FM-n\u0303 4\u2060',
        dni: 7,
      }),
    )
    expect(await pilots.clubs()).toEqual(['Ñandú'])
    const { modalidad } = aDraft()
    const found = await pilots.findDuplicates({ npiloto: '027', nlicencia: 'fm-Ñ 04', modalidad })
    expect([found.npiloto?.id, found.nlicencia?.id]).toEqual([old.id, old.id])
    expect((await pilots.list({ search: 'nandu' })).pilots).toHaveLength(5)
    expect((await pilots.list({ invented: true })).pilots).toEqual([])
  })

  test('a search finds words in any order, without accents, and with any characters', async () => {
    await pilots.register(
      aDraft({ name: 'Ñusta María', lastname: 'Peña', dni: 12345678, club: "Moto 'Club' 100%" }),
    )
    await pilots.register(aDraft({ name: 'Ana', lastname: 'Pena', npiloto: '7', club: 'Otro\\ \0 x' }))
    const found = async (search: string) =>
      (await pilots.list({ search, perPage: 10 })).pilots.map(({ name }) => name)
    expect(await found('PEÑA nusta')).toEqual(['Ñusta María'])
    expect(await found('pena')).toEqual(['Ana', 'Ñusta María'])
    expect(await found('3456')).toEqual(['Ñusta María'])
    expect(await found("'club' 0%")).toEqual(['Ñusta María'])
    expect(await found("moto'club")).toEqual([])
    expect(await found('\\')).toEqual(['Ana'])
    // A character that nobody sees is no word.
    expect(await found('\0')).toEqual(['Ana', 'Ñusta María'])
    expect(await found('ot\0ro')).toEqual(['Ana'])
    expect(await found('ust')).toEqual(['Ñusta María'])
    expect(await found('usta 4567 oto')).toEqual(['Ñusta María'])
    expect(await found('a')).toEqual(['Ana', 'Ñusta María'])
    expect(await found('ana peña rosa')).toEqual([])
    expect((await pilots.list({ search: 'ana' })).pilots[0]?.club).toBe('Otro\\ \0 x')
  })

  test('a DNI is found with or without leading zeros, dots and spaces, also while it is typed', async () => {
    const rest = { nlicencia: 'x', npiloto: 'x', email: 'x@x.pe', club: 'x', celular: 911111111 }
    await pilots.register(aDraft({ ...rest, name: 'Seven', dni: 9876543 }))
    await pilots.register(aDraft({ ...rest, name: 'Six', dni: 876543 }))
    await pilots.register(aDraft({ ...rest, name: 'Eight', dni: 39876543 }))
    await pilots.register(
      aDraft({
        ...rest,
        name: 'Typed',
        nlicencia: '12.345',
        npiloto: '007',
        email: '09876543@x.pe',
        dni: 1111,
      }),
    )
    const found = async (search: string) =>
      (await pilots.list({ search, order: 'asc', perPage: 10 })).pilots.map(({ name }) => name)
    const expected: Record<string, string[]> = {
      '09876543': ['Seven', 'Typed'],
      '09.876.543': ['Seven', 'Typed'],
      '09 876 543': ['Seven', 'Typed'],
      '009876543': ['Seven'],
      '0987': ['Seven', 'Typed'],
      '09.876.': ['Seven', 'Typed'],
      '09 8': ['Seven', 'Typed'],
      '9876543': ['Seven', 'Eight', 'Typed'],
      '9.876.543': ['Seven', 'Eight', 'Typed'],
      '9 876 543': ['Seven', 'Eight', 'Typed'],
      '9.876.5': ['Seven', 'Eight', 'Typed'],
      '39.876.543': ['Eight'],
      '00876543': ['Six'],
      '00 876 543': ['Six', 'Typed'],
      '00': ['Six', 'Typed'],
      'seven 09.876': ['Seven'],
      'six 09.876': [],
      // These match a licence and a pilot number literally.
      '12.345': ['Typed'],
      '007': ['Typed'],
      '0000000000': [],
      ['0'.repeat(400)]: [],
      [`0${'9'.repeat(400)}`]: [],
    }
    for (const [search, names] of Object.entries(expected))
      expect([search, await found(search)]).toEqual([search, names])
  })

  test('a search is ordered by rank, and forgives an error in each word only if no pilot fits exactly', async () => {
    const names = ({ npiloto, name, lastname }: Pilot) => `${npiloto} ${name} ${lastname}`
    await pilots.import(searchedPilots().map((draft, index) => aRow(index, draft)))
    for (const { search, found, isApproximate } of casesFor(searchCases)) {
      const { pilots: listed, ...rest } = await pilots.list({ search })
      expect([search, listed.map(names), rest]).toEqual([
        search,
        found,
        { total: found.length, isApproximate },
      ])
      const pages = [1, 2, 3].map((page) => pilots.list({ search, page, perPage: 3 }))
      const paged = (await Promise.all(pages)).flatMap((page) => page.pilots.map(names))
      expect([search, paged]).toEqual([search, found.slice(0, 9)])
      const older = await pilots.list({ search, order: 'asc' })
      const positions = older.pilots.map(({ dni }) => searchedPilots().findIndex((one) => one.dni === dni))
      expect([search, positions]).toEqual([search, positions.toSorted((one, other) => one - other)])
      expect(older).toMatchObject({ total: found.length, ...(isApproximate && { isApproximate }) })
      expect((await pilots.list({ search, isExact: true })).total).toBe(isApproximate ? 0 : found.length)
    }
  })

  test('an exact hit that a filter excludes forgives nothing, and forgiven hits are filtered', async () => {
    await pilots.register(aDraft({ lastname: 'Quispe', modalidad: 'RALLY' }))
    await pilots.register(aDraft({ lastname: 'Quizpe', modalidad: 'UTV' }))
    const found = async (query: ListQuery) =>
      (await pilots.list(query)).pilots.map(({ lastname }) => lastname)
    expect(await found({ search: 'quispe', modalidad: 'UTV' })).toEqual([])
    expect(await found({ search: 'quipe', modalidad: 'UTV' })).toEqual(['Quizpe'])
    expect(await found({ search: 'quipe', sort: 'lastname' })).toEqual(['Quispe', 'Quizpe'])
    expect(await pilots.list({ search: 'quipe', modalidad: 'BAJAS' })).toEqual({ pilots: [], total: 0 })
    const [one] = (await pilots.list({ search: 'quizpe' })).pilots
    await pilots.update(one?.id ?? '', aDraft({ dni: one?.dni, lastname: 'Rojas' }))
    expect(await found({ search: 'quisppe' })).toEqual(['Quispe'])
    expect(await found({ search: 'rogas' })).toEqual(['Rojas'])
  })

  test('a search of any parts of names finds each pilot that has them, wherever they are', async () => {
    const next = integersFrom(19)
    const syllables = 'a an ana ma mar ia ri jo jos se de qui spe la ño'.split(' ')
    const pick = () => syllables[next(syllables.length)] ?? ''
    const aName = () => Array.from({ length: 1 + next(3) }, pick).join('')
    const names = (most: number) => Array.from({ length: 1 + next(most) }, aName).join(' ')
    const drafts = Array.from({ length: 150 }, () =>
      aDraft({
        name: names(next(9) === 0 ? 8 : 2),
        lastname: names(2),
        email: `${aName()}.${aName()}@${aName()}.pe`,
        club: names(2),
      }),
    )
    await pilots.import(drafts.map((draft, index) => aRow(index, draft)))
    const all = (await pilots.list()).pilots.map((pilot) => ({ pilot, text: searchText(pilot) }))
    const searches = Array.from({ length: 150 }, () =>
      Array.from({ length: 1 + next(3) }, () => aName().slice(0, 2 + next(5))).join(' '),
    )
    for (const search of casesFor(searches)) {
      const terms = searchTerms(search)
      const expected = all.filter(({ pilot, text }) => matchesTerms(pilot, text, terms))
      const found = (await pilots.list({ search, isExact: true })).pilots
      expect([search, found.map(({ dni }) => dni).sort()]).toEqual([
        search,
        expected.map(({ pilot }) => pilot.dni).sort(),
      ])
    }
  })

  test('a list that may stop counting has the pilots of one that counts all, and says if there are more', async () => {
    const names = ['Ana', 'José', 'Joselito', 'Majose']
    await pilots.import(
      Array.from({ length: 60 }, (_, index) =>
        aRow(
          index,
          aDraft({
            name: names[index % 4],
            lastname: index % 3 === 0 ? 'Rojas' : 'Quispe',
            modalidad: index < 55 ? 'RALLY' : 'UTV',
            npiloto: String(index),
            club: index < 6 ? 'Norte' : 'Sur',
          }),
        ),
      ),
    )
    const queries: ListQuery[] = [
      {},
      { modalidad: 'RALLY' },
      { modalidad: 'UTV' },
      { noPhoto: true, sort: 'lastname', order: 'desc' },
      { noCard: true, sort: 'celular' },
      { search: '5' },
      { search: 'an' },
      { search: 'zz' },
      { search: 'jose' },
      { search: 'rojas ana' },
      { search: 'norte', sort: 'npiloto' },
      { search: 'sur', modalidad: 'RALLY', order: 'asc' },
      { search: '007' },
      { search: 'quisspe' },
    ]
    for (const query of casesFor(queries))
      for (const page of [1, 2, 3, 4]) {
        const { total, ...exact } = await pilots.list({ ...query, page, perPage: 5 })
        const capped = await pilots.list({ ...query, page, perPage: 5, maxTotal: 10 })
        const { total: counted, isTotalCapped, ...rest } = capped
        expect([query, page, rest]).toEqual([query, page, exact])
        expect([query, page, counted]).toEqual([query, page, isTotalCapped ? 10 : total])
        // A page after the cap counts all.
        if (isTotalCapped) expect([query, page <= 2, total > 10]).toEqual([query, true, true])
      }
  })

  test('a list is sorted by any field in the order of Spanish, in both directions, and its pages are consecutive', async () => {
    const names = 'Zoë|ñandú|Nuñez|nuñez|Núñez 10|Núñez 9|Nz|Ána|ana b|_x|O|007|7b|Ω'.split('|')
    const rest = { lastname: 'x', email: 'x@x.pe', club: 'x', nlicencia: '1', modalidad: 'RALLY' } as const
    for (const name of names) await pilots.register(aDraft({ ...rest, name }))
    const { compare } = new Intl.Collator('es', { sensitivity: 'base', numeric: true })
    const expected = [...names].sort(compare)
    const listed = async (query: ListQuery) => (await pilots.list(query)).pilots.map(({ name }) => name)
    expect(await listed({ sort: 'name' })).toEqual(expected)
    expect(await listed({ sort: 'name', order: 'desc' })).toEqual([...expected].reverse())
    expect(await listed({ sort: 'name', perPage: 4, page: 2 })).toEqual(expected.slice(4, 8))
    expect(await listed({ sort: 'name', search: 'n', perPage: 100 })).toEqual(
      expected.filter((name) => /[nñ]/i.test(name)),
    )
    expect(await listed({ perPage: 3 })).toEqual([...names].reverse().slice(0, 3))
    expect(await listed({ order: 'asc', perPage: 3, page: 5 })).toEqual(names.slice(12))
    expect(await pilots.list({ perPage: 3, page: 6 })).toEqual({ pilots: [], total: 14 })
    expect((await listed({ sort: 'dni' })).at(-1)).toBe('Ω')
  })

  test('a pilot can have no value in a field that needs none, and is the last of a list sorted by it', async () => {
    const none = { email: null, celular: null, nlicencia: null, club: null, tiposangre: null }
    const without = await pilots.register(aDraft({ ...none, name: 'Ana' }))
    const other = await pilots.register(
      aDraft({ name: 'Eva', club: 'Zorros', email: 'eva@x.pe', celular: 9 }),
    )
    expect(await pilots.get(without.id)).toMatchObject(none)
    for (const sort of ['email', 'celular', 'club'] as const)
      for (const order of ['asc', 'desc'] as const)
        expect((await pilots.list({ sort, order })).pilots.map(({ name }) => name)).toEqual(['Eva', 'Ana'])
    expect(await pilots.clubs()).toEqual(['Zorros'])
    expect((await pilots.list({ search: 'null' })).total).toBe(0)
    await pilots.update(other.id, { ...complete(draftOf(other)), club: null })
    await pilots.import([aRow(0, { dni: without.dni, club: 'Zorros', email: 'no tiene' })], { update: true })
    expect(await pilots.get(without.id)).toMatchObject({ ...none, club: 'Zorros' })
    const [, changed] = await pilots.history(other.id)
    expect(changed?.changes).toEqual([{ field: 'club', before: 'Zorros', after: 'Independiente' }])
  })

  test('an optional field may be empty, stays where a change leaves it out, and goes where it is said to', async () => {
    const draft = aDraft({ alergias: 'Penicilina', emergencia_celular: '912 345 678' })
    const { id } = await pilots.register(draft)
    const of = async () => draftOf(await pilots.get(id))
    expect(await of()).toEqual(draft)
    const { dni } = await pilots.update(id, { ...aDraft(), transponder: null, alergias: 'Ninguna' })
    expect(await of()).toMatchObject({ alergias: 'Ninguna', emergencia_celular: '912 345 678' })
    const row = { dni, alergias: ' ', emergencia_celular: 'No tiene', poliza: 'P-1' }
    await pilots.import([aRow(0, row)], { update: true })
    const changed = await pilots.get(id)
    expect(changed).toMatchObject({ alergias: 'Ninguna', poliza: 'P-1' })
    expect(changed).not.toHaveProperty('emergencia_celular')
    await pilots.update(id, { ...complete(draftOf(changed)), alergias: null, poliza: null })
    expect(Object.keys(await pilots.get(id))).not.toContain('alergias')
    expect((await pilots.history(id)).at(-1)?.changes).toEqual([
      { field: 'alergias', before: 'Ninguna', after: '' },
      { field: 'poliza', before: 'P-1', after: '' },
    ])
    expect((await pilots.list({ sort: 'poliza' })).total).toBe(1)
  })

  test('a restore replaces everything, including revocations, and is recorded in the history', async () => {
    const { id } = await pilots.register(aDraft())
    await pilots.revoke(id)
    const brought: Pilot = { id: '0123456789AB', photo: null, ...aDraft({ dni: 7 }) }
    const lost = { id: '00000000000A', next: brought.id, at: '2026-01-01T00:00:00.000Z' }
    await restore(merges, { pilots: [brought], revoked: [lost] })
    expect(await pilots.list()).toEqual({ pilots: [brought], total: 1 })
    expect(await pilots.revocations()).toEqual([lost])
    expect(await pilots.history(brought.id)).toEqual([
      { at: expect.any(String), kind: 'restored', by: 'marta' },
    ])
  })

  test('fields of one’s own and their values are stored, changed, emptied and told, and come with a restore', async () => {
    const [talla, bus] = ['propio_opcion_talla', 'propio_texto_bus'] as const
    const field = { label: 'Talla', options: ['S', 'M'], audience: 'desk' } as const
    expect(await settings.changeItem('fields', { kind: 'add', item: { ...field, kind: 'opcion' } })).toBe(
      talla,
    )
    await settings.change({ address: 'http://10.0.0.1' })
    const taken = settings.changeItem('fields', { kind: 'add', item: { ...field, kind: 'texto' } })
    await expect(taken).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { label: 'Ya hay un campo con ese nombre' } },
    })
    const change = { kind: 'change', key: talla, item: { ...field, label: 'Polo' } } as const
    await settings.changeItem('fields', change)
    const version = 'de antes'
    expect(await settings.changeItem('fields', { ...change, version })).toBe(talla)
    const late = settings.changeItem('fields', { ...change, item: { ...field, label: 'Camisa' }, version })
    await expect(late).rejects.toMatchObject(isRefused)
    await settings.changeItem('fields', { kind: 'retire', key: talla, isRetired: true })
    const retired = { ...field, label: 'Polo', order: 1, isRetired: true } as const
    expect(await settings.read()).toEqual({ address: 'http://10.0.0.1', fields: { [talla]: retired } })

    const draft = aDraft()
    const { id } = await pilots.register({ ...draft, [talla]: 'M' })
    await pilots.update(id, { ...draft, [talla]: 'S' })
    await pilots.update(id, { ...draft, club: 'Sur' })
    expect(await pilots.get(id)).toMatchObject({ club: 'Sur', [talla]: 'S' })
    await pilots.update(id, { ...draft, [talla]: null })
    expect(await pilots.get(id)).not.toHaveProperty(talla)
    const told = (await pilots.history(id)).flatMap(({ changes = [] }) => changes)
    expect(told.filter((one) => one.field === talla)).toEqual([
      { field: talla, before: 'M', after: 'S' },
      { field: talla, before: 'S', after: '' },
    ])

    const brought: Pilot = { id: '0123456789AB', photo: null, ...aDraft({ dni: 7 }), [bus]: '12' }
    const fields = { [bus]: { label: 'Bus', audience: 'desk', order: 2 } } as const
    await restore(merges, { pilots: [brought], settings: { fields } })
    expect(await pilots.list()).toEqual({ pilots: [brought], total: 1 })
    expect(await settings.read()).toMatchObject({ fields: { [talla]: { ...retired, order: 3 }, ...fields } })
  })

  test('an issued start list has a version, which the same list keeps, and is refused once another event is open', async () => {
    const list = {
      kind: 'provisional',
      at: '2026-11-28T14:00:00.000Z',
      digest: 'abc',
      riders: [['k1', '07']],
      left: ['k2'],
    } as const
    const order = { event: 'primero', group: 'RALLY\nrally-motos', list }
    expect(await settings.issueStartList(order)).toEqual({ ...list, version: 1 })
    expect(await settings.issueStartList(order)).toEqual({ ...list, version: 1 })
    const final = { ...list, kind: 'final' } as const
    expect(await settings.issueStartList({ ...order, list: final })).toMatchObject({ version: 2 })
    const { events } = await settings.read()
    expect(events?.primero?.startLists).toEqual({ [order.group]: { ...final, version: 2 } })
    const late = settings.issueStartList({ ...order, event: 'otro' })
    await expect(late).rejects.toMatchObject(isRefused)
  })

  test('a class that is renamed takes its riders and its rule along, and two admins are told of each other', async () => {
    const added = await settings.changeItem('licencia', { kind: 'add', item: { name: 'Nacional' } })
    expect(added).toBe('Nacional')
    await settings.change({ validity: { ...defaultRules, Nacional: { kind: 'days', days: 30 } } })
    const { id } = await pilots.register(aDraft({ licencia: 'Nacional' }))
    const other = await pilots.register(aDraft({ dni: 87654321 }))
    const change = { kind: 'change', key: 'Nacional' } as const
    await settings.changeItem('licencia', { ...change, item: { name: 'Nal' } }, 'ana')
    const seen = { ...change, version: 'de antes' }
    await settings.changeItem('licencia', { ...seen, item: { name: 'Nal' } })
    const late = settings.changeItem('licencia', { ...seen, item: { name: 'Federada' } })
    await expect(late).rejects.toMatchObject(isRefused)
    const { fields = {}, validity } = await settings.read()
    expect(fields.licencia).toEqual({ Nacional: { name: 'Nal', formerNames: ['Nacional'], order: 3 } })
    expect(validity?.Nal).toEqual({ kind: 'days', days: 30 })
    expect((await pilots.get(id)).licencia).toBe('Nal')
    expect((await pilots.history(id)).at(-1)).toMatchObject({
      by: 'ana',
      changes: [{ field: 'licencia', before: 'Nacional', after: 'Nal' }],
    })
    expect(await pilots.get(other.id)).toEqual(other)
  })

  test('the history says which gate saw an emergency contact, also from a backup, and nothing else changes', async () => {
    await pilots.import([aRow(0, aDraft({ emergencia_celular: '912 345 678' }))])
    const [pilot] = (await pilots.list()).pilots
    const id = String(pilot?.id)
    expect(await pilots.seeContact(id, 'Puerta Norte', 'luis')).toEqual(pilot)
    await pilots.seeContact(id, 'Puerta Sur', 'Puerta Sur 2')
    const seen = [
      { at: expect.any(String), kind: 'registered' },
      { at: expect.any(String), kind: 'contact', gate: 'Puerta Norte', by: 'luis' },
      { at: expect.any(String), kind: 'contact', gate: 'Puerta Sur', by: 'Puerta Sur 2' },
    ]
    expect(await pilots.history(id)).toEqual(seen)
    expect((await pilots.list()).pilots).toEqual([pilot])

    // A backup has the changes as texts.
    const log = (await readChangeLog(pilots)).flatMap((one) => parseLoggedChange(JSON.stringify(one)) ?? [])
    const other = await open()
    await restore(other.merges, { ...(await pilots.list()), past: log })
    expect((await other.pilots.history(id)).slice(0, 3)).toEqual(seen)

    // It stays after a lost card and a removal.
    const { id: next } = await pilots.revoke(id)
    await expect(pilots.seeContact(id, 'Puerta Norte')).rejects.toMatchObject({ kind: 'gone' })
    await pilots.remove(next)
    await expect(pilots.seeContact(next, 'Puerta Norte')).rejects.toMatchObject(isMissing)
    expect((await pilots.history(next)).slice(0, 3)).toEqual(seen)
  })

  test('nothing is noted for a pilot without an emergency contact, and a look does not keep an import from being undone', async () => {
    const { change } = await pilots.import([
      aRow(0, aDraft({ emergencia_nombre: 'Rosa' })),
      aRow(1, aDraft()),
    ])
    for (const { id } of (await pilots.list()).pilots) await pilots.seeContact(id, 'Puerta Norte')
    const listed = (await pilots.list({ order: 'asc' })).pilots
    const kinds = await Promise.all(listed.map(async ({ id }) => await kindsOf(id)))
    expect(kinds).toEqual([['registered', 'contact'], ['registered']])
    expect(await pilots.undoImport(Number(change))).toEqual({ removed: 2, restored: 0 })
  })

  test('the history of another store can be added, and adding it twice changes nothing', async () => {
    const {
      id,
      photo: _photo,
      since: _since,
      ...draft
    } = await pilots.register(aDraft({ club: 'Uno' }), undefined, 'marta')
    await pilots.update(id, { ...draft, club: 'Dos' }, { by: 'luis' })
    const { id: next } = await pilots.revoke(id, 'ana')
    const log = await readChangeLog(pilots)
    const other = await open()
    await other.pilots.register(aDraft())
    const data = { ...(await pilots.list()), revoked: await pilots.revocations(), past: log }
    await restore(other.merges, data)
    await restore(other.merges, data)
    const history = await other.pilots.history(next)
    expect(history.slice(0, 3)).toEqual(await pilots.history(next))
    const kinds = ['registered', 'changed', 'revoked', 'restored']
    expect(history.map(({ kind }) => kind)).toEqual([...kinds, 'restored'])
    await restore(merges, data)
    expect(await kindsOf(next)).toEqual(kinds)
  })

  test('the added changes are sorted into the history by their time, and undo nothing newer', async () => {
    const draft = aDraft({ club: 'Uno' })
    const { id } = await pilots.register(draft)
    const log = await readChangeLog(pilots)
    await pilots.update(id, { ...draft, club: 'Dos' })
    // The log of another store, with different numbers and earlier times.
    const past = log.map((one) => ({ ...one, number: one.number + 500, at: aBitEarlier(one.at) }))
    await restore(merges, { ...(await pilots.list()), past })
    const kinds = await kindsOf(id)
    expect(kinds).toEqual(['registered', 'changed', 'changed', 'restored'])
    await pilots.remove(id)
    expect(await pilots.undoRemove(id)).toMatchObject({ club: 'Dos' })
  })

  test('removed pilots are listed with the author, the newest removal first, until they are restored', async () => {
    const ana = await pilots.register(aDraft({ name: 'Ana', lastname: 'Peña', dni: 7 }))
    const luz = await pilots.register(aDraft({ name: 'Luz', lastname: 'Ñusta', dni: 40_123_456 }))
    const lost = await pilots.register(aDraft())
    expect(await pilots.removed()).toEqual({ removed: [], total: 0 })
    await pilots.remove(ana.id, 'marta')
    await pilots.update(luz.id, aDraft({ name: 'Luz', lastname: 'Ñusta', dni: 40_123_456, club: 'Dos' }))
    await passTime()
    await pilots.remove(luz.id)
    await pilots.revoke(lost.id)
    const { removed, total } = await pilots.removed()
    expect(total).toBe(2)
    expect(removed.map(({ pilot, by }) => [pilot.id, pilot.club, by])).toEqual([
      [luz.id, 'Dos', undefined],
      [ana.id, ana.club, 'marta'],
    ])
    expect(removed[1]).toEqual({ pilot: ana, by: 'marta', at: expect.stringMatching(/^20.*Z$/) })

    const found = async (search: string) =>
      (await pilots.removed({ search })).removed.map(({ pilot }) => pilot.name)
    expect(await found('NUSTA luz')).toEqual(['Luz'])
    expect(await found('40.123.456')).toEqual(['Luz'])
    expect(await found('nadie')).toEqual([])
    expect((await pilots.removed({ page: 2, perPage: 1 })).removed.map(({ pilot }) => pilot.id)).toEqual([
      ana.id,
    ])
    expect(await pilots.removed({ page: 3, perPage: 1 })).toEqual({ removed: [], total: 2 })

    await pilots.undoRemove(luz.id)
    expect((await pilots.removed()).removed.map(({ pilot }) => pilot.id)).toEqual([ana.id])
    await pilots.undoRemove(ana.id)
    await pilots.remove(ana.id, 'luis')
    expect((await pilots.removed()).removed).toEqual([
      { pilot: ana, by: 'luis', at: expect.stringMatching(/^20.*Z$/) },
    ])
  })

  test('a restore of a backup lists the removals before it, and not the pilots whom it left out', async () => {
    const [removed, back, left] = await registered({}, {}, {})
    await pilots.remove(removed.id)
    await pilots.remove(back.id)
    const ids = async () => (await pilots.removed()).removed.map(({ pilot }) => pilot.id)
    expect((await ids()).sort()).toEqual([removed.id, back.id].sort())
    await restore(merges, { pilots: [back] })
    expect(await ids()).toEqual([removed.id])
    expect(await ids()).not.toContain(left.id)

    const other = await open()
    await other.pilots.removed()
    await restore(other.merges, { ...(await pilots.list()), past: await readChangeLog(pilots) })
    expect((await other.pilots.removed()).removed.map(({ pilot }) => pilot)).toEqual([removed])
  })

  test('several pilots are removed in one change, or none if one of them does not exist', async () => {
    const ids: string[] = []
    for (let index = 0; index < 12; index += 1) ids.push((await pilots.register(aDraft())).id)
    await expect(pilots.removeMany([...ids, '0000000000ZZ'])).rejects.toMatchObject({
      kind: 'not-found',
      message: 'De 13 pilotos, 1 ya no está en la lista: no se borró ninguno',
      details: { missing: ['0000000000ZZ'] },
    })
    expect((await pilots.list()).total).toBe(12)
    await pilots.removeMany(ids.slice(1), 'marta')
    expect((await pilots.list()).total).toBe(1)
    const last = (await readChangeLog(pilots)).at(-1)
    expect([...(last?.change.remove ?? [])].sort()).toEqual(ids.slice(1).sort())
    expect((await pilots.history(String(ids[1]))).at(-1)).toMatchObject({ kind: 'removed', by: 'marta' })
    await pilots.removeMany([])
    expect((await pilots.removed()).total).toBe(11)
  })

  test('several removed pilots are restored in one change, and those who cannot be are named', async () => {
    const drafts = [7, 8, 9].map((dni) => aDraft({ dni, name: `Piloto ${dni}` }))
    const all = await Promise.all(drafts.map((draft) => pilots.register(draft)))
    const ids = all.map(({ id }) => id)
    await pilots.removeMany(ids)
    const other = await pilots.register(aDraft({ dni: 8 }))
    const before = (await readChangeLog(pilots)).length
    const undone = await pilots.undoRemoveMany([...ids, '0000000000ZZ'], 'marta')
    expect(undone.pilots).toEqual([all[0], all[2]])
    expect(undone.refused).toEqual([
      {
        id: ids[1],
        name: 'Piloto 8 Núñez Peña',
        reason: 'Ya existe un piloto con este DNI',
        other: other.id,
      },
      { id: '0000000000ZZ', reason: 'No existe un piloto con este identificador' },
    ])
    const log = await readChangeLog(pilots)
    expect(log).toHaveLength(before + 1)
    expect(await pilots.get(all[2]?.id ?? '')).toEqual(all[2])
    expect((await pilots.undoRemoveMany(ids)).pilots).toEqual([all[0], all[2]])
    expect(await readChangeLog(pilots)).toHaveLength(before + 1)
  })

  test('an import is undone as a whole: its new pilots are removed, the others have their earlier values', async () => {
    // A database reads and writes 1,000 rows at once.
    const count = store.startsWith('PostgreSQL') ? 1010 : 10
    const old = await pilots.register(aDraft({ dni: 7 }), '0123456789AB.jpg')
    const moved = await pilots.register(aDraft({ dni: 8 }))
    const same = await pilots.register(aDraft({ dni: 9 }))
    await pilots.issueCards([old.id], 'http://10.0.0.1')
    const before = await pilots.list()
    const rows = [
      aRow(0, { dni: '7', club: 'Otro', attachment: 'BA9876543210.jpg' }),
      aRow(1, { id_driver: moved.id, dni: '88' }),
      aRow(2, { dni: '9', club: same.club }),
      ...Array.from({ length: count }, (_, index) => aRow(index + 3)),
    ]
    expect(await pilots.import(rows, { update: true, dryRun: true })).not.toHaveProperty('change')
    const { change = 0 } = await pilots.import(rows, { update: true, by: 'marta', file: 'padrón.xlsx' })
    expect(await pilots.imports()).toEqual([
      {
        change,
        at: expect.any(String),
        by: 'marta',
        file: 'padrón.xlsx',
        pilots: count + 2,
        isUndone: false,
      },
    ])
    expect((await pilots.list()).total).toBe(count + 3)
    expect(await pilots.undoImport(change, 'luis')).toEqual({ removed: count, restored: 2 })
    expect(await pilots.list()).toEqual(before)
    expect((await pilots.history(old.id)).at(-1)).toMatchObject({
      kind: 'changed',
      by: 'luis',
      changes: [
        { field: 'club', before: 'Otro', after: old.club },
        { field: 'photo', before: 'BA9876543210.jpg', after: '0123456789AB.jpg' },
      ],
    })
    expect(await pilots.imports()).toEqual([expect.objectContaining({ change, isUndone: true })])
    // The file still has the pilots that the import had registered.
    expect(await pilots.removed()).toEqual({ removed: [], total: 0 })
    await expect(pilots.undoImport(change)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Esta importación ya se deshizo',
    })
    expect(await pilots.import(rows, { update: true })).toMatchObject({ registered: count, updated: 2 })
  })

  test('an import leaves a suspension that is not over and names it, and an undone import brings a replaced one back', async () => {
    const { id } = await pilots.register(aDraft({ dni: 7 }))
    const suspension = { from: '2026-01-01', reason: 'Antidopaje' }
    await pilots.changeTerms([id], { suspension })
    const rows = [aRow(0, { dni: 7, suspendida_desde: '2026-02-01', suspendida_motivo: 'Pago' })]
    const stands = {
      otherSuspensionRows: 1,
      otherSuspensions: [{ line: 2, stored: 'desde 01/01/2026: Antidopaje' }],
    }
    expect(await pilots.import(rows, { update: true })).toMatchObject({ unchanged: 1, updated: 0, ...stands })
    const report = await pilots.import(rows, { update: true, replaceSuspensions: true })
    expect(report).toMatchObject({ updated: 1, ...stands })
    expect((await pilots.get(id)).terms).toEqual({ suspension: { from: '2026-02-01', reason: 'Pago' } })
    await pilots.undoImport(report.change ?? 0)
    expect((await pilots.get(id)).terms).toEqual({ suspension })
  })

  test('an import is not undone once its pilots were edited, printed, revoked or removed, and they are named', async () => {
    const kept = await pilots.register(aDraft({ dni: 7 }))
    const names = ['Ana', 'Luz', 'Rosa', 'Inés', 'Eva']
    const rows = names.map((name, index) => aRow(index, aDraft({ name, lastname: 'Rojas' })))
    const { change = 0 } = await pilots.import([...rows, aRow(5, { dni: '7', club: 'Dos' })], {
      update: true,
    })
    const all = (await pilots.list({ order: 'asc' })).pilots
    const [ana, luz, rosa, ines] = names.map((name) => all.find((pilot) => pilot.name === name) as Pilot)
    const refusal = () =>
      pilots.undoImport(change).then(
        () => 'undone',
        ({ message }) => message,
      )
    await pilots.update(ana?.id ?? '', { ...complete(draftOf(ana as Pilot)), club: 'Tres' })
    expect(await refusal()).toBe('La importación no se deshizo: desde entonces se cambió a Ana Rojas')
    // An edit counts even if it was taken back.
    await pilots.update(ana?.id ?? '', complete(draftOf(ana as Pilot)))
    expect(await refusal()).toBe('La importación no se deshizo: desde entonces se cambió a Ana Rojas')
    await pilots.issueCards([luz?.id ?? ''], 'http://10.0.0.1')
    await pilots.revoke(rosa?.id ?? '')
    await pilots.remove(ines?.id ?? '')
    expect(await refusal()).toBe(
      'La importación no se deshizo: desde entonces se cambió a Ana Rojas, se borró a Inés Rojas, se imprimió la credencial de Luz Rojas y hay 1 piloto más con cambios',
    )
    expect(await pilots.get(kept.id)).toMatchObject({ club: 'Dos' })
    await expect(pilots.undoImport(change - 1)).rejects.toMatchObject(isMissing)
    await expect(pilots.undoImport(9_999_999)).rejects.toMatchObject(isMissing)
  })

  test('an import is not undone if another pilot has the earlier DNI now, or after a restore', async () => {
    const { id } = await pilots.register(aDraft({ name: 'Ana', lastname: 'Rojas', dni: 7 }))
    const rows = [aRow(0, { id_driver: id, dni: '8' }), aRow(1)]
    const { change = 0 } = await pilots.import(rows, { update: true })
    const other = await pilots.register(aDraft({ dni: 7 }))
    await expect(pilots.undoImport(change)).rejects.toMatchObject({
      message: 'La importación no se deshizo: desde entonces otro piloto tomó el DNI que tenía Ana Rojas',
    })
    expect((await pilots.list()).total).toBe(3)
    await pilots.remove(other.id)
    await restore(merges, await pilots.list({ order: 'asc' }))
    await expect(pilots.undoImport(change)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('se recuperó a Ana Rojas de una copia'),
    })
  })

  test('photos and accounts are stored and removed', async () => {
    const jpeg = await preparePhoto(await aPicture('png', 40, 30))
    const name = await photos.save(jpeg)
    expect(await photos.read(name)).toEqual(jpeg)
    await photos.remove(name)
    await expect(photos.read(name)).rejects.toMatchObject(isMissing)

    await accounts.put({ user: 'ana', password: 'one' })
    await accounts.put({ user: 'ana', password: 'two' })
    expect(await accounts.list()).toEqual([{ user: 'ana', password: 'two' }])
    const [added, changed] = [
      [
        await accounts.add({ user: 'eva', password: 'three' }),
        await accounts.add({ user: 'ana', password: 'x' }),
      ],
      [
        await accounts.change({ user: 'ana', password: 'four' }),
        await accounts.change({ user: 'luz', password: 'x' }),
      ],
    ]
    expect([added, changed]).toEqual([
      [true, false],
      [true, false],
    ])
    expect(await accounts.list()).toEqual([
      { user: 'ana', password: 'four' },
      { user: 'eva', password: 'three' },
    ])
    expect([await accounts.remove('ana'), await accounts.remove('ana')]).toEqual([true, false])
  })

  test('an admin is left if all of them are demoted and removed at once, unless the caller can do without', async () => {
    const admins = async () => (await accounts.list()).filter((one) => roleOf(one) === 'admin')
    const names = Array.from({ length: 12 }, (_, index) => `admin-${index}`)
    for (let round = 0; round < 3; round += 1) {
      await restore(merges, { accounts: names.map((user) => ({ user, password: 'x' })) })
      const results = await Promise.allSettled(
        names.map((user, index) =>
          index % 2 > 0
            ? accounts.remove(user, { keepsAdmin: true })
            : accounts.change({ user, role: 'mesa' }, { keepsAdmin: true }),
        ),
      )
      const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      const [last, ...more] = await admins()
      expect([last?.user, more]).toEqual([expect.stringContaining('admin-'), []])
      expect(refused).toMatchObject([
        { kind: 'conflict', message: expect.stringContaining(`${last?.user} es la única cuenta de admin`) },
      ])
    }
    const [{ user } = { user: '' }] = await admins()
    expect(await accounts.change({ user, password: 'y' }, { keepsAdmin: true })).toBe(true)
    expect(await accounts.change({ user, role: 'admin' }, { keepsAdmin: true })).toBe(true)
    expect(await accounts.remove('nadie', { keepsAdmin: true })).toBe(false)
    expect(await accounts.change({ user, role: 'puerta' })).toBe(true)
    expect(await admins()).toEqual([])
    expect(await accounts.remove(user)).toBe(true)
  })

  test('of accounts that are added at once with the same name in other letters, one is added', async () => {
    const names = ['jefa', 'JEFA', 'Jefa', 'ｊefa', 'jefA', 'jeFa']
    const results = await Promise.all(names.map((user) => accounts.add({ user, password: `of ${user}` })))
    expect(results.filter(Boolean)).toHaveLength(1)
    const [account, ...others] = await accounts.list()
    expect([account?.user, others]).toEqual([names[results.indexOf(true)], []])
    expect(await accounts.add({ user: 'jefe', password: 'x' })).toBe(true)
  })

  // A command starts no sessions.
  testOfServer('a session lasts until its account changes or has too many of them', async () => {
    const [ana, eva] = [
      { user: 'ana', password: 'one' },
      { user: 'eva', password: 'two' },
    ]
    for (const account of [ana, eva]) await accounts.put(account)
    const userOf = async (id = '') => (await sessions.find(id))?.user
    const [first, other] = [await sessions.start(ana), await sessions.start(eva)]
    expect([await userOf(first), await userOf(other)]).toEqual(['ana', 'eva'])
    const ids: string[] = []
    for (let count = 0; count < maxSessionsOfAccount; count += 1) ids.push(await sessions.start(ana))
    expect(await userOf(first)).toBeUndefined()
    expect([await userOf(ids[0]), await userOf(other)]).toEqual(['ana', 'eva'])
    await accounts.put({ user: 'ana', password: 'three' })
    expect([await userOf(ids[0]), await userOf(other)]).toEqual([undefined, 'eva'])
    const third = await sessions.start({ user: 'ana', password: 'three' })
    await restore(merges, { accounts: [{ user: 'ana', password: 'one' }, eva], keepsSessions: true })
    expect([await userOf(third), await userOf(other)]).toEqual([undefined, 'eva'])
    await restore(merges, { accounts: [ana, eva] })
    expect(await userOf(other)).toBeUndefined()
  })

  test('an account keeps its role and its gate, and one from before there were roles has none', async () => {
    const phone = {
      user: 'Puerta Norte 1',
      password: 'phone:x',
      role: 'puerta',
      gate: 'Norte',
      since: '2026-11-22T10:00:00.000Z',
      device: 'iPhone, 192.168.1.77',
    } as const
    const [ana, eva] = [
      { user: 'ana', password: 'one' },
      { user: 'eva', password: 'two', role: 'mesa' },
    ] as const
    await restore(merges, { accounts: [phone, ana] })
    await accounts.add(eva)
    const list = async () => new Map((await accounts.list()).map((account) => [account.user, account]))
    expect(await list()).toEqual(new Map([phone, ana, eva].map((account) => [account.user, account])))
    expect(await accounts.change({ user: 'eva', role: 'puerta' })).toBe(true)
    expect(await accounts.change({ user: 'ana', password: 'three' })).toBe(true)
    expect(await accounts.change({ user: 'luz', role: 'mesa' })).toBe(false)
    expect(await accounts.change({ user: phone.user, gate: 'Boxes' })).toBe(true)
    expect((await list()).get(phone.user)).toEqual({ ...phone, gate: 'Boxes' })
    expect((await list()).get('eva')).toEqual({ ...eva, role: 'puerta' })
    expect((await list()).get('ana')).toEqual({ user: 'ana', password: 'three' })
    await accounts.put({ user: 'eva', password: 'four', role: 'admin' })
    expect((await list()).get('eva')).toEqual({ user: 'eva', password: 'four', role: 'admin' })
  })

  testOfServer(
    'a session has the role of its account as it is now, and knows when it was last used',
    async () => {
      // The first subscription starts the polling of a database.
      pilots.subscribe(() => {})
      const gate = { user: 'Puerta Sur 1', password: 'x', role: 'puerta', gate: 'Sur' } as const
      const ana = { user: 'ana', password: 'one' }
      for (const account of [gate, ana]) await accounts.put(account)
      const [atGate, ofAna] = [await sessions.start(gate), await sessions.start(ana)]
      const gateUser = { user: 'Puerta Sur 1', role: 'puerta', gate: 'Sur', since: expect.any(String) }
      expect(await sessions.find(atGate)).toEqual(gateUser)
      expect(await sessions.find(ofAna)).toMatchObject({ user: 'ana', role: 'admin' })
      const { since = '' } = (await sessions.find(ofAna)) ?? {}
      expect(Math.abs(Date.now() - Date.parse(since))).toBeLessThan(60_000)
      const told: string[] = []
      sessions.onEnd(ofAna, { role: 'admin', since }, () => told.push('ana'))
      sessions.onEnd(atGate, { role: 'puerta', since }, () => told.push('gate'))
      await accounts.change({ user: 'ana', role: 'mesa' })
      expect(await sessions.find(ofAna)).toMatchObject({ user: 'ana', role: 'mesa' })
      await expect.poll(() => told).toEqual(['ana'])
      await accounts.change({ user: 'Puerta Sur 1', gate: 'Norte' })
      expect(await sessions.find(atGate)).toMatchObject({
        user: 'Puerta Sur 1',
        role: 'puerta',
        gate: 'Norte',
      })
      const seen = await sessions.lastSeen()
      expect([...seen.keys()].sort()).toEqual(['Puerta Sur 1', 'ana'])
      for (const at of seen.values()) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000)
      await accounts.remove('Puerta Sur 1')
      expect(await sessions.find(atGate)).toBeUndefined()
      await expect.poll(() => told).toEqual(['ana', 'gate'])
      expect([...(await sessions.lastSeen()).keys()]).toEqual(['ana'])
    },
  )

  testOfServer(
    'a pairing is used by one phone, and then stays; a cancelled one is used by none',
    async () => {
      const expires = new Date(Date.now() + 60_000).toISOString()
      const [north, south] = [
        { hash: 'n', gate: 'Norte', expires },
        { hash: 's', gate: 'Sur', expires },
      ]
      const old = { hash: 'o', gate: 'Sur', expires: new Date(Date.now() - keptPairing - 1).toISOString() }
      for (const pairing of [old, north, south]) await pairings.add(pairing)
      expect(await pairings.find('n')).toEqual(north)
      expect(await pairings.find('o')).toBeUndefined()
      const uses = await Promise.all(['one', 'two'].map((account) => pairings.use('n', account)))
      expect(uses.filter(Boolean)).toHaveLength(1)
      const account = uses[0] ? 'one' : 'two'
      for (const hash of ['n', 's']) await pairings.cancel(hash)
      expect(await pairings.find('n')).toEqual({ ...north, account })
      expect(await pairings.use('s', 'one')).toBe(false)
      expect(await pairings.find('s')).toEqual({ ...south, cancelled: true })
    },
  )

  // A command leaves this to the server.
  testOfServer('a photo that no pilot has is removed by a later sweep', async () => {
    const jpeg = await preparePhoto(await aPicture())
    const named = await photos.save(jpeg)
    const unnamed = await photos.save(jpeg)
    await pilots.register(aDraft(), named)
    await stores.sweepPhotos(Date.now() - 60_000)
    expect(await photos.read(unnamed)).toEqual(jpeg)
    await stores.sweepPhotos(Date.now() + 60_000)
    await expect(photos.read(unnamed)).rejects.toMatchObject(isMissing)
    expect(await photos.read(named)).toEqual(jpeg)
  })
})
