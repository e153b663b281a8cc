/** Tests which values count as invented: those that say that there is none, and those that too many pilots have. */
import { expect, test } from 'vitest'
import { findInvented, heldValues, needsReview } from '#domain/pilots/checks/unlikely'
import { noValueStart, type Pilot, saysNone } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

let last = 0

/** Returns a pilot whose e-mail, telephone, licence number and club no other has. */
function aPilot(changes: Partial<Pilot> = {}): Pilot {
  last += 1
  const own = {
    email: `a${last}@x.pe`,
    celular: 987_000_000 + last,
    nlicencia: `${last}`,
    club: `Club ${last}`,
  }
  return { ...aDraft({ ...own, ...changes }), id: String(last), photo: null }
}

function pilots(number: number, changes: Partial<Pilot>): Pilot[] {
  return Array.from({ length: number }, () => aPilot(changes))
}

const found = (all: readonly Pilot[]) => findInvented(heldValues(all))

test('values that say that there is none are invented, the most frequent first', () => {
  const invented = [
    ...pilots(3, { celular: 999999999 }),
    ...pilots(2, { email: 'SinCorreo12@gmail.com' }),
    aPilot({ club: '-' }),
    aPilot({ nlicencia: 'S/N' }),
  ]
  const none = pilots(9, { email: null, celular: null, nlicencia: null, club: null, tiposangre: null })
  const all = [...invented, ...none, ...pilots(9, {})]
  expect(found(all)).toEqual([
    { field: 'celular', value: 999999999, pilots: 3 },
    { field: 'email', value: 'SinCorreo12@gmail.com', pilots: 2 },
    { field: 'club', value: '-', pilots: 1 },
    { field: 'nlicencia', value: 'S/N', pilots: 1 },
  ])
  expect(all.filter(needsReview(found(all), '2026-11-21'))).toEqual(invented)
  expect(all.filter(needsReview([], '2026-11-21'))).toEqual([])
})

test.each<[string, Partial<Pilot>, number, boolean]>([
  ['a telephone of a family', { celular: 951234567 }, 4, false],
  ['a telephone of pilots of several clubs', { celular: 951234567 }, 5, true],
  ['a telephone of pilots without a club', { celular: 951234567, club: null }, 5, true],
  ['a telephone of a club', { celular: 951234567, club: 'Sur' }, 20, false],
  ['an e-mail of a club', { email: 'club@sur.pe', club: 'Sur' }, 20, false],
  ['an e-mail of pilots of several clubs', { email: 'mesa@federacion.pe' }, 5, true],
  ['a licence number, also within a club', { nlicencia: '2026', club: 'Sur' }, 5, true],
  ['a licence number', { nlicencia: '2026' }, 4, false],
  ['a club', { club: 'Sur' }, 50, false],
  ['a blood type', { tiposangre: 'O+' }, 50, false],
])('%s: %j of %i pilots is invented: %s', (_what, changes, number, isInvented) => {
  expect(found([...pilots(number, changes), ...pilots(3, {})])).toHaveLength(isInvented ? 1 : 0)
})

test('a text that says that there is no value has the beginning that a database looks for', () => {
  const texts = [
    '-',
    '–',
    '...',
    'X',
    'xx',
    'S/N',
    'sn',
    's.n',
    'SC',
    'S/D',
    'N/A',
    'n/d',
    'NA',
    'no',
    'No sé',
    'no tiene',
  ]
  texts.push(
    'Ningún',
    'ninguna',
    'nada',
    'Sin club',
    'sin correo@x.pe',
    'sinmail3@x.pe',
    'notiene@x.pe',
    'xx@x.pe',
  )
  const isMissed = (text: string) => !noValueStart.test(text.toLowerCase())
  expect(texts.filter((text) => saysNone(text) && isMissed(text))).toEqual([])
  expect(['ana@x.pe', 'Sur', 'MX-12', '0042', 'Noé', 'nora'].filter(saysNone)).toEqual([])
})

test.each([
  ['2008-11-22', undefined, true],
  ['2008-11-21', undefined, false],
  ['2008-11-22', 'Rosa Núñez', false],
  ['1994-02-28', undefined, false],
])('a rider born %s with the guardian %s is to be reviewed: %s', (fechanac, apoderado, isToReview) => {
  const [rider] = pilots(1, { fechanac, ...(apoderado && { apoderado }) })
  expect([rider].filter((one) => one !== undefined).map(needsReview([], '2026-11-21'))).toEqual([isToReview])
})
