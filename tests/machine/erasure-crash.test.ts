/**
 * Tests that nothing is lost, repeated or brought back when a kiosk is killed while it erases, forgets, restores and merges
 * beside eight writers. `PILOTOS_TEST_SEED` repeats the choices of a run, though not the moments of its kills.
 */
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Pilot } from '#domain/pilots/pilot'
import { newPilotId } from '#domain/pilots/pilot-id'
import { makeFolder } from '../../server/files/atomic-file.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { journalNumbersOf } from '../support/journals.ts'
import { restore } from '../support/merges.ts'
import { aScan } from '../support/passages.ts'
import { aDraft, aPilot, complete } from '../support/pilots.ts'
import { orderHeaders } from '../support/sent-orders.ts'
import { tracesIn } from '../support/traces.ts'

const rounds = Number(process.env.PILOTOS_TEST_ROUNDS ?? 50)
const seed = Number(process.env.PILOTOS_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** The number of folders, whose rounds run side by side. */
const lanes = 2
const writers = 8
/** The words about a folder that no kiosk may say: see `repairs.ts`. */
const bad = /dañad|repetid|ya se había/
/** The most answers that the writers get before the kill, from when the work of a round begins. */
const mostAnswers = 150

interface Rider {
  id: string
  dni: number
  /** A text that nobody else has. */
  city: string
  /** The clubs that may be stored: the last one that was acknowledged, and those that were sent since. Absent if unknown. */
  clubs?: Set<string>
  /** Absent if unknown, since an order got no answer. */
  isThere?: boolean
  /** True for a rider of long ago, whom nobody changes. */
  isDue?: boolean
}

/** The changes that the kiosk has acknowledged. */
interface Known {
  riders: Map<string, Rider>
  scans: Set<string>
  /** Riders who were erased, and those whose city was forgotten. */
  gone: Rider[]
  forgotten: Rider[]
  /** The numbers of acknowledged orders, by their kinds. */
  done: Record<Order, number>
}

type Order = 'erase' | 'forget' | 'restore' | 'merge'
const orders: readonly Order[] = ['erase', 'erase', 'forget', 'restore', 'merge']

test(`a kiosk that is killed ${rounds} times while it erases, forgets, restores and merges loses nothing and brings nobody back`, async () => {
  const done = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  // A run of few rounds may have had no time for each of them.
  for (const order of rounds < 50 ? [] : orders)
    expect(Math.max(...done.map((one) => one[order])), `${order} ${place(rounds)}`).toBeGreaterThan(0)
}, 600_000)

/** Kills the kiosks of one folder one after the other. Returns the numbers of acknowledged orders. */
async function runLane(lane: number): Promise<Known['done']> {
  const random = randomNumbers(seed + lane)
  const folder = await aFolder()
  const others = await aFolder()
  const known = await prepare(folder, others)
  for (let round = 0; round < rounds / lanes; round += 1) {
    const kiosk = await serve(['--data', folder])
    expect(kiosk.complaints(), place(round)).not.toMatch(bad)
    const before = new Set(await safetyCopies(folder))
    const chosen = [0, 1].map(() => orders[random(orders.length)] as Order)
    const how = { url: kiosk.url, known, others, random, orders: chosen, waits: round % 2 === 0 }
    await work(how, () => kiosk.signal('SIGKILL'))
    await check(folder, known, { round: `${lane}-${round} ${chosen.join('+')}`, before })
    await prune(folder)
  }
  // A start removes the uploads that a kill has left.
  const last = await serve(['--data', folder])
  expect(await last.stop()).toBe(0)
  const needles = [
    ...known.gone.flatMap(({ id, dni, city }) => [id, `"dni":${dni},`, city]),
    ...known.forgotten.map(({ city }) => city),
  ]
  expect(await tracesIn(folder, needles), place(rounds)).toEqual([])
  return known.done
}

const place = (round: number | string) => `in round ${round} with PILOTOS_TEST_SEED=${seed}`

/** Returns a function that returns a random integer below a limit: mulberry32. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

let lastCity = 0

function aRider(): { rider: Rider; pilot: Pilot } {
  lastCity += 1
  const draft = aDraft({
    name: `Nombre${lastCity}`,
    npiloto: String(lastCity),
    club: 'Primero',
    ciudad: `Ciudad ${lastCity} de nadie`,
  })
  const pilot = aPilot(newPilotId(), draft)
  return { rider: riderOf(pilot), pilot }
}

function riderOf({ id, dni, ciudad, club }: Pilot): Rider {
  return { id, dni: Number(dni), city: String(ciudad), clubs: new Set([String(club)]), isThere: true }
}

/** Fills a folder with riders, half of them of long ago, and a backup. Writes backups of another desk, each of more riders. */
async function prepare(folder: string, others: string): Promise<Known> {
  const stores = await openFolder(folder)
  const all = Array.from({ length: 80 }, aRider)
  const pilots = all.map(({ pilot }, index) =>
    index % 2 === 0 ? pilot : { ...pilot, since: new Date().toISOString() },
  )
  await restore(stores.merges, { pilots })
  await stores.settings.change({ retention: { contact: 12 } })
  await makeFolder(join(folder, 'backups'))
  await writeBackup(stores, join(folder, 'backups', 'de-antes.tar.gz'))
  await stores.close()
  const desk = await openFolder(join(others, 'data'))
  for (let file = 1; file <= 8; file += 1) {
    for (let count = 0; count < 4; count += 1) {
      const { pilot } = aRider()
      await desk.pilots.register(complete(pilot))
    }
    await writeBackup(desk, join(others, `${file}.tar.gz`))
  }
  await desk.close()
  const riders = all.map(({ rider }, index) => ({ ...rider, isDue: index % 2 === 0 }))
  return {
    riders: new Map(riders.map((rider) => [rider.id, rider])),
    scans: new Set(),
    gone: [],
    forgotten: [],
    done: { erase: 0, forget: 0, restore: 0, merge: 0 },
  }
}

interface Round {
  url: string
  known: Known
  others: string
  random: (below: number) => number
  orders: readonly Order[]
  /** True if the kiosk is killed after its orders at the earliest. */
  waits: boolean
}

/** Runs the writers and the orders until the kiosk is killed. */
async function work({ url, known, others, random, orders, waits }: Round, kill: () => void): Promise<void> {
  let left = random(mostAnswers)
  let [isDue, isDown] = [!waits, false]
  const note = () => {
    left -= 1
    if (left > 0 || !isDue || isDown) return
    isDown = true
    kill()
  }
  const call = callOf(url)
  const write = async (writer: number) => {
    while (!isDown) {
      const status = await aWrite(call, known, writer, random).catch(() => 0)
      // A person waits for longer before the next try.
      if (status >= 400) await delay(2)
      note()
    }
  }
  const ordering = orders.map((order) =>
    carryOut[order](insistent(call), known, { others, random })
      .then((isDone) => {
        if (isDone) known.done[order] += 1
      })
      .catch(() => {}),
  )
  const done = Promise.all(ordering).then(() => {
    isDue = true
  })
  await Promise.all([done, ...Array.from({ length: writers }, (_, writer) => write(writer))])
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  data: any
}
type Call = (method: string, path: string, body?: object | FormData | Buffer) => Promise<Answer>

function callOf(url: string): Call {
  return async (method, path, body) => {
    const isPlain = body !== undefined && !(body instanceof FormData) && !Buffer.isBuffer(body)
    const headers: Record<string, string> = { ...orderHeaders() }
    if (isPlain) headers['content-type'] = 'application/json'
    if (Buffer.isBuffer(body)) headers['content-type'] = 'application/gzip'
    const content = isPlain ? JSON.stringify(body) : (body as FormData | Uint8Array<ArrayBuffer>)
    const response = await fetch(url + path, { method, headers, ...(body && { body: content }) })
    const text = await response.text()
    return { status: response.status, data: text ? JSON.parse(text).data : undefined }
  }
}

/** Repeats a call that is refused since something else keeps the kiosk busy. */
function insistent(call: Call): Call {
  return async (...order) => {
    for (let left = 100; ; left -= 1) {
      const answer = await call(...order)
      if (answer.status !== 503 || left === 0) return answer
      await delay(10)
    }
  }
}

/** Makes one change: registers, changes, removes or brings back a rider, or records a scan. Resolves to the status. */
async function aWrite(call: Call, known: Known, writer: number, random: Round['random']): Promise<number> {
  const mine = [...known.riders.values()].filter((rider) => !rider.isDue && rider.dni % writers === writer)
  const rider = mine[random(Math.max(1, mine.length))]
  const choice = random(10)
  if (!rider || choice < 4) {
    const { rider: fresh, pilot } = aRider()
    const { status, data } = await call('POST', '/api', formOf(pilot))
    if (status === 201) known.riders.set(data[0].id_driver, { ...fresh, id: data[0].id_driver })
    return status
  }
  if (choice < 6) {
    const scan = aScan({ scanned: rider.id })
    const { status } = await call('POST', '/api/passages', { passages: [scan] })
    if (status === 200) known.scans.add(scan.id)
    return status
  }
  if (choice < 8 && rider.isThere) {
    const club = `Club ${random(1_000_000)}`
    rider.clubs?.add(club)
    const draft = aDraft({ dni: rider.dni, ciudad: rider.city, club })
    const { status } = await call('POST', '/api', formOf(draft, rider.id))
    if (status === 200) rider.clubs = new Set([club])
    return status
  }
  const wasThere = rider.isThere
  rider.isThere = undefined
  const { status } = await (wasThere
    ? call('DELETE', `/api/pilots/${rider.id}`)
    : call('POST', `/api/pilots/${rider.id}/undo-remove`))
  if (status === 200 || status === 204) rider.isThere = !wasThere
  return status
}

function formOf(draft: object, id?: string): FormData {
  const form = new FormData()
  const { id: _id, photo: _photo, since: _since, ...values } = draft as Record<string, unknown>
  form.set('data_driver', JSON.stringify(values))
  if (id) form.set('id_driver', id)
  return form
}

/** The orders of a person. Each resolves to true if it was acknowledged. */
const carryOut: Record<
  Order,
  (call: Call, known: Known, tools: Pick<Round, 'others' | 'random'>) => Promise<boolean>
> = {
  async erase(call, known, { random }) {
    const there = [...known.riders.values()].filter(({ isThere, isDue }) => isThere && !isDue)
    const rider = there[random(there.length)] as Rider
    known.riders.delete(rider.id)
    const { status } = await call('POST', `/api/pilots/${rider.id}/erase`, { document: String(rider.dni) })
    if (status === 200) known.gone.push(rider)
    return status === 200
  },

  async forget(call, known, { random }) {
    const due = [...known.riders.values()].filter(({ isDue }) => isDue)
    const some = due.slice(random(due.length)).slice(0, 3)
    const { status, data } = await call('POST', '/api/retention/contact', { ids: some.map(({ id }) => id) })
    if (status !== 200 || data[0].pilots < some.length) return false
    for (const rider of some) rider.isDue = undefined
    known.forgotten.push(...some)
    for (const { id } of some) known.riders.delete(id)
    return true
  },

  async restore(call, _known, { random }) {
    const { data } = await call('GET', '/api/backups')
    const { name } = data[0].files[random(data[0].files.length)]
    const { status } = await call('POST', `/api/backups/${name}/restore`)
    return status === 200
  },

  async merge(call, known, { others, random }) {
    const path = join(others, `${1 + random(8)}.tar.gz`)
    const gone = new Set(known.gone.map(({ id }) => id))
    for (const pilot of (await readBackup(path)).pilots) {
      if (gone.has(pilot.id)) continue
      const rider = known.riders.get(pilot.id) ?? riderOf(pilot)
      // A restore may have taken the rider away since the last merge.
      known.riders.set(rider.id, Object.assign(rider, { isThere: undefined, clubs: undefined }))
    }
    const uploaded = await call('POST', '/api/merges', await readFile(path))
    if (uploaded.status !== 201) return false
    // A change of a writer can make it another merge than the one that was shown.
    const confirm = () => call('POST', `/api/merges/${uploaded.data[0].id}`, {})
    let confirmed = await confirm()
    for (let left = 5; left > 0 && confirmed.data?.[0].stored === false; left -= 1)
      confirmed = await confirm()
    return confirmed.data?.[0].change !== undefined
  },
}

/** Opens a copy of the folder of a killed kiosk, and compares it with what the kiosk has acknowledged. */
async function check(
  folder: string,
  known: Known,
  { round, before }: { round: string; before: ReadonlySet<string> },
): Promise<void> {
  const copy = join(await aFolder(), 'data')
  await cp(folder, copy, { recursive: true })
  const stores = await openFolder(copy)
  const { pilots } = await stores.pilots.list()
  const log = await stores.passages.log()
  const notes = stores.notes.filter((note) => bad.test(note))
  await stores.close()
  const numbers = await journalNumbersOf(copy)
  expect(numbers, place(round)).toEqual(numbers.map((_, index) => index + 1))
  const back = new Set(known.gone.flatMap(({ id, dni }) => [id, dni]))
  const cities = new Set(known.forgotten.map(({ city }) => city))
  const stored = new Map<string, Pilot>(pilots.map((pilot) => [pilot.id, pilot]))
  const scans = new Set(log.flatMap((entry) => ('settles' in entry ? [] : entry.id)))
  const copies = (await safetyCopies(copy)).filter((name) => !before.has(name))
  const saved =
    copies.length > 0 ? await contentsOf(copies.map((name) => join(copy, 'backups', name))) : undefined
  const isLost = (rider: Rider) =>
    saved
      ? rider.isThere === true && !stored.has(rider.id) && !saved.ids.has(rider.id)
      : rider.isThere !== undefined && rider.isThere !== stored.has(rider.id)
  const isOther = ({ id, clubs }: Rider) =>
    stored.has(id) && clubs?.has(String(stored.get(id)?.club)) === false
  const all = [...known.riders.values()]
  expect(
    {
      notes,
      lost: all.filter(isLost).map(({ id, isThere }) => `${id} ${isThere ? 'is missing' : 'is there'}`),
      other: saved
        ? []
        : all.filter(isOther).map(({ id, clubs }) => [id, stored.get(id)?.club, ...(clubs ?? [])]),
      scans: [...known.scans].filter((id) => !scans.has(id) && !saved?.scans.has(id)),
      back: pilots.filter(({ id, dni }) => back.has(id) || back.has(Number(dni))).map(({ id }) => id),
      remembered: pilots.filter(({ ciudad }) => cities.has(String(ciudad))).map(({ id }) => id),
    },
    place(round),
  ).toEqual({ notes: [], lost: [], other: [], scans: [], back: [], remembered: [] })
  // From here on, what is stored counts: a restore took the rest back, or an order had no answer.
  for (const rider of all) {
    const pilot = stored.get(rider.id)
    rider.isThere = pilot !== undefined
    if (pilot) rider.clubs = new Set([String(pilot.club)])
    // The rider was removed before the restore or after it.
    else if (saved) rider.clubs = undefined
  }
  known.scans = scans
  await rm(copy, { recursive: true })
}

/** Returns the names of the backups that restores have made before. */
async function safetyCopies(folder: string): Promise<string[]> {
  return (await readdir(join(folder, 'backups'))).filter((name) => /^antes-de-restaurar/.test(name))
}

/** Returns the riders and the scans that are in one of some backups. */
async function contentsOf(paths: readonly string[]): Promise<{ ids: Set<string>; scans: Set<string> }> {
  const [ids, scans] = [new Set<string>(), new Set<string>()]
  for (const path of paths) {
    const { pilots, log = [] } = await readBackup(path)
    for (const { id } of pilots) ids.add(id)
    for (const entry of log) if (!('settles' in entry)) scans.add(entry.id)
  }
  return { ids, scans }
}

/** Removes all backups but the first and some of the last: an erasure writes each of them anew. */
async function prune(folder: string): Promise<void> {
  const names = (await readdir(join(folder, 'backups'))).filter((name) => /^(antes-de|pilotos)-/.test(name))
  const byTime = names.sort((one, other) => (stampOf(one) < stampOf(other) ? -1 : 1))
  for (const name of byTime.slice(0, -4)) await rm(join(folder, 'backups', name))
}

function stampOf(name: string): string {
  return name.replace(/^.*pilotos-/, '')
}
