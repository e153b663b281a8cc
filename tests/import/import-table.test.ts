/** Tests of what an import does beside storing pilots: it remembers mappings, and backs up before large changes. */
import { expect, test } from 'vitest'
import type { ImportOptions } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { backUpBefore, rememberMapping } from '../../server/import/import-table.ts'
import { openFolder } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft, aRow } from '../support/pilots.ts'

const chosen: ImportMapping = {
  columns: { 'Cód. Fed.': 'nlicencia', Obs: null, Quién: 'nombrecompleto' },
  defaults: { club: 'Sur' },
  surnamesFirst: true,
  dates: { fechanac: 'mes-dia' },
  fixesCapitals: false,
}

test('a mapping survives the end of the program, without the choices that hold for one file only', async () => {
  const folder = await aFolder()
  const first = await openFolder(folder)
  await first.settings.change({ address: 'http://10.0.0.1' })
  const forOneFile = {
    sheet: 'Lima',
    header: 3,
    cells: { 2: { club: 'x' } },
    replacements: { club: { a: 'b' } },
  }
  await rememberMapping(first.settings, ['a', 'b'], undefined, { ...forOneFile, ...chosen })
  await first.close()
  const second = await openFolder(folder)
  expect(await second.settings.read()).toEqual({ address: 'http://10.0.0.1', mappings: { 'a\tb': chosen } })
  await second.close()
})

test('the mappings of the last 50 headers are kept, and one that is used again is the last', async () => {
  const { settings, close } = await openFolder(await aFolder())
  const keys = Array.from({ length: 50 }, (_, index) => `header ${index}`)
  for (const key of keys) await rememberMapping(settings, [key], undefined, chosen)
  await rememberMapping(settings, ['header 0'], undefined, { ...chosen, surnamesFirst: false })
  await rememberMapping(settings, ['another'], undefined, chosen)
  const { mappings = {} } = await settings.read()
  expect(Object.keys(mappings)).toEqual([...keys.slice(2), 'header 0', 'another'])
  expect(mappings['header 0']?.surnamesFirst).toBe(false)
  await close()
})

test.each<[string, boolean, ImportMapping]>([
  ['nothing', false, {}],
  ['a sheet', false, { sheet: 'Lima', columns: {}, defaults: {} }],
  ['a column', true, { columns: { A: null } }],
  ['a default', true, { defaults: { club: 'Sur' } }],
  ['capitals that are kept', true, { fixesCapitals: false }],
  ['names that come first', true, { surnamesFirst: false }],
  ['the order of dates', true, { dates: { fechanac: 'dia-mes' } }],
])('the choice of %s replaces earlier choices, and is remembered: %s', async (_, isRemembered, mapping) => {
  const { settings, close } = await openFolder(await aFolder())
  await rememberMapping(settings, ['other'], undefined, chosen)
  await rememberMapping(settings, ['key'], undefined, mapping)
  const keysOf = async () => Object.keys((await settings.read()).mappings ?? {})
  expect(await keysOf()).toEqual(isRemembered ? ['other', 'key'] : ['other'])
  await rememberMapping(settings, ['key'], undefined, chosen)
  await rememberMapping(settings, ['key'], undefined, mapping)
  expect(await keysOf()).toEqual(isRemembered ? ['other', 'key'] : ['other'])
  await close()
})

test.each<[number, ImportOptions, boolean]>([
  [51, { update: true }, true],
  [50, { update: true }, false],
  [51, { update: true, dryRun: true }, false],
  [51, { update: true, strict: true }, false],
  [51, {}, false],
])('an import that would change %i pilots with %j backs up: %s', async (number, options, isBackedUp) => {
  const stores = await openFolder(await aFolder())
  const drafts = Array.from({ length: 60 }, () => aDraft())
  await stores.pilots.import(
    drafts.map((draft, index) => aRow(index, draft)),
    {},
  )
  const changed = drafts.map((draft, index) => (index < number ? { ...draft, club: 'Otro' } : draft))
  const rows = [...changed, aDraft(), aDraft({ email: 'no' })].map((draft, index) => aRow(index, draft))
  let backups = 0
  const path = await backUpBefore(stores, rows, options, async () => `backup ${++backups}`)
  expect([path, backups]).toEqual(isBackedUp ? ['backup 1', 1] : [undefined, 0])
  expect((await stores.pilots.list({ search: 'Otro' })).total).toBe(0)
  await stores.close()
})
