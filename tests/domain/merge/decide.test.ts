import { beforeEach, expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import type { LogEntry } from '#domain/gate/log-entry'
import type { PilotDraft } from '#domain/pilots/pilot'
import { MergeDesk } from '../../support/merge-desk.ts'

const day = 24 * 60 * 60 * 1000
const start = Date.parse('2026-11-21T12:00:00.000Z')

/** Two desks from one backup, the second with a clock that is two days behind, and a rider of both. */
function twoDesks({ isFolder = false } = {}) {
  const north = new MergeDesk('NORTE')
  const rider = north.register({ club: 'Uno', npiloto: '7' })
  const south = north.second('SUR', start - 2 * day, { isFolder })
  return { north, south, rider }
}
let { north, south, rider } = twoDesks()
beforeEach(() => {
  ;({ north, south, rider } = twoDesks())
})

/** A second rider of one document, whom each of two desks without a common past has registered. */
function twoNewDesks(document: object = {}) {
  const [north, south] = [new MergeDesk('NORTE'), new MergeDesk('SUR', start)]
  return { north, south, one: north.register(document), two: south.register(document) }
}

test.each([[true], [false]])(
  'a field that one desk changed has its value, from a copied folder: %s',
  (isFolder) => {
    const { north, south, rider } = twoDesks({ isFolder })
    north.edit(rider.id, { club: 'Dos' })
    south.edit(rider.id, { npiloto: '8' })
    const { report } = north.merge(south.data())
    expect(north.get(rider.id)).toMatchObject({ club: 'Dos', npiloto: '8' })
    expect(report).toMatchObject({ new: 0, same: 0, joined: 1, removed: 0, conflicts: [] })
    south.merge(north.data())
    expect(south.riders()).toEqual(north.riders())
  },
)

test.each([[true], [false]])(
  'values that one desk has forgotten are forgotten at the other, and never come back, from a copied folder: %s',
  (isFolder) => {
    const { north, south, rider } = twoDesks({ isFolder })
    south.edit(rider.id, { npiloto: '8' })
    north.forget(rider.id)
    expect(north.merge(south.data()).report.conflicts).toEqual([])
    expect(north.get(rider.id)).toMatchObject({ email: null, celular: null, npiloto: '8' })
    expect(south.merge(north.data()).report.conflicts).toEqual([])
    expect(south.riders()).toEqual(north.riders())
  },
)

test('values that were forgotten after a lost card leave a desk that got the removed rider back, in one merge', () => {
  north.edit(rider.id, { club: 'Dos' })
  north.remove(rider.id)
  south.consent(rider.id, 1)
  north.merge(south.data())
  const { id } = south.revoke(rider.id)
  south.forget(id)
  expect(north.merge(south.data()).report.conflicts).toEqual([])
  expect(north.get(id)).toMatchObject({ email: null, celular: null })
  expect(south.merge(north.data()).report.conflicts).toEqual([])
  expect(south.riders()).toEqual(north.riders())
})

test('a field that both desks changed is a conflict with both values, authors, desks and times, and keeps this side', () => {
  north.edit(rider.id, { club: 'Dos' })
  south.edit(rider.id, { club: 'Tres' })
  const { report } = north.merge(south.data())
  expect(report.conflicts).toMatchObject([
    {
      id_driver: rider.id,
      field: 'club',
      side: 'this',
      isChosen: false,
      this: { value: 'Dos', by: 'NORTE-marta', desk: 'NORTE', at: expect.stringMatching(/^2026-11-21/) },
      other: { value: 'Tres', by: 'SUR-marta', desk: 'SUR', at: expect.stringMatching(/^2026-11-19/) },
    },
  ])
  expect(north.get(rider.id).club).toBe('Dos')
})

test('a conflict that was settled is no conflict again, at either desk, until both change the field again', () => {
  north.edit(rider.id, { club: 'Dos' })
  south.edit(rider.id, { club: 'Tres' })
  north.merge(south.data(), { conflicts: [{ id_driver: rider.id, field: 'club', side: 'other' }] })
  expect(north.get(rider.id).club).toBe('Tres')
  expect(north.plan(south.data())).toMatchObject({ hasChanges: false, report: { conflicts: [] } })
  south.merge(north.data())
  north.edit(rider.id, { club: 'Cuatro' })
  expect(south.merge(north.data()).report.conflicts).toEqual([])
  expect(south.get(rider.id).club).toBe('Cuatro')
  south.edit(rider.id, { club: 'Cinco' })
  north.edit(rider.id, { club: 'Seis' })
  expect(south.plan(north.data()).report.conflicts).toHaveLength(1)
})

test('a conflict that nobody decided stays one, at both desks, until a person chooses', () => {
  north.edit(rider.id, { club: 'Dos' })
  south.edit(rider.id, { club: 'Tres' })
  north.merge(south.data())
  const again = north.plan(south.data())
  expect([again.hasChanges, again.report.conflicts.length]).toEqual([false, 1])
  expect(south.plan(north.data()).report.conflicts).toHaveLength(1)
  north.merge(south.data(), { prefer: 'this' })
  expect(south.merge(north.data()).report.conflicts).toEqual([])
  expect(south.get(rider.id).club).toBe('Dos')
})

test('after both desks merged the same two backups, a change on one side is no conflict', () => {
  north.edit(rider.id, { club: 'Dos' })
  south.edit(rider.id, { npiloto: '8' })
  const [fromNorth, fromSouth] = [north.data(), south.data()].map((data) => ({ ...data, log: [...data.log] }))
  if (fromNorth) south.merge(fromNorth)
  if (fromSouth) north.merge(fromSouth)
  expect(north.riders()).toEqual(south.riders())
  south.edit(rider.id, { club: 'Tres', npiloto: '9' })
  expect(north.merge(south.data()).report).toMatchObject({ joined: 1, conflicts: [] })
  expect(north.get(rider.id)).toMatchObject({ club: 'Tres', npiloto: '9' })
})

test('a value that was changed and changed back counts as unchanged', () => {
  north.edit(rider.id, { club: 'Dos' })
  north.edit(rider.id, { club: 'Uno' })
  south.edit(rider.id, { club: 'Tres' })
  expect(north.merge(south.data()).report.conflicts).toEqual([])
  expect(north.get(rider.id).club).toBe('Tres')
})

test('riders with the same document are joined: without a common past, different values are conflicts, none is not', () => {
  const [north, south] = [new MergeDesk('NORTE'), new MergeDesk('SUR', start)]
  const dni = 41234567
  const one = north.register({ dni, club: 'Uno', email: null as never, nlicencia: 'A-1' })
  const two = south.register({ dni, club: 'Dos', email: 'a@b.org', nlicencia: 'A-1' })
  south.print(two.id)
  const { report } = north.merge(south.data())
  expect(report).toMatchObject({ new: 0, joined: 1, cards: [], questions: [] })
  expect(report.conflicts.map(({ field, id_driver }) => [field, id_driver])).toEqual([['club', two.id]])
  // The rider keeps the code that is printed; the other one stays valid.
  expect(north.get(two.id)).toMatchObject({ email: 'a@b.org', club: 'Uno', card: {} })
  expect(north.revoked.get(one.id)).toMatchObject({ next: two.id, joined: true })
  expect(north.plan(south.data()).hasChanges).toBe(false)
})

test('two persons with one document, of whom one has a mistyped one, stay two at both desks, and are listed', () => {
  const [north, south] = [new MergeDesk('NORTE'), new MergeDesk('SUR', start)]
  const dni = 41234567
  const ana = north.register({ dni, name: 'Ana', lastname: 'Quispe', alergias: 'Penicilina' })
  const pedro = south.register({ dni, name: 'Pedro', lastname: 'Soto', fechanac: '2001-05-12' })
  south.print(pedro.id)
  const before = north.riders()
  const { report, number } = north.merge(south.data())
  expect(report).toMatchObject({ new: 1, joined: 0, cards: [] })
  expect(report.questions).toMatchObject([{ this: { name: 'Ana Quispe' }, other: { name: 'Pedro Soto' } }])
  expect(report.conflicts).toMatchObject([
    { id_driver: pedro.id, field: 'dni', side: 'this', onlySide: '41234567 es de Ana Quispe' },
  ])
  expect(north.get(ana.id)).toEqual(ana)
  const { dni: _dni, ...others } = south.get(pedro.id)
  expect(north.get(pedro.id)).toEqual(others)
  const after = north.riders()
  expect(north.plan(south.data()).hasChanges).toBe(false)
  // The desk of the other one learns of Ana, and keeps its own rider as he is.
  south.merge(north.data())
  expect([south.get(pedro.id).dni, south.get(ana.id).dni]).toEqual([dni, undefined])
  expect(north.plan(south.data()).change.put).toEqual([])
  expect(north.riders()).toEqual(after)
  north.undo(number)
  expect(north.riders()).toEqual(before)
  // The right document, typed at either desk, is that of both.
  south.edit(pedro.id, { dni: 49999999 })
  north.merge(south.data())
  south.merge(north.data())
  for (const desk of [north, south]) {
    expect([desk.get(ana.id).dni, desk.get(pedro.id).dni]).toEqual([dni, 49999999])
    expect(desk.get(ana.id).alergias).toBe('Penicilina')
  }
})

test('two names with one document are one rider if a person says so', () => {
  const [north, south] = [new MergeDesk('NORTE'), new MergeDesk('SUR', start)]
  const one = north.register({ dni: 41234567, name: 'Ana', lastname: 'Quispe' })
  const two = south.register({ dni: 41234567, name: 'Pedro', lastname: 'Soto', fechanac: '2001-05-12' })
  const same = [{ this: one.id, other: two.id }]
  expect(north.merge(south.data(), { same }).report).toMatchObject({ new: 0, joined: 1, questions: [] })
})

test('two printed cards of a rider both stay valid, and are listed', () => {
  const { north, south, one, two } = twoNewDesks({ dni: 41234567 })
  north.print(one.id)
  south.print(two.id)
  expect(north.merge(south.data()).report.cards).toEqual([
    { id_driver: one.id, name: 'Íñigo Núñez Peña', document: '41234567', code: two.id },
  ])
  south.merge(north.data())
  expect(south.riders()).toEqual(north.riders())
  expect(south.revoked.get(two.id)).toMatchObject({ joined: true })
})

test('the same name and birth date is a question, and stays two riders until a person says that they are one', () => {
  const [north, south] = [new MergeDesk('NORTE'), new MergeDesk('SUR', start)]
  const one = north.register({ name: 'Ana', lastname: 'Ruiz' })
  const two = south.register({ name: 'ANA', lastname: 'Ruíz' })
  const { report } = north.plan(south.data())
  expect(report).toMatchObject({
    new: 1,
    questions: [{ this: { id_driver: one.id }, other: { id_driver: two.id } }],
  })
  const joined = north.merge(south.data(), { same: [{ this: one.id, other: two.id }] })
  expect(joined.report).toMatchObject({ new: 0, joined: 1, questions: [] })
  expect(joined.report.conflicts.map(({ field }) => field)).toEqual(['dni'])
  // The names are one, in the better spelling of each desk.
  expect(north.riders()).toMatchObject([{ name: 'Ana', lastname: 'Ruíz' }])
  south.merge(north.data())
  expect(south.riders()).toMatchObject([{ name: 'Ana', lastname: 'Ruíz' }])
})

test('a card that one desk revoked is revoked, whichever change is newer, and the edit of the other desk stays', () => {
  const renewed = north.revoke(rider.id)
  south.print(rider.id)
  south.edit(rider.id, { club: 'Dos' })
  const atSouth = south.merge(north.data())
  expect(atSouth.report.revoked).toMatchObject([{ id_driver: renewed.id, code: rider.id }])
  expect(south.riders()).toMatchObject([{ id: renewed.id, club: 'Dos' }])
  expect(south.get(renewed.id).card).toBeUndefined()
  expect(south.revoked.get(rider.id)).toMatchObject({ next: renewed.id })
  north.merge(south.data())
  expect(north.riders()).toEqual(south.riders())
})

test('desks that have exchanged everything have nothing more to tell each other, also of a card revoked at one', () => {
  north.revoke(rider.id)
  const old = { ...south.data(), log: [...south.log] }
  south.merge(north.data())
  north.merge(south.data())
  expect(south.plan(north.data())).toMatchObject({ hasChanges: false, report: { revoked: [] } })
  expect(north.plan(old)).toMatchObject({ hasChanges: false, report: { revoked: [] } })
})

test('an edit wins over a removal and is listed, and a removal alone removes', () => {
  const other = north.register({})
  south.merge(north.data())
  north.remove(rider.id)
  north.remove(other.id)
  south.edit(rider.id, { club: 'Dos' })
  const { report } = south.merge(north.data())
  expect(report).toMatchObject({ removed: 1, kept: [{ id_driver: rider.id, removed: { desk: 'NORTE' } }] })
  expect(south.riders()).toMatchObject([{ id: rider.id, club: 'Dos' }])
  expect(north.merge(south.data()).report).toMatchObject({ new: 1, removed: 0 })
  expect(north.riders()).toEqual(south.riders())
})

test('a rider who was recovered after both desks knew of the removal stays', () => {
  south.remove(rider.id)
  north.merge(south.data())
  expect(north.pilots.size).toBe(0)
  north.recover(rider)
  expect(north.plan(south.data())).toMatchObject({ hasChanges: false, report: { removed: 0 } })
  south.merge(north.data())
  expect(south.riders()).toEqual([rider])
})

test('suspensions of both desks add up, and one that was lifted by one desk is lifted', () => {
  north.setTerms(rider.id, { suspension: { from: '2026-11-20', to: '2026-11-25', reason: 'Pago' } })
  south.setTerms(rider.id, { suspension: { from: '2026-11-22', to: '2026-12-01', reason: 'Conducta' } })
  expect(north.merge(south.data()).report.conflicts).toEqual([])
  const suspension = { from: '2026-11-20', to: '2026-12-01', reason: 'Pago; Conducta' }
  expect(north.get(rider.id).terms).toEqual({ suspension })
  south.merge(north.data())
  south.setTerms(rider.id, {})
  north.merge(south.data())
  expect(north.get(rider.id).terms).toBeUndefined()
})

test('photos are compared by their content: the newer one stays, and a missing one never replaces another', () => {
  const name = (first: string, content: string) => `${first.repeat(8)}${content}.jpg`
  north.edit(rider.id, { photo: name('A', 'AAAA') })
  south.edit(rider.id, { photo: name('B', 'AAAA') })
  expect(north.plan(south.data()).report).toMatchObject({ same: 1, photos: 0 })
  north.edit(rider.id, { photo: name('C', 'CCCC') })
  expect(south.merge(north.data()).report).toMatchObject({ conflicts: [], photos: 1 })
  expect(south.get(rider.id).photo).toBe(name('C', 'CCCC'))
})

test('the newer consent stays, also a withdrawal, at both desks and without a question', () => {
  for (const later of [2, undefined]) {
    ;({ north, south, rider } = twoDesks())
    north.consent(rider.id, 1)
    south.merge(north.data())
    south.consent(rider.id, 3)
    north.consent(rider.id, later)
    const { report } = north.merge(south.data())
    expect(report.conflicts).toEqual([])
    expect(north.get(rider.id).consent?.version).toBe(later)
    expect(south.merge(north.data()).report.conflicts).toEqual([])
    expect(south.get(rider.id)).toEqual(north.get(rider.id))
  }
})

test('the same Numero de Piloto in a modalidad is listed and not changed', () => {
  const one = north.register({ npiloto: '55' })
  const two = south.register({ npiloto: '55' })
  south.register({ npiloto: '55', modalidad: 'RALLY MOTO' as PilotDraft['modalidad'] })
  const { report } = north.merge(south.data())
  expect(report.numbers).toMatchObject([
    { npiloto: '55', modalidad: 'ENDURO CROSS', riders: [{ id_driver: one.id }, { id_driver: two.id }] },
  ])
  expect(north.plan(south.data()).report.numbers).toEqual([])
})

test('a document that two riders would have stays with one, and is a conflict that names the other', () => {
  north.edit(rider.id, { dni: 49999999 })
  const other = south.register({ dni: 49999999 })
  const { report } = north.merge(south.data())
  expect(north.get(rider.id).dni).toBe(rider.dni)
  expect(north.get(other.id).dni).toBe(49999999)
  expect(report.conflicts).toMatchObject([
    { field: 'dni', side: 'other', onlySide: expect.stringContaining('49999999') },
  ])
})

test('passages of both logs are joined by their times, also those of the codes that are one rider now', () => {
  const { north, south, one, two } = twoNewDesks({ dni: 41234567 })
  north.passages = [aPassage('a', 1, '2026-11-21T07:00:00.000Z', one.id)]
  south.passages = [
    aPassage('b', 1, '2026-11-21T06:30:00.000Z', two.id),
    { number: 2, settles: 'b', at: '2026-11-21T07:30:00.000Z', by: 'marta', reason: 'Su padre' },
  ]
  const { number, report } = north.merge(south.data())
  expect(report.passages).toBe(1)
  expect(north.passages).toMatchObject([
    { id: 'b', number: 1, pilot: one.id },
    { id: 'a', number: 2, pilot: one.id },
    { settles: 'b', number: 3 },
  ])
  north.undo(number)
  expect(north.passages).toMatchObject([{ id: 'a', number: 1, pilot: one.id }])
})

test('an undone merge leaves everything as before, and can be made again', () => {
  const [jefa, pedro] = [{ user: 'jefa', role: 'admin' } as const, { user: 'pedro', role: 'mesa' } as const]
  north.accounts = [jefa]
  south.accounts = [{ ...jefa, user: 'JEFA' }, pedro]
  north.edit(rider.id, { club: 'Dos' })
  south.edit(rider.id, { npiloto: '8' })
  south.register({})
  const removed = north.register({})
  south.merge(north.data())
  south.remove(removed.id)
  const before = north.riders()
  const first = north.merge(south.data())
  expect(north.accounts).toEqual([jefa, pedro])
  const after = north.riders()
  expect(after).not.toEqual(before)
  north.undo(first.number)
  expect(north.riders()).toEqual(before)
  expect(north.accounts).toEqual([jefa])
  const { report } = north.merge(south.data())
  expect(report).toEqual(first.report)
  expect(north.riders()).toEqual(after)
})

test('an admin of the other desk gets an account here only if a person says so, and others with their role', () => {
  const [ana, luis] = [{ user: 'ana', role: 'admin' } as const, { user: 'luis', role: 'mesa' } as const]
  south.accounts = [ana, luis]
  expect(north.plan(south.data())).toMatchObject({
    report: {
      accounts: [
        { ...ana, isAdded: false },
        { ...luis, isAdded: true },
      ],
    },
    accounts: ['luis'],
  })
  north.merge(south.data())
  expect(north.plan(south.data())).toMatchObject({ hasChanges: false, accounts: [] })
  expect(north.plan(south.data(), { admins: ['ana', 'luis'] })).toMatchObject({
    report: { accounts: [{ ...ana, isAdded: true }] },
    hasChanges: true,
    accounts: ['ana'],
  })
})

test('a merge cannot be undone twice, or once something else changed', () => {
  south.register({})
  const { number } = north.merge(south.data())
  expect(() => north.undo(number + 1)).toThrow('No hay una unión con ese número')
  north.register({})
  expect(() => north.undo(number)).toThrow('desde entonces cambió algo')
  const again = twoDesks()
  again.south.register({})
  const merge = again.north.merge(again.south.data())
  again.north.passages.push(aPassage('z', 1, again.north.now()))
  expect(() => again.north.undo(merge.number)).toThrow('desde entonces hubo lecturas')
  again.north.passages = []
  again.north.undo(merge.number)
  expect(() => again.north.undo(merge.number)).toThrow('ya se deshizo')
})

function aPassage(id: string, number: number, at: string, pilot?: string): LogEntry {
  return {
    id,
    number,
    at,
    received: at,
    scanned: pilot ?? '',
    ...(pilot && { pilot }),
    gate: 'Puerta',
    direction: 'in',
    by: 'marta',
    device: 'laptop',
    result: 'pass',
    isAdmitted: true,
  }
}

test('the entries of both desks are joined with the checks of both, and equal numbers are listed', () => {
  const event = { ...openEvent(), id: 'E' }
  const enter = (desk: MergeDesk, id: string, modalidad: string, number = '7') =>
    desk.order({ kind: 'enter', ids: [id], modalidades: [modalidad], number }, event)
  enter(north, rider.id, 'RALLY')
  expect(south.merge(north.data()).report).toMatchObject({ joined: 1, numbers: [] })
  const check = (desk: MergeDesk, checks: Record<string, boolean>) =>
    desk.order({ kind: 'change', id: rider.id, modalidad: 'RALLY', to: { checks } }, event)
  check(north, { payment: true })
  check(south, { insurance: true })
  enter(south, rider.id, 'UTV')
  const other = south.register({ npiloto: '8', modalidad: 'UTV' })
  const third = north.register({ npiloto: '9', modalidad: 'UTV' })
  enter(south, other.id, 'UTV', '5')
  enter(north, third.id, 'UTV', '5')
  const { report } = north.merge(south.data())
  expect(report).toMatchObject({
    conflicts: [],
    numbers: [{ modalidad: 'UTV', npiloto: '5', riders: [{ id_driver: third.id }, { id_driver: other.id }] }],
  })
  expect(north.get(rider.id).entries).toMatchObject([
    { modalidad: 'RALLY', number: '7', checks: { payment: {}, insurance: {} } },
    { modalidad: 'UTV', number: '7' },
  ])
  south.merge(north.data())
  expect(south.riders()).toEqual(north.riders())
  expect(north.merge(south.data()).report).toMatchObject({ new: 0, joined: 0, conflicts: [] })
})

test('one number in two categories is no equal number, and 07 and 7 in one of them are', () => {
  const categories = ['MX1', 'MX2'].map((name) => ({ id: name.toLowerCase(), modalidad: 'UTV', name }))
  const event = { ...openEvent(), id: 'E', categories }
  const enter = (desk: MergeDesk, number: string, id: string) => {
    const rider = desk.register({ npiloto: `${desk.desk}${number}${id}`, modalidad: 'UTV' })
    const given = { numbers: { UTV: number }, categories: { UTV: { id } } }
    desk.order({ kind: 'enter', ids: [rider.id], ...given }, event)
    return rider.id
  }
  const one = enter(north, '7', 'mx1')
  enter(south, '7', 'mx2')
  expect(north.merge(south.data()).report.numbers).toEqual([])
  const other = enter(south, '07', 'mx1')
  const riders = [{ id_driver: one }, { id_driver: other }]
  expect(north.merge(south.data()).report.numbers).toMatchObject([{ modalidad: 'UTV', npiloto: '7', riders }])
})

test('a rider whom one desk took out of an event, and the other left as he was, is out', () => {
  const event = { ...openEvent(), id: 'E' }
  north.order({ kind: 'enter', ids: [rider.id] }, event)
  south.merge(north.data())
  south.order({ kind: 'withdraw', ids: [rider.id] }, event)
  expect(north.merge(south.data()).report.conflicts).toEqual([])
  expect(north.get(rider.id).entries).toBeUndefined()
})
