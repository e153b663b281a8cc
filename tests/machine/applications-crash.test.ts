/** Tests that no application is lost, doubled or left without its photo when the kiosk is killed while phones and desks work. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Application, isWaiting } from '#domain/applications/application'
import type { Pilot } from '#domain/pilots/pilot'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { orderHeaders } from '../support/sent-orders.ts'

const rounds = Number(process.env.PILOTOS_TEST_ROUNDS ?? 5)
/** The number of changes that a kiosk has acknowledged before it is killed. */
const leastChanges = 60

/** A rider who has applied, or whom the desk has registered without an application. */
interface Rider {
  id: string
  dni: number
  /** The clubs that may be stored: the last one that was acknowledged, and those that were sent since. */
  clubs: Set<string>
  hasPhoto: boolean
  /** The decision that was acknowledged: the code of the pilot, or the reason. */
  decided?: string
  /** True if the approval was cut off before: the rider is a pilot, whatever becomes of the application. */
  wasKnown?: boolean
}

interface Kiosk {
  riders: Map<string, Rider>
  picture: Buffer
  code: string
  /** Sends a request of the desk, or of the phone with an address. */
  call: (path: string, body?: object, phone?: string) => Promise<Answer>
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  data: any
}

test(`a kiosk that is killed ${rounds} times, with eight writers at the queue, keeps each application and each approved rider once`, async () => {
  const folder = await aFolder()
  const cookie = await signedIn(folder)
  const picture = await aPicture('jpeg', 200, 200)
  const riders = new Map<string, Rider>()
  for (let round = 0; round < rounds; round += 1) {
    const kiosk = await serve(['--data', folder, '--trust-proxy', '127.0.0.1'])
    let isDown = false
    let left = leastChanges + random(100)
    const call = callOf(kiosk.url, cookie)
    const opened = await call('/api/reception', { is_open: true })
    const code = new URL(opened.data[0].url).searchParams.get('c') ?? ''
    const work = writers.map(async (write) => {
      while (!isDown) {
        const isDone = await write({ riders, picture, code, call }).catch(() => false)
        if (isDone) left -= 1
        if (left > 0 || isDown) continue
        isDown = true
        kiosk.signal('SIGKILL')
      }
    })
    await Promise.all(work)
    const mostLeft = writers.length * (round + 1)
    expect(await faultsIn(folder, riders, mostLeft), `round ${round}`).toEqual([])
  }
  const all = [...riders.values()]
  const decided = all.flatMap((rider) => rider.decided ?? [])
  expect(all.length).toBeGreaterThan(rounds * 10)
  for (const count of [decided.filter(isReason).length, decided.filter((one) => !isReason(one)).length])
    expect(count).toBeGreaterThan(0)
}, 180_000)

const random = (below: number) => Math.floor(Math.random() * below)
const some = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)]
const isReason = (decided: string) => decided === 'Falta la licencia'

/** Makes a change, and resolves to true if it was acknowledged. */
type Write = (kiosk: Kiosk) => Promise<boolean>

/** Applies, or corrects an application that may have been decided on. */
const apply: Write = async ({ riders, picture, code, call }) => {
  const waiting = [...riders.values()].filter(({ decided }) => !decided)
  const sent = random(2) === 0 ? some(waiting) : undefined
  const rider = sent ?? { ...aRider(), id: randomBytes(16).toString('base64url') }
  const club = `Club ${random(1_000_000)}`
  rider.clubs.add(club)
  const form = new FormData()
  form.set('id', rider.id)
  form.set('code', code)
  const values = aDraft({ dni: rider.dni, club })
  form.set('application', JSON.stringify({ values, language: 'es' }))
  const hasPhoto = random(2) === 0
  if (hasPhoto) form.set('_img', new Blob([new Uint8Array(picture)]), 'foto.jpg')
  const { status, data } = await call('/api/applications', form, `192.168.1.${random(200)}`)
  if (status !== 201) return false
  // A photo that comes after the decision is not kept.
  rider.hasPhoto ||= hasPhoto && data[0].state === 'waiting'
  riders.set(rider.id, rider)
  return true
}

/** Approves an application as a desk does, with its photo. */
const approve: Write = async ({ riders, call }) => {
  const one = some((await call('/api/applications')).data as { id: string; known?: string }[])
  if (!one) return false
  const whole = await call(`/api/applications/${one.id}`)
  const values = { ...JSON.parse(whole.data[0].data_driver), tiposangre: 'O+' }
  const form = formOf(values, one.known)
  form.set('application', one.id)
  form.set('take_img', '1')
  const { status, data } = await call('/api', form)
  const rider = riders.get(one.id)
  if (status >= 300) return false
  if (rider) rider.decided = data[0].id_driver
  return true
}

const refuse: Write = async ({ riders, call }) => {
  const one = some((await call('/api/applications')).data as { id: string; known?: string }[])
  if (!one) return false
  const { status } = await call(`/api/applications/${one.id}/refuse`, { reason: 'Falta la licencia' })
  const rider = riders.get(one.id)
  if (status !== 200 || !rider) return false
  return Boolean(Object.assign(rider, { decided: 'Falta la licencia', wasKnown: one.known !== undefined }))
}

/** Registers a rider, or edits the last one. */
let last: Rider | undefined
const register: Write = async ({ riders, call }) => {
  const rider = random(2) === 0 ? last : undefined
  const { dni, clubs } = rider ?? aRider()
  const club = `Club ${random(1_000_000)}`
  clubs.add(club)
  const { status, data } = await call('/api', formOf(aDraft({ dni, club }), rider?.decided))
  if (status >= 300) return false
  const decided = data[0].id_driver
  last = { id: decided, dni, clubs: new Set([club]), hasPhoto: false, decided }
  riders.set(decided, last)
  return true
}

const writers = [apply, apply, apply, approve, approve, refuse, register, register]

function aRider(): Omit<Rider, 'id'> {
  return { dni: aDraft().dni, clubs: new Set(), hasPhoto: false }
}

function formOf(values: object, id?: string): FormData {
  const form = new FormData()
  form.set('data_driver', JSON.stringify(values))
  if (id) form.set('id_driver', id)
  return form
}

function callOf(url: string, cookie: string): Kiosk['call'] {
  return async (path, body, phone) => {
    const isForm = body instanceof FormData
    const headers = {
      ...orderHeaders(),
      ...(phone ? { 'x-forwarded-for': phone } : { cookie }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    }
    const method = path === '/api/reception' ? 'PUT' : body ? 'POST' : 'GET'
    const content = isForm ? body : JSON.stringify(body)
    const response = await fetch(url + path, { method, headers, ...(body && { body: content }) })
    const text = await response.text()
    return { status: response.status, data: text ? JSON.parse(text).data : undefined }
  }
}

async function signedIn(folder: string): Promise<string> {
  const stores = await openFolder(folder)
  const account = { user: 'marta', password: 'none', role: 'admin' } as const
  await stores.accounts.put(account)
  const session = await stores.sessions.start(account)
  await stores.close()
  return `pilotos_session=${session}`
}

/**
 * Opens the folder of a killed kiosk, and compares it with what the kiosk has acknowledged. Each writer may have left one
 * photo for which nobody got an answer.
 */
async function faultsIn(folder: string, riders: Map<string, Rider>, mostLeft: number): Promise<string[]> {
  const stores = await openFolder(folder)
  const { pilots } = await stores.pilots.list()
  const queue = await stores.applications.list()
  await stores.close()
  const photos = new Set(await readdir(join(folder, 'photos')))
  const named = new Set([...pilots, ...queue].flatMap(({ photo }) => photo ?? []))
  const gone = [...named].filter((photo) => !photos.has(photo)).map((photo) => `${photo} is gone`)
  const left = photos.size - named.size > mostLeft ? ['photos are left'] : []
  const turns = new Set(queue.map(({ turn }) => turn))
  const doubled = turns.size < queue.length ? ['a turn was given twice'] : []
  const faults = [...riders.values()].flatMap((rider) => {
    const own = pilots.filter(({ dni }) => dni === rider.dni)
    const found = queue.filter(({ id }) => id === rider.id)
    if (own.length > 1) return `${rider.dni} is registered ${own.length} times`
    if (found.length !== (rider.id === rider.decided ? 0 : 1))
      return `${rider.id} waits ${found.length} times`
    const fault = faultOf(rider, own[0], found[0])
    return fault ? `${rider.id} ${rider.dni} ${fault}` : []
  })
  return [...gone, ...left, ...doubled, ...faults]
}

function faultOf(
  { id, clubs, hasPhoto, decided, wasKnown }: Rider,
  pilot: Pilot | undefined,
  application: Application | undefined,
): string | undefined {
  const isRefused = decided !== undefined && isReason(decided)
  if (isRefused && pilot && !wasKnown) return 'was refused, and is a pilot'
  if (decided && !isRefused && pilot?.id !== decided) return 'is no pilot'
  const outcome = JSON.stringify(application?.outcome)
  if (decided && id !== decided && !outcome?.includes(`"${decided}"`)) return `is not decided on: ${outcome}`
  const current = application && isWaiting(application) ? application : pilot
  if (!current) return undefined
  const { club } = 'draft' in current ? current.draft : current
  if (!clubs.has(String(club))) return `has the club ${club}`
  return hasPhoto && !current.photo ? 'has lost the photo' : undefined
}
