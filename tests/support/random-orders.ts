/**
 * Random orders to the stores of a desk, and the answers to every query afterwards, as text that two stores with the same
 * orders share: identifiers are numbered by their first appearance, and times count from the start.
 */
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { vi } from 'vitest'
import { statusOf } from '#domain/credential/status'
import { defaultRules } from '#domain/credential/validity-rules'
import type { ListOrder } from '#domain/desk/lists'
import { PilotosError } from '#domain/errors'
import { keyInEvent } from '#domain/events/event-changes'
import { addEvents, newEvent, openEvent } from '#domain/events/events'
import { CodeHistory } from '#domain/gate/code-history'
import { againRules, type ReceivedScan } from '#domain/gate/passage'
import type { ImportRow } from '#domain/import/import'
import { rutDigit } from '#domain/pilots/documents/national-documents'
import type { FieldName } from '#domain/pilots/fields'
import { isIncomplete } from '#domain/pilots/incomplete'
import { draftOf, type Pilot, type PilotDraft, parseDraft } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { today } from '#domain/text/date'
import { type MergeResult, mergeDesk, previewMerge, readOtherBackup } from '../../server/merge/merge.ts'
import { undoImportOrMerge } from '../../server/merge/undo.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openFolder } from '../../server/store/open.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { versionOfPilot } from '../../server/store/shared/versions.ts'
import { aFolder } from './folder.ts'
import { lastChangeOf } from './merges.ts'
import { aDraft } from './pilots.ts'
import { randomIntegers } from './random.ts'

/** A kind of order, and the seed of all that it chooses. */
export type Order = readonly [kind: string, seed: number]

/** The places of the stores of a desk. */
export interface Place {
  open: () => Promise<OpenStores>
  /** The folder of the backups, which exists. */
  backups: string
}

/** Returns a place in a new folder. */
export async function aPlace(): Promise<Place> {
  const folder = await aFolder()
  const backups = join(folder, 'backups')
  await mkdir(backups)
  return { open: () => openFolder(folder), backups }
}

const thisDesk = hostname()
/** A code, and not the name of a photo. */
const isCode = /\b[0-9A-HJKMNP-TV-Z]{12}\b(?!\.jpg)/

/** A desk that takes orders, and another one whose data it can merge. */
export class Desk {
  stores!: OpenStores
  other?: Desk
  /** All codes that were seen, in the order of their appearance. */
  readonly codes: PilotId[] = []
  /** The calls that changed something since they were taken last. */
  calls: unknown[][] = []
  scans = 0
  random = randomIntegers(0)
  #numbers = new Map<PilotId, number>()
  #start = Date.now()

  constructor(readonly place: Place) {}

  async open(): Promise<void> {
    this.stores = recorded(await this.place.open(), this.calls)
  }

  /** Takes an order, and returns it in words, with its calls and its result. */
  async take([kind, seed]: Order): Promise<string[]> {
    // The order of changes follows from no clock, but the answers have their times.
    vi.setSystemTime(Date.now() + 61_000)
    this.random = randomIntegers(seed)
    this.calls.length = 0
    const result = await orFailure(() => orders[kind as keyof typeof orders](this))
    const calls = this.calls.map((call) => `> ${this.text(call).slice(0, 400)}`)
    return [kind, ...calls, `= ${this.text(result)}`]
  }

  /** Returns a value as text, without what differs from run to run. */
  text(value: unknown): string {
    // The random name of the folder goes first, since it may contain that of the desk.
    return (JSON.stringify(value, withSortedKeys) ?? 'undefined')
      .replaceAll(this.place.backups, '')
      .replaceAll(thisDesk, 'DESK')
      .replace(/antes-de-([a-z]+)-[^"]*/g, 'antes-de-$1')
      .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => `t${(Date.parse(at) - this.#start) / 1000}`)
      .replace(new RegExp(isCode, 'g'), (code) => `P${this.#numberOf(code)}`)
  }

  /** Returns one of some values. */
  one<Value>(...values: readonly Value[]): Value {
    return values[this.random(values.length)] as Value
  }

  by(): string {
    return this.one('marta', 'luis', 'la terminal de otra')
  }

  /** Returns a code: in four of five cases of a rider who exists, if there is one. */
  async code(): Promise<PilotId> {
    const { pilots } = await this.stores.pilots.list({ order: 'asc' })
    const codes = this.random(5) === 0 || pilots.length === 0 ? this.codes : pilots.map(({ id }) => id)
    return this.one(...codes) ?? '7K3Q9XW2M4TB'
  }

  async manyCodes(): Promise<PilotId[]> {
    const codes: PilotId[] = []
    for (let left = 1 + this.random(3); left > 0; left -= 1) codes.push(await this.code())
    return codes
  }

  async event() {
    return openEvent((await this.stores.settings.read()).events)
  }

  #numberOf(code: PilotId): number {
    if (!this.#numbers.has(code)) this.#numbers.set(code, this.codes.push(code))
    return this.#numbers.get(code) as number
  }
}

/** Properties that are random, or that only a folder has. */
const hidden = ['hash', 'key', 'staged']

/** Leaves out hidden properties, and sorts all others by their names, except codes, which are random. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // The keys of tombstones are random.
  const isOfErased = (name: string, one: unknown) =>
    name.startsWith('/erased') ||
    (name === 'set' && Object.keys(one as object).every((key) => key.startsWith('/erased')))
  const entries = Object.entries(value).filter(
    ([name, one]) => !hidden.includes(name) && !isOfErased(name, one),
  )
  return Object.fromEntries(
    entries.sort(([one], [other]) => (isCode.test(one) ? 0 : Number(one > other) - Number(one < other))),
  )
}

export function withoutCalls(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.startsWith('> '))
}

/** Returns the result of an order or, instead of an expected failure, what it says. */
export async function orFailure(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    const { kind, message, details } = error
    return { failure: kind, message, details }
  }
}

/** The names of methods that change something begin so. */
const changing =
  /^(register|update|issue|change(?!Log)|revoke$|see|remove(?!d)|undo|import$|restore|add|record|settle|replace|put|commit|erase$|forget)/

/** Returns stores that note the calls which change something. */
function recorded(stores: OpenStores, calls: unknown[][]): OpenStores {
  const record = <Part extends object>(part: Part, name: string): Part =>
    new Proxy(part, {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (changing.test(String(key))) calls.push([`${name}.${String(key)}`, ...args])
          return value.apply(target, args)
        }
      },
    })
  return {
    ...stores,
    close: () => stores.close(),
    pilots: record(stores.pilots, 'pilots'),
    passages: record(stores.passages, 'passages'),
    accounts: record(stores.accounts, 'accounts'),
    settings: record(stores.settings, 'settings'),
    merges: record(stores.merges, 'merges'),
    erasures: record(stores.erasures, 'erasures'),
  }
}

/** Returns values of a form: few enough that riders share documents, names and numbers. */
function aForm(desk: Desk): PilotDraft {
  const { one, random } = { one: desk.one.bind(desk), random: desk.random }
  const isForeign = random(5) === 0
  const values = {
    ...aDraft(),
    name: one('José', 'JOSE', 'Ana María', 'Íñigo', 'Zoë', 'Luis'),
    lastname: one('Núñez', 'Nunez Peña', 'Quispe', 'Ñahui', 'Zárate', 'quispe'),
    email: one('jose@ejemplo.org', 'ana@ejemplo.org', null),
    celular: one(987654321, 912345678, null),
    dni: isForeign ? null : 41_000_000 + random(24),
    ...(isForeign
      ? one<object>({ tipodoc: 'Pasaporte', documento: `AB10${random(4)}` }, rutOf(41_000_000 + random(4)))
      : { paisdoc: one(undefined, undefined, 'PE', 'CL') }),
    fechanac: one('1994-02-28', '1980-12-01', '2012-06-15'),
    nlicencia: `FM-${random(9)}`,
    npiloto: one('7', '07', '93', '10', 'S/N'),
    licencia: one('Anual', 'Regional'),
    modalidad: one('ENDURO CROSS', 'RALLY', 'UTV'),
    club: one('Ñandú', 'nandu', 'Cóndor', 'Los Andes', null),
    tiposangre: one('AB+', 'O-'),
    participacion: one('no', '2021: campeón\n2023: 3.º'),
    ...(random(2) === 0 && { emergencia_nombre: 'Rosa', emergencia_celular: '999888777', alergias: 'Polen' }),
    ...(random(3) === 0 && { poliza_hasta: one('2026-11-01', '2026-12-31') }),
    ...(random(3) === 0 && { transponder: one('T1', 'T2') }),
    ...(random(4) === 0 && { ciudad: one('Cusco', 'Puno') }),
  }
  return parseDraft(values)
}

/** Returns the document that a DNI of Chile is, and one that nobody knows the country of may be. */
function rutOf(dni: number) {
  return { tipodoc: 'RUT', documento: `${dni}${rutDigit(String(dni))}`, paisdoc: 'CL' }
}

/** Returns the form of a rider, with some values of another one. */
function edited(desk: Desk, stored: Pilot): PilotDraft {
  const form = aForm(desk)
  const names = Object.keys(form) as (keyof PilotDraft)[]
  const given = Object.fromEntries(names.filter(() => desk.random(4) === 0).map((name) => [name, form[name]]))
  // The values of the form complete an incomplete rider.
  const draft = { ...(isIncomplete(stored) && form), ...draftOf(stored), ...given }
  return parseDraft(draft.dni === null && !draft.documento ? { ...draft, dni: stored.dni } : draft)
}

function aConsent(desk: Desk) {
  return desk.one(undefined, undefined, null, { version: 1, by: 'marta' }, { version: 2, guardian: 'Rosa' })
}

const photos = ['AAAAAAAAAAAA.jpg', 'BBBBBBBBBBBB.jpg', undefined, undefined]

async function aRow(desk: Desk, index: number): Promise<ImportRow> {
  const values = aForm(desk)
  const extra = desk.one<object>(
    {},
    {},
    { id_driver: await desk.code() },
    { dni: 'x' },
    { valida_hasta: '2026-12-01', suspendida_desde: '2026-11-20', suspendida_motivo: 'Pago' },
    { fechanac: '31/02/2000' },
    { dni: '' },
    { fechanac: ' ', npiloto: undefined },
  )
  const deferred = desk.one<FieldName[] | undefined>(undefined, undefined, ['fechanac', 'dni'])
  return { line: index + 2, values: { ...values, ...extra }, ...(deferred && { deferred }) }
}

/** Returns a scan of now or a bit before. */
async function aScan(desk: Desk): Promise<ReceivedScan> {
  const { one, random, stores } = { one: desk.one.bind(desk), random: desk.random, stores: desk.stores }
  desk.scans += random(8) === 0 ? 0 : 1
  const id = `00000000-0000-4000-8000-aaaaaa${desk.other ? 'a' : 'b'}${10_000 + desk.scans}`
  const code = await desk.code()
  const codes = new CodeHistory(await stores.pilots.revocations())
  const rider = (await stores.pilots.list()).pilots.find((pilot) => pilot.id === codes.current(code))
  const at = new Date(Date.now() - random(40) * 30_000).toISOString()
  const { validity = defaultRules } = await stores.settings.read()
  const { id: event } = await desk.event()
  return {
    id,
    scanned: code,
    gate: one('Norte', 'Sur', 'Ñandú'),
    direction: one('in', 'in', 'out'),
    at,
    received: new Date().toISOString(),
    by: desk.by(),
    device: one('Android', 'iPhone'),
    conflictId: `${id}-other`,
    event: { id: event, all: [event], from: '' },
    ...(rider && {
      pilot: codes.first(rider.id),
      status: codes.revocation(code) ? { kind: 'revoked' } : statusOf(rider, validity, today()),
    }),
    ...(random(3) === 0 && { offline: true, admitted: one(true, false) }),
    ...(random(9) === 0 && { cardless: true }),
  }
}

const entryOrders = ['enter', 'enter', 'enter', 'change', 'change', 'withdraw', 'carry'] as const

/** The orders by their kinds. */
const orders = {
  register: (desk: Desk) =>
    desk.stores.pilots.register(aForm(desk), desk.one(...photos), desk.by(), aConsent(desk)),
  async update(desk: Desk) {
    const id = await desk.code()
    const stored = (await desk.stores.pilots.list()).pilots.find((pilot) => pilot.id === id)
    const photo = desk.one(undefined, undefined, null, 'CCCCCCCCCCCC.jpg')
    const isOld = desk.one(true, false, false)
    const version = stored && desk.one(undefined, isOld ? 'de antes' : versionOfPilot(stored))
    const event = desk.one(undefined, await desk.event())
    return desk.stores.pilots.update(id, stored ? edited(desk, stored) : aForm(desk), {
      by: desk.by(),
      consent: aConsent(desk),
      ...(photo !== undefined && { photo }),
      ...(version !== undefined && { version }),
      ...(event && { event }),
    })
  },
  async import(desk: Desk) {
    const rows: ImportRow[] = []
    for (let left = 1 + desk.random(6); left > 0; left -= 1) rows.push(await aRow(desk, rows.length))
    return desk.stores.pilots.import(rows, {
      by: desk.by(),
      file: desk.one('pilotos.csv', 'inscritos.xlsx'),
      ...(desk.random(4) > 0 && { update: true }),
      ...(desk.random(6) === 0 && { strict: true }),
      ...(desk.random(2) === 0 && { incomplete: true }),
      ...(desk.random(6) === 0 && { dryRun: true }),
      ...(desk.random(2) === 0 && { replaceSuspensions: true }),
      ...(desk.random(3) === 0 && { erased: true }),
      ...(desk.random(2) === 0 && { event: await desk.event() }),
    })
  },
  async undoImport(desk: Desk) {
    const imports = await desk.stores.pilots.imports()
    const { change } = desk.one(...imports.slice(0, 2)) ?? { change: 1 }
    return undoImportOrMerge(desk.stores, change, { by: desk.by(), folder: desk.place.backups })
  },
  async terms(desk: Desk) {
    const { one } = { one: desk.one.bind(desk) }
    const suspension = one(
      undefined,
      null,
      { from: today(), reason: 'Pago' },
      { from: '2026-11-01', to: '2026-11-10', reason: '' },
    )
    const change = {
      ...one<object>(
        {},
        { issued: '2026-10-01' },
        { until: '2026-11-20' },
        { until: null },
        { medical: '2026-11-30' },
      ),
      ...(suspension !== undefined && { suspension }),
    }
    const version = one(undefined, undefined, 'de antes')
    return desk.stores.pilots.changeTerms(await desk.manyCodes(), change, desk.by(), version)
  },
  async entries(desk: Desk) {
    const kind = desk.one(...entryOrders)
    const modalidad = desk.one('ENDURO CROSS', 'RALLY')
    const order = {
      enter: async () => ({
        kind: 'enter' as const,
        ids: await desk.manyCodes(),
        ...desk.one<object>(
          {},
          { modalidades: [modalidad] },
          { modalidades: [modalidad], number: desk.one('7', null) },
        ),
      }),
      change: async () => ({
        kind: 'change' as const,
        id: await desk.code(),
        modalidad,
        to: desk.one<object>(
          { number: '93' },
          { checks: { payment: true } },
          { modalidad: 'UTV' },
          { transponder: 'T9' },
          { motorcycle: desk.one(null, { brand: 'KTM', cc: 125 }, { chassis: 'VBK1' }) },
        ),
      }),
      withdraw: async () => ({
        kind: 'withdraw' as const,
        ids: await desk.manyCodes(),
        ...desk.one<object>({}, { modalidad }),
      }),
      carry: async () => ({ kind: 'carry' as const, from: desk.one('primero', 'E1', 'E2') }),
    }
    return desk.stores.pilots.changeEntries(await order[kind](), await desk.event(), desk.by())
  },
  async event(desk: Desk) {
    const { events } = await desk.stores.settings.read()
    const data = { ...openEvent(events), name: desk.one('Copa', 'Final'), checks: ['payment'] as const }
    const change = await lastChangeOf(desk.stores.pilots)
    const event = newEvent(events, data, { now: new Date().toISOString(), change })
    const added = addEvents(events, { [desk.one('E1', 'E2', 'E3')]: event }, change)
    return desk.stores.settings.change({ events: added })
  },
  /** A change of a category or of a reserved number. */
  async item(desk: Desk) {
    const { id: event, ...open } = await desk.event()
    const { one } = { one: desk.one.bind(desk) }
    const list = one('categories', 'reserved')
    const item = () => ({
      modalidad: one('ENDURO CROSS', 'RALLY'),
      ...(list === 'categories'
        ? { name: one('MX1', 'MX2', 'Libre'), numbers: one('1-99', '50-200', '') }
        : { number: one('7', '93', '150'), for: one('Luis Quispe', 'Ana María Núñez') }),
    })
    const key = one(...open[list].map((stored) => keyInEvent(list, stored))) ?? 'none'
    const order = one<object>(
      { kind: 'add', item: item() },
      { kind: 'add', item: item() },
      { kind: 'add-all', items: [item(), item()] },
      { kind: 'change', key, item: item(), version: one(undefined, undefined, 'de antes') },
      { kind: 'remove', key },
      { kind: 'move', key, step: one(1, -1) },
    )
    return desk.stores.settings.changeItem(list, { ...order, event } as ListOrder<typeof list>, desk.by())
  },
  async issueCards(desk: Desk) {
    const ids = await desk.manyCodes()
    const lastDays = Object.fromEntries(ids.slice(1).map((id) => [id, '2026-12-31']))
    return desk.stores.pilots.issueCards(ids, 'http://pilotos', {
      again: desk.one(true, false),
      lastDays,
      by: desk.by(),
    })
  },
  async revoke(desk: Desk) {
    const photo = desk.one(undefined, undefined, { of: 'AAAAAAAAAAAA.jpg', copy: 'DDDDDDDDDDDD.jpg' })
    return desk.stores.pilots.revoke(await desk.code(), desk.by(), photo)
  },
  seeContact: async (desk: Desk) => desk.stores.pilots.seeContact(await desk.code(), 'Norte', desk.by()),
  remove: async (desk: Desk) => desk.stores.pilots.remove(await desk.code(), desk.by()),
  undoRemove: async (desk: Desk) => desk.stores.pilots.undoRemove(await removedCode(desk), desk.by()),
  removeMany: async (desk: Desk) => desk.stores.pilots.removeMany(await desk.manyCodes(), desk.by()),
  undoRemoveMany: async (desk: Desk) =>
    desk.stores.pilots.undoRemoveMany(
      [await removedCode(desk), await removedCode(desk), await desk.code()],
      desk.by(),
    ),
  async record(desk: Desk) {
    const scans: ReceivedScan[] = []
    for (let left = 1 + desk.random(3); left > 0; left -= 1) scans.push(await aScan(desk))
    return desk.stores.passages.record(scans, desk.one(...againRules))
  },
  async settle(desk: Desk) {
    const { passages } = await desk.stores.passages.list({ incidents: desk.one(true, true, false) })
    const { id } = desk.one(...passages) ?? { id: 'none' }
    const reason = desk.one('Pagó', 'Pagó', undefined)
    const at = new Date().toISOString()
    return desk.stores.passages.settle({ settles: id, at, by: desk.by(), ...(reason && { reason }) })
  },
  settings: (desk: Desk) =>
    desk.stores.settings.change(
      desk.one<object>(
        { offset: { x: 1, y: 2 } },
        { address: `http://${desk.random(9)}` },
        { publicData: 'minima' },
        { brand: { name: desk.one('Copa', ''), colour: '#c4001a', logo: null } },
        { validity: { Regional: { kind: 'days', days: 1 + desk.random(9) } } },
        { gate: { again: 'daily', gates: ['Norte', 'Sur'] } },
        { retention: { health: 1 + desk.random(9), contact: null } },
        { consent: { text: 'Acepto', version: 1 } },
        { mappings: { clave: { header: desk.random(3) } } },
      ),
    ),
  async accounts(desk: Desk) {
    const { accounts } = desk.stores
    const account = {
      user: desk.one('ana', 'Ana', 'beto', 'caro'),
      role: desk.one('admin', 'mesa', 'puerta'),
    } as const
    const password = desk.one('scrypt:YQ==:YQ==', 'scrypt:Yg==:Yg==')
    const options = desk.one({ keepsAdmin: true }, {})
    return desk.one<() => Promise<unknown>>(
      () => accounts.add({ ...account, password }),
      () =>
        accounts.put({
          ...account,
          password,
          ...(desk.random(3) === 0 && { gate: 'Norte', since: new Date().toISOString() }),
        }),
      () => accounts.change(account, options),
      () => accounts.change({ user: account.user, password }, options),
      () => accounts.remove(account.user, options),
    )()
  },
  async restart(desk: Desk) {
    await desk.stores.close()
    await desk.open()
    return desk.stores.notes
  },
  async forget(desk: Desk) {
    const basis = { rules: defaultRules, day: today() }
    const order = {
      ids: await desk.manyCodes(),
      group: desk.one('health' as const, 'contact' as const),
      basis,
    }
    return desk.stores.erasures.forget(order, desk.by())
  },
  erase: async (desk: Desk) => desk.stores.erasures.erase([await desk.code()], desk.by()),
  backup: (desk: Desk) => writeBackup(desk.stores, join(desk.place.backups, 'copia.tar.gz')),
  async restore(desk: Desk) {
    const eraseToo = desk.one(true, false)
    const backup = await readBackup(join(desk.place.backups, 'copia.tar.gz'))
    return restoreBackup(desk.stores, backup, { by: desk.by(), eraseToo })
  },
  /** An order to the other desk. */
  async elsewhere(desk: Desk) {
    const other = otherOf(desk)
    const kinds = [
      ...['register', 'register', 'update', 'update', 'revoke', 'remove', 'record', 'entries', 'terms'],
      ...['accounts', 'event', 'erase', 'copy'],
    ] as const
    const kind = desk.one(...kinds)
    if (kind !== 'copy') return withoutCalls(await other.take([kind, desk.random(1e6)]))
    const backup = await readBackup(join(desk.place.backups, 'copia.tar.gz'))
    return ['copy', await restoreBackup(other.stores, backup, { by: 'luis' })]
  },
  async merge(desk: Desk): Promise<MergeResult> {
    for (const kind of ['register', 'update', 'record']) await otherOf(desk).take([kind, desk.random(1e6)])
    const path = join(desk.place.backups, '..', 'otra.tar.gz')
    await writeBackup(otherOf(desk).stores, path)
    const data = { ...(await readOtherBackup(path)), desk: 'Mesa Sur' }
    const choices = { prefer: desk.one('this' as const, 'other' as const), eraseToo: desk.one(true, false) }
    const { questions } = await previewMerge(desk.stores, data, choices)
    const same = questions
      .slice(0, desk.random(2))
      .map((one) => ({ this: one.this.id_driver, other: one.other.id_driver }))
    const order = { choices: { ...choices, same }, by: desk.by(), folder: desk.place.backups }
    return mergeDesk(desk.stores, data, order)
  },
  /** A merge that is undone before anything else happens. */
  async undoMerge(desk: Desk) {
    const { change = 0 } = await orders.merge(desk)
    return undoImportOrMerge(desk.stores, change, { by: desk.by(), folder: desk.place.backups })
  },
}

function otherOf({ other }: Desk): Desk {
  if (!other) throw new Error('there is no other desk')
  return other
}

async function removedCode(desk: Desk): Promise<PilotId> {
  const { removed } = await desk.stores.pilots.removed()
  return desk.one(...removed.map(({ pilot }) => pilot.id)) ?? desk.code()
}

type Kind = keyof typeof orders

/** The kinds of orders, those that come more often several times. */
const weights: Record<Kind, number> = {
  register: 8,
  update: 7,
  import: 4,
  undoImport: 3,
  terms: 3,
  entries: 6,
  event: 1,
  item: 6,
  issueCards: 2,
  revoke: 3,
  seeContact: 1,
  remove: 3,
  undoRemove: 2,
  removeMany: 1,
  undoRemoveMany: 2,
  record: 6,
  settle: 2,
  settings: 2,
  accounts: 3,
  restart: 2,
  forget: 1,
  erase: 1,
  backup: 1,
  restore: 1,
  elsewhere: 8,
  merge: 2,
  undoMerge: 2,
}

/** Orders, of which the first fill the stores. */
export function ordersOf(length: number): fc.Arbitrary<Order[]> {
  const kinds = (Object.keys(weights) as Kind[]).flatMap((kind) => Array<Kind>(weights[kind]).fill(kind))
  const orders = (of: readonly Kind[], minLength: number) =>
    fc.array(fc.tuple(fc.constantFrom(...of), fc.nat(999_999)), { minLength, maxLength: minLength })
  const first = orders(['register', 'register', 'import', 'elsewhere'], 10)
  return fc
    .tuple(first, fc.constant(['backup', 0] as const), orders(kinds, length - 11))
    .map(([some, backup, others]) => [...some, backup, ...others])
}
