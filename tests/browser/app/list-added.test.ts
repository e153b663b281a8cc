/**
 * Tests that a list that an admin keeps is added by its description: in a copy of the project that has one more, the zones of
 * the paddock. It has a section of *Ajustes*, calls, a command, a history, a place in backups, and joins that of another desk.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStores } from '../../../server/store/open.ts'
import { pilotosProcess, serve } from '../../support/command.ts'
import { type Edit, editedProject } from '../../support/edited-project.ts'
import { aFolder } from '../../support/folder.ts'
import { openElsewhere, pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const edits: readonly Edit[] = [
  {
    file: 'server/domain/zones/zones.ts',
    entry: `import * as Type from 'typebox'
import { answered, kept, text, version } from '../api/schema-parts.ts'
import { listCalls } from '../collections/calls.ts'
import type { Collection } from '../collections/collection.ts'
import type { Kept } from '../collections/item.ts'

const given = {
  letter: text('The letter.', { pattern: '^[A-Z]$', maxLength: 1, message: 'La letra va de la A a la Z' }),
  name: text('The name.', { minLength: 1, maxLength: 40, message: 'El nombre tiene de 1 a 40 letras' }),
  colour: text('\`#rrggbb\`.', { pattern: '^#[0-9a-f]{6}$', maxLength: 7, message: 'Elija un color' }),
}
export const zone = Type.Object({ ...given, ...kept })
export type TypedZone = Type.Static<Type.TObject<typeof given>>
export type Zone = TypedZone & Kept

export const zoneList: Collection<Zone, TypedZone> = {
  ...{ missing: 'No existe esa zona', part: 'name', most: [26, 'Ya hay 26 zonas'] },
  newKey: ({ letter }) => letter,
  stored: ({ letter, name, colour }) => ({ letter, name: name.trim(), colour }),
  problems: ({ letter }, others) => ({
    letter: others.some(([, other]) => other.letter === letter) ? \`Ya hay una zona \${letter}\` : undefined,
  }),
}

const key = { key: text('The first letter, which stays.') }
const listed = answered({ ...key, ...zone.properties, version })
export type ListedZone = Type.Static<typeof listed>

export const zoneCalls = listCalls('/api/zones', ':key', {
  ...{ one: 'a zone', many: 'the zones', listed, given, added: {}, of: {}, place: {}, key, most: 26 },
  bodyMessage: 'La zona va como un objeto JSON',
  says: { list: 'Of the paddock.', add: '422 for a letter that another one has.', change: 'The key stays.' },
  leaves: { retire: 'Nobody can choose it.' },
})
`,
  },
  {
    file: 'server/zones/routes.ts',
    entry: `import { itemsOf } from '#domain/collections/item'
import { serveList } from '../collections/serve-list.ts'
import type { Guard } from '../http/guard.ts'
import type { Routes } from '../http/serve.ts'
import type { PilotFields } from '../settings/current-settings.ts'
import type { Stores } from '../store/shared/stores.ts'
import { parts } from '../store/shared/versions.ts'

type Needs = { stores: Stores; guard: Guard; fields: PilotFields }
export const zones: Routes<Needs> = async (app, { stores, guard, fields }) =>
  serveList(app, {
    ...{ path: '/api/zones', item: ':key', listOf: () => 'zones' },
    change: (list, order, request) => stores.settings.changeItem(list, order, guard.authorOf(request)),
    async all() {
      const all = itemsOf((await stores.settings.read()).zones ?? {})
      const versionOf = (key: string) => fields.versionOf(parts.item('zones', key))
      return { data: all.map(([key, zone]) => ({ key, ...zone, version: versionOf(key) })) }
    },
  })
`,
  },
  {
    file: 'client/zones/zones-section.tsx',
    entry: `import type { ListedZone, TypedZone } from '#domain/zones/zones'
import { itemCalls } from '../api/item-calls.ts'
import { useLoad } from '../api/load.ts'
import { type ListDescription, ListEditor } from '../collections/list-editor.tsx'
import { Awaited } from '../ui/notice.tsx'

const calls = itemCalls('/api/zones', ':key', ({ key }) => ({ key }))
const list: ListDescription<ListedZone, TypedZone, readonly ListedZone[]> = {
  ...calls,
  addAll: (rows) => calls.addAll({ rows: [...rows] }),
  ...{ keyOf: ({ key }) => key, nameOf: ({ letter, name }) => \`\${letter} · \${name}\`, describe: () => null },
  ...{ retiredWord: 'Retiradas', leaveWord: 'Retirar', pronoun: 'la' },
  ...{ addTitle: () => 'Agregar una zona', oneOf: ({ name }) => name },
  ...{ versionOf: ({ letter, name }) => \`\${letter} · \${name}\`, effectOf: () => 'Ya nadie la elige.' },
  ...{ saved: ({ name }) => \`\${name} quedó guardada.\`, left: ({ name }) => \`\${name} ya no está.\` },
  typedOf: ({ letter = '', name = '', colour = '#ffcc00' } = {} as ListedZone) => ({ letter, name, colour }),
  parts: [
    { name: 'letter', label: 'Letra', kind: 'text', required: 'Escriba la letra', maxLength: 1 },
    { name: 'name', label: 'Nombre', kind: 'text', required: 'Escriba el nombre', maxLength: 40 },
    { name: 'colour', label: 'Color', kind: 'colour' },
  ],
}

export function ZonesSection() {
  const load = useLoad(list.load, 'zones')
  const editor = (items: readonly ListedZone[]) => (
    <ListEditor list={list} take={load.take} groups={[{ label: 'Zonas', items, add: { word: 'Agregar' } }]} />
  )
  return <Awaited load={load}>{editor}</Awaited>
}
`,
  },
  ...[
    [
      'server/domain/desk/lists.ts',
      "import type { Pilot } from '../pilots/pilot.ts'\n",
      "import { itemsOf } from '../collections/item.ts'\nimport { type TypedZone, type Zone, zoneList } from '../zones/zones.ts'\n",
    ],
    [
      'server/domain/desk/lists.ts',
      '}\nexport type ListName',
      '  zones: SettingsList<Zone, TypedZone, string>\n',
    ],
    [
      'server/domain/desk/lists.ts',
      "  modalidad: classesIn('modalidad'),",
      `  zones: keptAt(['zones'], 'esta zona', zoneList, ({ zones = {} }) => itemsOf(zones), (zones) => ({ zones })),
`,
    ],
    [
      'server/domain/desk/shared.ts',
      '  reception: { label: ',
      "  zones: { each: { label: 'Zona' }, isJoined: true },\n",
    ],
    ['server/domain/desk/shared-history.ts', "  ...{ text: 'Texto', version", "  letter: 'Letra',\n"],
    [
      'server/domain/stored/setting-shapes.ts',
      "import * as limits from './limits.ts'",
      "import { zone } from '../zones/zones.ts'\n",
    ],
    [
      'server/domain/stored/setting-shapes.ts',
      '  reception: optional(reception),',
      "  zones: optional(byName(zone, { description: 'The zones by their keys.', maxProperties: 26 })),\n",
    ],
    [
      'server/domain/api/calls.ts',
      "import type { WrittenAnswer } from './call.ts'",
      "import { zoneCalls } from '../zones/zones.ts'\n",
    ],
    ['server/domain/api/calls.ts', '  ...definitionCalls,', '  ...zoneCalls,\n'],
    [
      'server/app.ts',
      "import { definitions } from './pilots/definition-routes.ts'",
      "import { zones } from './zones/routes.ts'\n",
    ],
    ['server/app.ts', '  definitions,\n  changes,', '  zones,\n'],
    [
      'client/pilots/feature.ts',
      'import { FieldsSection } from',
      "import { ZonesSection } from '../zones/zones-section.tsx'\n",
    ],
    [
      'client/pilots/feature.ts',
      "    {\n      ...{ id: 'campos',",
      "    { id: 'zonas', title: 'Zonas', group: 'always', Page: ZonesSection, words: '' },\n",
    ],
  ].map(([file = '', before, entry = '']) => ({ file, before, entry })),
]

const project = editedProject(edits)

async function command(data: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await pilotosProcess([...args, '--data', data], {
    ...{ project: project(), cwd: await aFolder() },
  })
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return stdout
}

test('a list with a screen, calls, a command, a history and a merge is at most 90 lines', () => {
  const lines = edits.flatMap(({ entry }) => entry.split('\n').filter((line) => line.trim() !== ''))
  expect(lines.filter((line) => line.length > 110)).toEqual([])
  expect(lines.length).toBeLessThanOrEqual(90)
})

test('the copy lists, adds, changes, moves, retires and merges the items of its list', async () => {
  const [data, other, folder] = [await aFolder(), await aFolder(), await aFolder()]
  const { url, stop } = await serve(['--data', data], { project: project() })
  const page = await openElsewhere({ ...(await openPage()), url }, '/ajustes/zonas')
  const section = page.getByRole('region', { name: 'Zonas' })
  const dialog = page.getByRole('dialog')
  const add = async (letter: string, name: string) => {
    await section.getByRole('button', { name: 'Agregar', exact: true }).click()
    await dialog.getByLabel('Letra').fill(letter)
    await dialog.getByLabel('Nombre').fill(name)
    await dialog.getByLabel('Color').fill('#ff0000')
    await dialog.getByRole('button', { name: 'Agregar' }).click()
  }
  await add('A', 'Boxes')
  await section.getByText('A · Boxes').waitFor()
  await add('A', 'Tribuna')
  await dialog.getByText('Ya hay una zona A').waitFor()
  await dialog.getByLabel('Letra').fill('B')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await section.getByRole('button', { name: 'Subir B · Tribuna' }).click()
  await section.getByRole('button', { name: 'Retirar A · Boxes' }).click()
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await section.getByText('Retiradas (1)').waitFor()
  await stop()

  const rows = async (of: string) => JSON.parse(await command(of, 'call', 'GET /api/zones', '--json')).data
  expect(await rows(data)).toMatchObject([
    { key: 'B', name: 'Tribuna', colour: '#ff0000' },
    { key: 'A', name: 'Boxes', isRetired: true },
  ])
  expect(await command(data, 'history', '--shared')).toMatch(/Zona Tribuna.*Agregado: Letra B/s)

  const body = join(folder, 'cuerpo.json')
  await writeFile(body, JSON.stringify({ letter: 'C', name: 'Parque', colour: '#00ff00' }))
  await command(other, 'call', 'POST /api/zones', '--body', body)
  const stores = await openStores(other)
  await stores.pilots.register(aDraft())
  await stores.close()
  await command(other, 'backup', join(folder, 'otra.tar.gz'))
  await command(data, 'merge', join(folder, 'otra.tar.gz'), '--json')
  expect((await rows(data)).map(({ key }: { key: string }) => key).sort()).toEqual(['A', 'B', 'C'])
})
