/** Tests that imported files are read in a separate process, so that the server keeps answering. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { maxFileBytes } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { checkDraft } from '#domain/pilots/pilot'
import { TableReader } from '../../../server/spreadsheets/table-reader.ts'
import { aFolder } from '../../support/folder.ts'
import { messyCsv } from '../../support/messy-sheet.ts'
import { root } from '../../support/root.ts'
import { openApp, startTestServer } from '../../support/server.ts'
import { tableOf } from '../../support/table.ts'

const readerFile = join(root, 'dist/program/reader.cjs')
const small = () => Buffer.from('DNI;Club\n7;Sur\n')
/** Returns a file that takes about a second to read. */
const large = () => Buffer.from(`DNI;Club\n${'7;Sur\n'.repeat(150_000)}`)

function openReader(options: { deadline?: number; memory?: number } = {}): TableReader {
  const reader = new TableReader({ readerFile, ...options })
  onTestFinished(() => reader.close())
  return reader
}

test('the reading of a slow file is stopped with a message, and the next file is read', async () => {
  const reader = openReader({ deadline: 1 })
  await expect(reader.read(large())).rejects.toThrow(
    'El archivo tarda demasiado en leerse: divídalo en varios, o guárdelo como CSV, e impórtelo otra vez',
  )
  const patient = openReader()
  const [late, next] = await Promise.allSettled([
    patient.read(large(), {}, AbortSignal.timeout(1)),
    patient.read(small()),
  ])
  expect([late.status, next.status]).toEqual(['rejected', 'fulfilled'])
})

test('a correction of the last file needs no process, and gives the rows that a whole reading gives', async () => {
  const options = { readerFile }
  const reader = new TableReader(options)
  onTestFinished(() => reader.close())
  const file = messyCsv()
  const asRead = { defaults: { participacion: 'Sin historial' } }
  await reader.read(file, { mapping: asRead })
  options.readerFile = join(root, 'no-reader.cjs')
  const corrections: ImportMapping[] = [
    { ...asRead, cells: { 37: { fechanac: '28/02/1999' }, 256: { fechanac: '1/3/1999' } } },
    { ...asRead, cells: { 256: { fechanac: '2/3/1999' } } },
    { ...asRead, firstNumbers: ['celular'], replacements: { modalidad: { Velocros: 'VELOCROSS' } } },
    { defaults: { ...asRead.defaults, tiposangre: 'No sabe' }, cells: { 4: { club: 'Sur' } } },
    asRead,
  ]
  for (const mapping of corrections) {
    const [{ rows, ...head }, whole] = [
      await reader.read(file, { mapping }),
      await tableOf(file, { mapping }),
    ]
    expect(rows.map(({ checked: _checked, ...row }) => row)).toEqual(whole.rows)
    expect(rows.map(({ checked, values }) => checked ?? checkDraft(values))).toEqual(
      whole.rows.map(({ values }) => checkDraft(values)),
    )
    expect({ ...head, rows: whole.rows }).toEqual(whole)
  }
  for (const [bytes, mapping] of [
    [file, { columns: { Club: null } }],
    [file, { defaults: { participacion: 'Otro', seguro: 'X' } }],
    [small(), asRead],
  ] as const)
    await expect(reader.read(bytes, { mapping })).rejects.toThrow()
})

test('a file that needs too much memory ends only its own process, and the next file is read', async () => {
  const reader = openReader({ memory: 32 })
  // An empty list takes ten times as many bytes in memory as in the file.
  const row = `{"dni":[${'[],'.repeat(300)}[]]}`
  const lists = `[${`${row},`.repeat(30_000)}${row}]`
  await expect(reader.read(Buffer.from(lists))).rejects.toThrow(
    'El archivo necesita demasiada memoria para leerse',
  )
  const { form, names, mapping, unit, rows } = await reader.read(small())
  const targets = mapping.columns.map(({ target }) => target)
  expect({ form, names, targets, unit }).toEqual({
    form: 'CSV separado por punto y coma, UTF-8',
    names: ['DNI', 'Club'],
    targets: ['dni', 'club'],
    unit: 'línea',
  })
  expect(rows.map(({ line, values, cells }) => [line, values, cells])).toEqual([
    [2, { dni: '7', club: 'Sur' }, ['7', 'Sur']],
  ])
})

test('the server answers other requests while it reads a file, even if the reading never ends', async () => {
  const endless = join(await aFolder(), 'reader.cjs')
  await writeFile(endless, 'for (;;);')
  const { app } = await openApp({ readerFile: endless })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const importing = app.inject({ method: 'POST', url: '/api/import', headers, payload: small() })
  for (let asked = 0; asked < 5; asked += 1)
    expect((await app.inject('/api?list=all&per_page=1')).statusCode).toBe(200)
  await app.close()
  expect((await importing).json()).toEqual({ error: 'Se canceló la lectura del archivo' })
})

test('three files can be uploaded at once, and a further one is refused until one of the senders disconnects', async () => {
  const { url } = await startTestServer()
  const uploads = await Promise.all([beginUpload(url), beginUpload(url), beginUpload(url)])
  const refused = await send(url, small())
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(await text(refused)).error).toMatch('Se está leyendo otro archivo: espere unos segundos')
  uploads[0]?.destroy()
  await expect.poll(async () => (await send(url, small(), '?update=1')).statusCode).toBe(200)
})

test('a client that leaves before its file is admitted takes no place', async () => {
  const { app, stores } = await openApp()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const asked: (() => void)[] = []
  stores.sessions.find = () => new Promise((resolve) => asked.push(() => resolve(undefined)))
  const open = () => promisify(app.server.getConnections.bind(app.server))()
  for (let left = 1; left <= 3; left += 1) {
    const sent = openImport(`${url}/api/import`, 10, { cookie: 'pilotos_session=x' })
    sent.on('error', () => {})
    sent.flushHeaders()
    await expect.poll(() => asked.length).toBe(left)
    sent.destroy()
    await expect.poll(open).toBe(0)
    asked.at(-1)?.()
  }
  expect((await send(url, small(), '?update=1')).statusCode).toBe(200)
})

async function send(url: string, bytes: Buffer, query = '?dry_run=1'): Promise<IncomingMessage> {
  const sent = openImport(`${url}/api/import${query}`, bytes.length)
  sent.end(bytes)
  const [response] = await once(sent, 'response')
  return response
}

/** Starts an upload of the maximum size and sends no byte of it. Resolves once the server has accepted it. */
async function beginUpload(url: string): Promise<ClientRequest> {
  const sent = openImport(`${url}/api/import`, maxFileBytes, { expect: '100-continue' })
  sent.on('error', () => {})
  onTestFinished(() => void sent.destroy())
  sent.flushHeaders()
  await once(sent, 'continue')
  return sent
}

function openImport(url: string, length: number, more: Record<string, string> = {}): ClientRequest {
  return request(url, {
    method: 'POST',
    agent: false,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'content-length': length,
      ...more,
    },
  })
}
