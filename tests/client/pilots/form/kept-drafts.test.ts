/** Tests which draft a form recovers, and for whom. */
import { expect, test } from 'vitest'
import {
  draftsOf,
  keyPrefix,
  recoverable,
  suspectDrafts,
} from '../../../../client/pilots/form/kept-drafts.ts'
import { valuesOf } from '../../../../client/pilots/form/pilot-values.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const ana = { user: 'ana' }
const key = (name: string, owner: Parameters<typeof keyPrefix>[0] = ana) => `${keyPrefix(owner)}${name}`
const text = (at: string) => JSON.stringify({ values: { name: 'Lo de Ana' }, at })
const today = text('2026-11-21T09:00:00.000Z')

test('a draft is recovered only for the account and the pilot whose form it was, with all fields of a form', () => {
  const owners = [{ user: null }, ana, { user: 'ana', id: '7K3Q9XW2M4TB' }, { user: 'beto' }, { user: 'an' }]
  const entries = owners.map((owner) => [key('x', owner), today] as const)
  for (const owner of owners)
    expect(draftsOf(owner, [...entries, ['another', today]], now)).toEqual({
      kept: [{ key: key('x', owner), draft: expect.objectContaining({ at: '2026-11-21T09:00:00.000Z' }) }],
      useless: [],
    })
  expect(draftsOf(ana, entries, now).kept[0]?.draft.values).toEqual({ ...valuesOf(), name: 'Lo de Ana' })
})

test('a draft of more than seven days and an entry that is no draft are useless', () => {
  const entries = [
    [key('old'), text('2026-11-14T17:59:59.000Z')],
    [key('young'), text('2026-11-14T18:00:01.000Z')],
    [key('broken'), '{'],
    [key('empty'), null],
  ] as const
  const { kept, useless } = draftsOf(ana, entries, now)
  expect([kept.map((one) => one.key), useless]).toEqual([
    [key('young')],
    [key('old'), key('broken'), key('empty')],
  ])
})

test('a tab recovers its own draft after a reload, else the newest one that no tab has open', () => {
  const entries = ['09', '11', '10'].map(
    (hour) => [key(hour), text(`2026-11-21T${hour}:00:00.000Z`)] as const,
  )
  const { kept } = draftsOf(ana, entries, now)
  const recovered = (open: string[], own: string | null) => recoverable(kept, new Set(open), own)?.key
  expect(recovered([], null)).toBe(key('11'))
  expect(recovered([], key('10'))).toBe(key('10'))
  expect(recovered([key('11')], null)).toBe(key('10'))
  expect(recovered([key('10')], key('10'))).toBe(key('11'))
  expect(
    recovered(
      entries.map(([one]) => one),
      null,
    ),
  ).toBeUndefined()
})

test('drafts of every form and account name the documents and birth dates whose persons may be erased, since the registration, and the applications that may be gone', () => {
  const draft = (content: object) =>
    JSON.stringify({ at: '2026-11-21T09:00:00.000Z', values: {}, ...content })
  const fechanac = '1998-05-14'
  const base = { dni: 71234567, fechanac, since: '2026-05-01T10:00:00.000Z' }
  const entries = [
    [key('blank', { user: null }), draft({ values: { dni: '71.234.567', fechanac: '14/05/1998' } })],
    [
      key('edit', { user: 'beto', id: '7K3Q9XW2M4TB' }),
      draft({ base, values: { dni: '71234568', fechanac: '1998-05-14' } }),
    ],
    [
      key('applied', { user: 'beto', id: 'aaaaaaaaaaaaaaaaaaaaaa' }),
      draft({ application: { id: 'aaaaaaaaaaaaaaaaaaaaaa', version: '1' } }),
    ],
    [key('nobody'), draft({ values: { name: 'Ana', dni: '71234567' } })],
    [key('old', { user: 'beto' }), text('2026-11-14T17:59:59.000Z')],
    ['pilotos-draft', key('blank')],
  ] as const
  expect(suspectDrafts(entries, now)).toEqual({
    suspects: [
      { key: entries[0][0], riders: [{ dni: 71234567, fechanac }], since: '2026-11-21T09:00:00.000Z' },
      {
        key: entries[1][0],
        riders: [
          { dni: 71234567, fechanac },
          { dni: 71234568, fechanac },
        ],
        since: base.since,
      },
      {
        key: entries[2][0],
        riders: [],
        application: 'aaaaaaaaaaaaaaaaaaaaaa',
        since: '2026-11-21T09:00:00.000Z',
      },
    ],
    useless: [entries[4][0]],
  })
})
