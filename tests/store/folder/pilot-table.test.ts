/** Tests that the lists of the pilots in memory follow every change of the pilots. */
import { expect, test } from 'vitest'
import { classNames } from '#domain/pilots/classes/classes'
import type { Pilot } from '#domain/pilots/pilot'
import type { ListQuery } from '#domain/pilots/search/list-query'
import { PilotTable } from '../../../server/store/shared/pilot-table.ts'
import { aDraft } from '../../support/pilots.ts'
import { integersFrom } from '../../support/random.ts'

const modalidadNames = classNames('modalidad')

const names = ['Ana', 'Íñigo', 'María José', 'Lucía', 'Óscar', 'ANABEL', 'Zoë']
const lastnames = ['Núñez', 'Quispe Mamani', 'Peña', "O'Higgins", 'de la Cruz', 'Nunes']
const searches = [
  ...['ana', 'AN', 'ñez', 'nunez ana', 'quispe mamani', 'mani', 'moto', '@', 'cruz de', 'a', 'xyz', '1 0'],
  ...["o'h", '0', '07', '007', '0100', '1.000.0', '01 000', '1.000 ana'],
]

test('after any changes, a list is that of a table that has had no changes, and a page has its part of it', () => {
  const next = integersFrom(7)
  const changed = new PilotTable()
  let existing: Pilot[] = []
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item
  const aPilot = (id: string): Pilot => ({
    id,
    photo: null,
    ...aDraft({
      name: pick(names),
      lastname: pick(lastnames),
      modalidad: pick(modalidadNames),
      npiloto: String(next(30)).padStart(2 + next(2), '0'),
      dni: pick([100, 1_000_000, 10_000_000]) + next(50_000),
    }),
  })

  for (let step = 0; step < 400; step += 1) {
    const known = existing.map(({ id }) => id)
    const put = Array.from({ length: next(step === 200 ? 150 : 4) }, (_, index) =>
      aPilot(next(3) === 0 && known.length > 0 ? pick(known) : `${step}-${index}`),
    )
    const remove = next(4) === 0 && known.length > 0 ? [pick(known)] : []
    changed.apply({ put, remove })
    const byId = new Map(existing.map((pilot) => [pilot.id, pilot]))
    for (const pilot of put) byId.set(pilot.id, pilot)
    for (const id of remove) byId.delete(id)
    existing = [...byId.values()]

    const plain = new PilotTable(existing)
    const query: ListQuery = {
      search: next(3) > 0 ? pick(searches) : undefined,
      sort: next(2) === 0 ? pick(['lastname', 'npiloto', 'dni'] as const) : undefined,
      order: pick([undefined, 'asc', 'desc'] as const),
      page: 1 + next(3),
      perPage: pick([undefined, 3, 25]),
    }
    const listed = changed.list(query)
    expect(listed, JSON.stringify(query)).toEqual(plain.list(query))
    const { page = 1, perPage = 1000, ...whole } = query
    const { pilots } = plain.list(whole)
    expect(listed.pilots, JSON.stringify(query)).toEqual(pilots.slice((page - 1) * perPage, page * perPage))
  }
  expect(existing.length).toBeGreaterThan(300)
})

test('values that differ by case or accents only are equal, and their pilots stay in the order of registration', () => {
  const lastnames = ['Núñez', 'zeta', 'NUNEZ', 'Ñandú', 'nuñez', '10', '9', '009', 'nunez']
  const table = new PilotTable(
    lastnames.map((lastname, index) => ({
      id: `p${index}`,
      photo: null,
      ...aDraft({ lastname, dni: index }),
    })),
  )
  const { pilots } = table.list({ sort: 'lastname' })
  expect(pilots.map(({ lastname }) => lastname)).toEqual(
    '9 009 10 NUNEZ nunez Núñez nuñez Ñandú zeta'.split(' '),
  )
  expect(table.list({ sort: 'lastname', order: 'desc' }).pilots).toEqual(pilots.toReversed())
})

test('the invented values are those of all pilots after every change', () => {
  const next = integersFrom(7)
  const pick = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value
  const table = new PilotTable()
  for (let round = 0; round < 400; round += 1) {
    const id = `P${next(30)}`
    const celular = pick([951234567, 999999999, null])
    const draft = aDraft({
      celular,
      email: pick(['a@x.pe', 'sincorreo@x.pe']),
      club: pick([null, 'Sur', 'SUR', '-']),
    })
    table.apply(next(6) === 0 ? { remove: [id] } : { put: [{ ...draft, id, photo: null }] })
    expect(table.inventedValues()).toEqual(new PilotTable(table.all()).inventedValues())
  }
})
