/** The kiosks of the pictures: their clock, identifiers and riders are the same in every run. */
import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import sharp from 'sharp'
import type { GivenCategory } from '#domain/events/categories/category'
import type { ReservedNumber } from '#domain/events/reserved/reserved'
import type { PilotDraft } from '#domain/pilots/pilot'
import { startServer } from '../../server/listen.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { openFolder } from '../../server/store/open.ts'
import { roster } from '../bench/roster.ts'
import { anEvent, changeEntry, enter, openEventOf, setEvent } from '../support/events.ts'
import { FakePrinters } from '../support/fake-printers.ts'
import { changeGates, changeTerms, revoke, sendScans } from '../support/gate.ts'
import { aScan } from '../support/passages.ts'
import { aDraft, aForeigner } from '../support/pilots.ts'
import { root } from '../support/root.ts'
import { orderHeaders } from '../support/sent-orders.ts'
import { withVersionAt } from '../support/versions.ts'

/** Noon of the event, in `zone`. */
export const now = new Date('2026-11-21T12:00:00-05:00')
export const zone = 'America/Lima'

/** The riders by the names that the pictures use for them. */
export type Riders = Record<
  'valid' | 'expired' | 'suspended' | 'revoked' | 'long' | 'minor' | 'foreign' | 'plain',
  string
>

/** Stops the clock of this process, names its machine, and makes its identifiers follow from their number. */
export function stopChance(): void {
  process.env.TZ = zone
  os.hostname = () => 'mesa'
  syncBuiltinESMExports()
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-09-01T09:00:00-05:00') })
  // Node writes the header `Date` by the clock of the machine, and the pages correct their own clock by it.
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse }
    response.setHeader('date', now.toUTCString())
  })
  let calls = 0
  crypto.getRandomValues = ((array: Uint8Array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let start = 0; start < bytes.length; start += 32) {
      const block = createHash('sha256').update(`${calls} ${start}`).digest()
      bytes.set(block.subarray(0, bytes.length - start), start)
    }
    calls += 1
    return array
  }) as typeof crypto.getRandomValues
}

/** Starts a kiosk, whose public address contains no port of this machine. */
export function startKiosk(data: string) {
  const program = join(root, 'dist/program')
  return startServer({
    data,
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://192.168.1.20:4780',
    ownHosts: ['192.168.1.20'],
    countryCode: '51',
    installation: 'clone',
    clientFolder: join(root, 'dist/client'),
    readerFile: join(program, 'reader.cjs'),
    workerFile: join(program, 'worker.cjs'),
    report: (error) => console.error(error),
    say: () => {},
    // Whatever printers this machine has.
    printSystem: new FakePrinters('Zebra_ZC300', 'Epson_L3250'),
  })
}

/** Sends what a page sends: a value as JSON, bytes, or a form. @throws Error with the answer if it is a refusal */
export async function send(method: string, address: string, body?: object): Promise<unknown> {
  const isRaw = Buffer.isBuffer(body) || body instanceof FormData
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
  const headers = {
    ...orderHeaders(),
    ...(body && !(body instanceof FormData) && { 'content-type': type }),
  }
  const { origin, pathname } = new URL(address)
  const edit = { method, url: pathname, body }
  const content = isRaw ? (body as BodyInit) : JSON.stringify(await withVersionAt(origin, edit))
  const answer = await fetch(address, { method, headers, ...(body && { body: content }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : text
}

export async function register(url: string, draft: object, photo?: Buffer): Promise<string> {
  const form = new FormData()
  form.set('data_driver', JSON.stringify(draft))
  if (photo) form.set('_img', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'foto.png')
  const [record] = (await send('POST', `${url}/api`, form)) as { id_driver: string }[]
  return String(record?.id_driver)
}

/** Draws a face, upright and of one colour, without any letter. */
export function portrait(hue: number, width = 600, height = 800): Promise<Buffer> {
  const tone = (light: number) => `hsl(${hue},45%,${light}%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice">
    <rect x="-60" width="180" height="80" fill="${tone(82)}"/><ellipse cx="30" cy="78" rx="26" ry="24" fill="${tone(35)}"/>
    <ellipse cx="30" cy="34" rx="15" ry="19" fill="#d9a679"/><path d="M14 32a16 19 0 0 1 32 0q-16-12-32 0" fill="#3a2a20"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const categories: GivenCategory[] = [
  {
    modalidad: 'MOTOCROSS',
    name: '85 cc',
    age: { from: 10, to: 13, on: 'year-end' },
    engine: { from: 80, to: 150, strokes: '2T' },
    numbers: '1-199, 901',
    places: 40,
  },
  { modalidad: 'MOTOCROSS', name: 'MX2', engine: { from: 125, to: 250 }, places: 40 },
  { modalidad: 'RALLY', name: 'Veteranos', age: { from: 40, on: 'race' } },
  { modalidad: 'RALLY', name: 'Libre' },
]

const reserved: ReservedNumber[] = [
  { number: '901', modalidad: 'RALLY', for: 'Juana Mamani', until: '2026-12-31' },
  { number: '07', modalidad: 'MOTOCROSS', category: 'motocross-85cc', for: '70123456' },
]

/** Sets a kiosk up as a federation does on the day of an event: riders, entries, scans, accounts and settings. */
export async function fillKiosk(url: string): Promise<Riders> {
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><path fill="#fff" d="M0 60 30 5l15 27L57 10l33 50z"/></svg>',
  ).toString('base64')
  await send('PUT', `${url}/api/brand`, { name: 'Federación Andina', colour: '#0b6b3a', logo })
  const event = { ...anEvent({ country: 'PE', checks: ['payment', 'inspection', 'guardian'] }), categories }
  // The riders of the last event came weeks ago, so that there is something to forget.
  mock.timers.setTime(Date.parse('2026-09-05T08:00:00-05:00'))
  await setEvent(url, {
    ...event,
    name: 'Copa Sierra',
    place: 'Jauja',
    first: '2026-09-05',
    last: '2026-09-06',
  })
  await changeGates(url, { gates: ['Norte', 'Parque cerrado'] })
  const text = 'La federación usa sus datos para organizar el evento.\nPuede pedir que se borren.'
  await send('PUT', `${url}/api/settings`, { consent: { text }, retention: { health: 1 } })
  const csv = Buffer.from(JSON.stringify(roster(64)))
  await send('POST', `${url}/api/import?file=padron-2026.csv`, csv)
  await enter(url)
  mock.timers.setTime(Date.parse('2026-11-20T17:00:00-05:00'))
  await setEvent(url, { ...event, reserved }, 'open')

  const ana = aDraft({
    name: 'Ana',
    lastname: 'Quispe Huamán',
    npiloto: '127',
    nlicencia: 'FM-2026-0127',
    email: 'ana.quispe@ejemplo.org',
    dni: 45678912,
    tiposangre: 'O+',
    modalidad: 'RALLY',
    club: 'Los Cóndores',
    alergias: 'Penicilina',
    emergencia_nombre: 'Rosa Huamán',
    emergencia_celular: '912 345 678',
    emergencia_parentesco: 'Madre',
    seguro: 'La Positiva',
    poliza: 'AP-204-881',
    poliza_hasta: '2026-12-15',
    ciudad: 'Huancayo',
    pais: 'Perú',
  })
  const riders: Riders = {
    valid: await register(url, { ...ana, club: 'Enduro Mantaro' }, await portrait(150)),
    expired: await register(
      url,
      aDraft({ name: 'Beto', lastname: 'Salazar Ríos', npiloto: '8', modalidad: 'UTV' }),
      await portrait(20),
    ),
    suspended: await register(
      url,
      aDraft({ name: 'Zoila', lastname: 'Mendoza Paz', npiloto: '41' }),
      await portrait(280),
    ),
    revoked: await register(
      url,
      aDraft({ name: 'Luis', lastname: 'Rojas Torres', npiloto: '305' }),
      await portrait(210),
    ),
    long: await register(
      url,
      aDraft({
        name: 'Maximiliano Bartolomé',
        lastname: 'Echeverría-Goyeneche Ibarburu',
        npiloto: '1024',
        club: 'Asociación Deportiva de Motociclismo del Valle del Mantaro',
        email: 'un.correo.bastante.largo@federacion-nacional.example',
        participacion: '2019: campeón regional\n'.repeat(12),
      }),
      await portrait(90),
    ),
    minor: await register(
      url,
      aDraft({ name: 'Eva', lastname: 'Paz Soto', npiloto: '12', fechanac: '2014-05-01' }),
    ),
    foreign: await register(
      url,
      aForeigner({ name: 'Marcelo', lastname: 'Vargas Lima', npiloto: '77', pais: 'Bolivia' }),
    ),
    plain: await register(
      url,
      aDraft({ name: 'Ñusta', lastname: 'Ccori', npiloto: '5', modalidad: 'MOTOCROSS' }),
    ),
  }
  const gone = await register(url, aDraft({ name: 'Óscar', lastname: 'Benítez Cruz', npiloto: '66' }))
  await send('DELETE', `${url}/api/pilots/${gone}`)
  await changeRider(url, riders.valid, { club: 'Los Cóndores' })
  await changeTerms(url, riders.valid, { issued: '2026-01-15', medical: '2026-12-20' })
  await changeTerms(url, riders.expired, { issued: '2025-02-01', until: '2026-02-01' })
  await changeTerms(url, riders.suspended, {
    suspension: { from: '2026-11-01', to: '2026-12-12', reason: 'Pago pendiente' },
  })
  await revoke(url, riders.revoked)

  await enter(url, { ids: [riders.valid, riders.long, riders.plain, riders.minor] })
  await changeEntry(url, riders.valid, {
    event: (await openEventOf(url)).id,
    modalidad: 'RALLY',
    to: { checks: { payment: true, inspection: true } },
  })
  const scans = [
    ['valid', '08:05', 'Norte'],
    ['long', '08:40', 'Norte'],
    ['expired', '08:52', 'Parque cerrado'],
    ['valid', '09:10', 'Norte'],
    ['suspended', '09:31', 'Norte'],
    ['revoked', '10:04', 'Parque cerrado'],
    ['plain', '10:30', 'Norte'],
  ] as const
  for (const [index, [name, time, gate]] of scans.entries()) {
    const at = new Date(`2026-11-21T${time}:00-05:00`)
    mock.timers.setTime(at.getTime())
    // A gate without the laptop let in a rider who is suspended.
    const offline = name === 'suspended' && { offline: true, admitted: true }
    const id = `00000000-0000-4000-8000-00000000000${index}`
    await sendScans(url, aScan({ id, scanned: riders[name], gate, ...offline }))
  }
  mock.timers.setTime(now.getTime())
  for (const [user, role] of Object.entries({ rosa: 'admin', luis: 'mesa', norte: 'puerta' }))
    await send('POST', `${url}/api/accounts`, { user, password: `la clave de ${user}`, role })
  return riders
}

/** Changes values of a rider, as somebody at another laptop does. */
export async function changeRider(url: string, id: string, changes: Partial<PilotDraft>): Promise<void> {
  const [record] = (await send('GET', `${url}/api?list=${id}`)) as { data_driver: string }[]
  const form = new FormData()
  form.set('id_driver', id)
  form.set('data_driver', JSON.stringify({ ...JSON.parse(String(record?.data_driver)), ...changes }))
  await send('POST', `${url}/api`, form)
}

/** Returns the backup of another desk, which began with one of a kiosk and changed some riders. */
export async function otherDesk(url: string, { plain, long, minor }: Riders): Promise<Buffer> {
  return atAnotherDesk(url, async (desk) => {
    await changeRider(desk, plain, { club: 'Enduro Jauja', email: 'nusta.ccori@ejemplo.org' })
    await changeRider(desk, minor, { ciudad: 'Concepción' })
    await revoke(desk, long)
    await register(desk, aDraft({ name: 'Sol', lastname: 'Nueva Rivas', npiloto: '93' }), await portrait(60))
  })
}

/** Does some work at a desk that begins with a backup of a kiosk, and returns its own backup. */
export async function atAnotherDesk(url: string, work: (url: string) => Promise<unknown>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-pictures-desk-'))
  const path = join(folder, 'mesa.tar.gz')
  await writeFile(path, await backUp(url))
  const stores = await openFolder(join(folder, 'data'))
  await restoreBackup(stores, await readBackup(path))
  await stores.close()
  const desk = await startKiosk(join(folder, 'data'))
  await work(desk.url)
  const backup = await backUp(desk.url)
  await desk.close()
  await rm(folder, { recursive: true })
  return backup
}

async function backUp(url: string): Promise<Buffer> {
  const answer = await fetch(`${url}/api/backups`, {
    method: 'POST',
    headers: { ...orderHeaders() },
  })
  return Buffer.from(await answer.arrayBuffer())
}
