/** Lends and takes back chips by scans, one after another: a chip and a rider, in any order, or a chip that somebody has. */
import { useEffect, useState } from 'react'
import { fromRecord, type ShownPilot } from '#domain/api/wire'
import { readScanned } from '#domain/credential/scanned'
import { maxEntryTransponder } from '#domain/events/entry'
import { fullName } from '#domain/pilots/pilot'
import { newPilotId } from '#domain/pilots/pilot-id'
import { keyboardReadings } from '#domain/text/keyboard-layouts'
import { numberKey } from '#domain/text/names'
import { chipName } from '#domain/till/lending'
import { type Chip, chipCode, findChip, openLoans } from '#domain/till/loans'
import { formatMoney } from '#domain/till/money'
import { ApiError, call, callForOne, type ItemOf } from '../api/call.ts'
import { loadPilot } from '../api/pilots.ts'
import { whyNot } from '../scan/scan-alert.tsx'
import { isAddress } from '../scan/scan-listener.ts'
import { type AnswerKind, Signals } from '../scan/signals.ts'

export type ChipsInfo = ItemOf<'GET /api/chips'>

/** A rider leaves nothing for a chip, an amount in cents, or a document. */
export interface Deposit {
  deposit?: number
  document?: string
}

/** The answer of the desk to the last scan. */
interface Said {
  kind: AnswerKind
  title: string
  lines?: readonly string[]
  /** The rider of the answer, who may owe something or has paid too much. */
  rider?: ShownPilot
  /** Sends the order again, under its identifier. */
  retry?: () => void
  /** The chip that another rider has, and who is unknown to this page. */
  borrowed?: Chip
  /** The text that may be the code of a chip. */
  unknown?: string
}

export interface DeskState {
  chip?: Chip
  rider?: ShownPilot
  /** The riders and the chips that a text can mean. */
  candidates?: readonly (Chip | ShownPilot)[]
  said?: Said
  /** True while an answer is awaited. */
  isBusy: boolean
}

/** A scanner that reads a code twice does so within this time, in milliseconds. */
const repeatTime = 3000
const mostFound = 8

export function useChipDesk(info: ChipsInfo, left: Deposit, refresh: () => void) {
  const [shown, show] = useState<DeskState>({ isBusy: false })
  const [desk] = useState(() => new ChipDesk(info, show))
  useEffect(() => {
    desk.info = info
  }, [desk, info])
  useEffect(() => () => desk.signals.close(), [desk])
  Object.assign(desk, { left, refresh })
  return { desk, shown }
}

export class ChipDesk {
  readonly signals = new Signals()
  left: Deposit = {}
  refresh = () => {}
  #state: DeskState = { isBusy: false }
  #waiting = 0
  #turn = Promise.resolve()
  #last = { text: '', at: 0 }
  /** The last order to lend, which has no answer yet. */
  #order = { id: '', chip: '', rider: '' }

  constructor(
    public info: ChipsInfo,
    private readonly show: (state: DeskState) => void,
  ) {}

  scan(text: string): void {
    const now = Date.now()
    const isRepeat = text === this.#last.text && now - this.#last.at < repeatTime
    this.#last = { text, at: now }
    if (!isRepeat) this.#inTurn(() => this.#take(text))
  }

  choose = (one: Chip | ShownPilot): void => this.#inTurn(() => this.#choose(one))

  takeBack = (chip: Chip): void => this.#inTurn(() => this.#takeBack(chip))

  /** Goes on with a chip that was added. */
  added(chip: Chip): void {
    this.info = { ...this.info, chips: [...this.info.chips, chip] }
    this.refresh()
    this.#inTurn(() => this.#onChip(chip))
  }

  clear = (): void => this.#set({})

  #set(next: Omit<DeskState, 'isBusy'>): void {
    this.#state = { ...next, isBusy: this.#waiting > 0 }
    this.show(this.#state)
    if (next.said) this.signals.give(next.said.kind)
  }

  /** Runs an action after those before it. Its failure leaves what was begun. */
  #inTurn(action: () => Promise<void>): void {
    const fail = (error: Error) => {
      if (!(error instanceof ApiError)) return reportError(error)
      const { chip, rider } = this.#state
      const retry = error.isTemporary && (() => this.#inTurn(action))
      this.#set({ chip, rider, said: { kind: 'no', title: error.message, ...(retry && { retry }) } })
    }
    const count = (step: number) => {
      this.#waiting += step
      this.#state = { ...this.#state, isBusy: this.#waiting > 0 }
      this.show(this.#state)
    }
    count(1)
    this.#turn = this.#turn.then(async () => {
      const { chip, rider } = this.#state
      this.#set({ chip, rider })
      await action().catch(fail)
      count(-1)
    })
  }

  async #take(text: string): Promise<void> {
    const { chip, rider } = this.#state
    const found = chipIn(this.info, text)
    const isCode = found && keyboardReadings(text).some((one) => chipCode(one) === found.code)
    const holder = this.info.lent.find((one) => one.chip === found?.code)?.id
    // The label of a chip that is out may be the number of another rider.
    const isUnsure = holder !== undefined && !isCode && !rider && /\d/.test(text)
    if (found && !chip && !isUnsure) return this.#onChip(found)
    const all = await findRiders(text)
    if (all instanceof Error) return this.#set({ chip, rider, said: { kind: 'no', title: all.message } })
    const riders = chip ? all : all.filter(({ id }) => id !== holder)
    const candidates = [...riders, ...(found && (isCode || !chip || riders.length === 0) ? [found] : [])]
    const [one] = candidates
    if (one && candidates.length === 1) return this.#choose(one)
    if (one) return this.#set({ chip, rider, candidates })
    const mayBeChip = /\d/.test(text) && chipCode(text).length <= maxEntryTransponder && !isAddress(text)
    const title = chip ? `Nadie tiene «${text}»` : `«${text}» no es un chip de este evento, ni un piloto`
    const lines = ['Escanee la credencial, o escriba el número, el nombre o el DNI.']
    this.#set({ chip, rider, said: { kind: 'no', title, lines, ...(mayBeChip && { unknown: text }) } })
  }

  async #choose(one: Chip | ShownPilot): Promise<void> {
    if ('code' in one) return this.#onChip(one)
    const { chip } = this.#state
    if (chip) return this.#lend(chip, one)
    const { event, chips } = this.info
    const names = openLoans(one, event).map((loan) => {
      return chips.find(({ code }) => code === loan.chip)?.label || loan.chip
    })
    const said: Said = { kind: 'warn', title: `Ya tiene el chip ${names.join(', ')}` }
    this.#set({ rider: one, ...(names.length > 0 && { said }) })
  }

  async #onChip(chip: Chip): Promise<void> {
    const { rider } = this.#state
    if (this.info.lent.some((one) => one.chip === chip.code)) return this.#takeBack(chip)
    if (rider) return this.#lend(chip, rider)
    this.#set({ chip })
  }

  async #lend(chip: Chip, rider: ShownPilot): Promise<void> {
    const { event, currency, lent } = this.info
    const isSame = this.#order.chip === chip.code && this.#order.rider === rider.id
    if (!isSame) this.#order = { id: newPilotId(), chip: chip.code, rider: rider.id }
    this.#set({ chip, rider })
    const { deposit, document } = this.left
    const sent = callForOne('POST /api/chips/lend', { body: { event, ...this.#order, deposit, document } })
    const done = await sent.catch((error) => {
      if (!(error instanceof ApiError && error.status === 409 && error.details.id)) throw error
      this.#set({ chip, rider, said: { kind: 'no', title: error.message, borrowed: chip } })
    })
    if (!done) return
    this.#order = { id: '', chip: '', rider: '' }
    const borrower = riderOf(done) ?? rider
    const at = new Date().toISOString()
    const loan = { id: rider.id, name: fullName(rider), chip: chip.code, label: chip.label, at, ...this.left }
    this.#note([...lent, loan])
    const isEntered = borrower.entries?.some((entry) => entry.event === event)
    const { owed = 0 } = borrower
    const before = rider.entries?.find((entry) => entry.event === event)?.transponder
    const lines = [
      before && before !== chip.code ? `Su inscripción tenía el transponder ${before}.` : '',
      document ? `Deja: ${document}` : '',
      owed > 0 ? `Debe ${formatMoney(owed, currency)}` : '',
      deposit ? `Con el depósito de ${formatMoney(deposit, currency)}` : '',
      isEntered ? '' : 'No está inscrito en este evento: el chip queda prestado igual.',
    ]
    const title = `Prestado: chip ${chipName(chip)} a ${fullName(borrower)}`
    const kind = isEntered ? 'yes' : 'warn'
    this.#set({ said: { kind, title, lines: lines.filter(Boolean), rider: borrower } })
  }

  async #takeBack(chip: Chip): Promise<void> {
    const { event, currency, lent } = this.info
    const its = lent.filter((one) => one.chip === chip.code)
    const { pilots } = await callForOne('POST /api/chips/return', { body: { event, chip: chip.code } })
    const riders = pilots.flatMap((record) => fromRecord(record) ?? [])
    const rider = riders.find(({ owed }) => owed) ?? riders[0]
    this.#note(lent.filter((one) => one.chip !== chip.code))
    const { chip: begun, rider: other } = this.#state
    const isOther = other !== undefined && riders.every(({ id }) => id !== other.id)
    const money = (cents: number) => formatMoney(cents, currency)
    const to = (name: string) => (riders.length > 1 ? ` a ${name}` : '')
    const { owed = 0 } = rider ?? {}
    const deposit = its.find((one) => one.deposit)?.deposit
    const lines = [
      ...riders.map(
        (one) => (one.owed ?? 0) < 0 && `Devuelva ${money(0 - (one.owed ?? 0))}${to(fullName(one))}`,
      ),
      ...its.map(({ document, name }) => document && `Devuelva: ${document}${to(name)}`),
      `Chip ${chipName(chip)}`,
      deposit &&
        owed === 0 &&
        `El depósito de ${money(deposit)} no figura como cobrado: devuélvalo solo si lo recibió.`,
      deposit && owed > 0 && `Todavía debe ${money(owed)}: el depósito de ${money(deposit)} no se devuelve.`,
      isOther && `No lo tenía ${fullName(other)}: para prestarle uno, escanee un chip.`,
    ]
    this.#set({
      ...(begun && begun.code !== chip.code && { chip: begun }),
      ...(isOther && { rider: other }),
      said: {
        kind: isOther ? 'warn' : 'out',
        title: `Devolvió: ${riders.map(fullName).join(', ')}`,
        lines: lines.filter((line) => typeof line === 'string'),
        rider,
      },
    })
  }

  #note(lent: ChipsInfo['lent']): void {
    this.info = { ...this.info, lent }
    this.refresh()
  }
}

function chipIn({ chips, lent }: ChipsInfo, text: string): Chip | undefined {
  const listed = new Set(chips.map(({ code }) => code))
  const others = lent.filter(({ chip }) => !listed.has(chip))
  const all = [...chips, ...others.map(({ chip: code }) => ({ code, label: '', rented: false }))]
  return keyboardReadings(text.trim())
    .map((reading) => findChip(all, reading))
    .find(Boolean)
}

function riderOf({ pilots: [record] }: ItemOf<'POST /api/chips/lend'>): ShownPilot | undefined {
  return record && fromRecord(record)
}

/** Returns the riders that a text means, or why the card of a code is none. @throws ApiError */
async function findRiders(text: string): Promise<ShownPilot[] | Error> {
  const id = readScanned(text)
  try {
    if (id) return [(await loadPilot(id)) as ShownPilot]
  } catch (error) {
    if (!(error instanceof ApiError) || error.isTemporary) throw error
    if (isAddress(text) || error.status !== 404) return new Error(whyNot(error, id ?? ''))
  }
  const { data } = await call('GET /api', { query: { list: 'all', search: text, per_page: mostFound } })
  const found = data.flatMap((record) => fromRecord(record) ?? [])
  const key = numberKey(text)
  const exact = found.filter(({ npiloto, dni, documento, entries = [] }) => {
    const names = [npiloto, dni && String(dni), documento, ...entries.map(({ number }) => number)]
    return key !== undefined && names.some((name) => name && numberKey(name) === key)
  })
  return exact.length > 0 || /\d/.test(text) ? exact : found
}
