/** Tests of `pilotos export-person`: on a folder, while a kiosk holds it, and for removed riders. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { restore } from '../support/merges.ts'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft, aForeigner, aPicture } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'

/** Fills a folder with a rider who had a photo, a lost card, a card of another desk and scans, and with another rider. */
async function aFilledFolder() {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const photo = await stores.photos.save(await aPicture('jpeg', 40, 40))
  const draft = aDraft({ name: 'Ana', lastname: 'Rojas', dni: 70123456, emergencia_nombre: 'Rosa' })
  const first = await stores.pilots.register(draft, photo, 'marta')
  const joined = { id: '0K3Q9XW2M4T1', next: first.id, at: new Date().toISOString(), joined: true } as const
  await restore(stores.merges, { pilots: [first], revoked: [joined] })
  await stores.pilots.issueCards([first.id], 'http://192.168.1.20:4780', { by: 'marta' })
  await stores.pilots.seeContact(first.id, 'Norte', 'puerta1')
  const { id } = await stores.pilots.revoke(first.id, 'marta')
  const other = await stores.pilots.register(aDraft({ name: 'Luz', dni: 70999999 }), undefined, 'marta')
  await stores.passages.record(
    [
      aReceivedScan({ scanned: first.id, pilot: first.id }),
      aReceivedScan({ scanned: joined.id, pilot: undefined, status: undefined, gate: 'Sur' }),
      aReceivedScan({ scanned: other.id, pilot: other.id, gate: 'Boxes' }),
    ],
    'warn',
  )
  await stores.close()
  return { folder, first: first.id, joined: joined.id, id, other: other.id }
}

async function contentOf(path: string) {
  const files = unzipSync(await readFile(path))
  const [html = '', json = '{}'] = ['datos.html', 'datos.json'].map((name) =>
    strFromU8(files[name] ?? new Uint8Array()),
  )
  return { names: Object.keys(files), photo: files['foto.jpg'], html, json: JSON.parse(json) }
}

test('all of a rider is written, by the document or by any code, and nothing of others', async () => {
  const { folder, first, joined, id, other } = await aFilledFolder()
  const cwd = await aFolder()
  const run = (...args: string[]) => pilotos(['export-person', ...args, '--data', folder], { cwd })
  expect(await run('70.123.456')).toEqual({
    code: 0,
    stdout: 'datos-70123456.zip: 1 registro, 5 cambios, 2 lecturas\n',
    stderr: '',
  })
  const { names, photo, html, json } = await contentOf(join(cwd, 'datos-70123456.zip'))
  expect(names).toEqual(['datos.html', 'datos.json', 'foto.jpg'])
  expect(photo?.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]))
  for (const code of [id, first, joined]) expect(html).toContain(code)
  for (const text of ['Ana Rojas', 'Norte vio el contacto de emergencia', 'puerta1', 'Sur', 'marta'])
    expect(html).toContain(text)
  expect(json.registrations).toMatchObject([
    {
      listed: true,
      photo: 'foto.jpg',
      codes: [
        { code: id, state: 'current' },
        { code: joined, state: 'joined' },
        { code: first, state: 'revoked' },
      ],
      passages: [{ scanned: first }, { scanned: joined }],
    },
  ])
  for (const text of ['Luz', '70999999', other, 'Boxes'])
    expect(html + JSON.stringify(json)).not.toContain(text)

  for (const [index, code] of [id, first, joined].entries()) {
    expect((await run(code, `${index}.zip`)).code).toBe(0)
    expect((await contentOf(join(cwd, `${index}.zip`))).json.document).toBe('DNI 70123456')
  }
  expect(await run('11111111')).toMatchObject({
    code: 1,
    stderr: 'pilotos: Aquí no hay datos de nadie con el identificador o documento 11111111\n',
  })
})

test('a file is never overwritten', async () => {
  const { folder } = await aFilledFolder()
  const cwd = await aFolder()
  await writeFile(join(cwd, 'datos-70123456.zip'), 'mine')
  const refused = { code: 1, stderr: 'pilotos: Ya existe datos-70123456.zip: elija otro nombre\n' }
  const run = (...args: string[]) => pilotos(['export-person', ...args, '--data', folder], { cwd })
  expect(await run('70123456')).toMatchObject(refused)
  expect(await run('70123456', 'datos-70123456.zip')).toMatchObject(refused)
  expect(await readFile(join(cwd, 'datos-70123456.zip'), 'utf8')).toBe('mine')
})

test('a removed rider is found while a kiosk holds the folder, with the registration that followed', async () => {
  const { folder, id } = await aFilledFolder()
  await startTestServer({ folder })
  const cwd = await aFolder()
  const run = (...args: string[]) => pilotos(['export-person', ...args, '--data', folder], { cwd })
  await pilotos(['remove', id, '--yes', '--data', folder])
  expect(await run('70123456', 'uno.zip')).toMatchObject({ code: 0 })
  const { names, html, json } = await contentOf(join(cwd, 'uno.zip'))
  expect(names).toContain('foto.jpg')
  expect(html).toContain('ya no está en la lista')
  expect(json.registrations).toMatchObject([{ listed: false }])
  expect(json.registrations[0].history.at(-1)).toMatchObject({ kind: 'removed', by: 'la terminal' })

  const again = '0000000000AA'
  const input = JSON.stringify([{ id_driver: again, ...aDraft({ name: 'Ana', dni: 70123456 }) }])
  await pilotos(['import', '-', '--data', folder], { input })
  const both = [
    { listed: true, codes: [{ code: again }], passages: [] },
    { listed: false, passages: [{}, {}] },
  ]
  for (const [index, text] of [id, again].entries()) {
    expect((await run(text, `${index}.zip`)).stdout).toContain('2 registros')
    expect((await contentOf(join(cwd, `${index}.zip`))).json.registrations).toMatchObject(both)
  }
})

test('a passport names a rider, and the backups that may have the rider are named', async () => {
  const folder = await aFolder()
  const cwd = await aFolder()
  const input = JSON.stringify([aForeigner({ tipodoc: 'Pasaporte', documento: 'AB123' })])
  await pilotos(['import', '-', '--data', folder], { input })
  await pilotos(['backup', join(folder, 'mia.tar.gz'), '--data', folder])
  await pilotos(['restore', join(folder, 'mia.tar.gz'), '--force', '--data', folder])
  expect(await pilotos(['export-person', 'pasaporte ab-123', '--data', folder], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^datos-Pasaporte-AB123\.zip: /),
  })
  const { html } = await contentOf(join(cwd, 'datos-Pasaporte-AB123.zip'))
  expect(html).toMatch(/Pueden tener estos datos las copias de esta laptop.*antes-de-restaurar-pilotos-/s)
})
