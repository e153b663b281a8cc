/** Lends and takes back chips by scans, one after another: a chip and a rider, in any order, or a chip that somebody has. */
import { useEffect, useState } from 'react'
import { fromRecord, type ShownPilot } from '#domain/api/wire'
import { readScanned } from '#domain/credential/scanned'
import { numberOf, racedEntries } from '#domain/events/categories/race-number'
import { numberedPlace } from '#domain/events/categories/shown'
import type { Entry } from '#domain/events/entry'
import { isNamed, type NamedPlace } from '#domain/events/entry-orders'
import { groupsBy } from '#domain/groups'
import { fullName } from '#domain/pilots/pilot'
import { maxEntryTransponder } from '#domain/stored/limits'
import { keyboardReadings } from '#domain/text/keyboard-layouts'
import { numberKey } from '#domain/text/names'
import { chipName } from '#domain/till/lending'
import { type Chip, chipCode, findChip, openLoans } from '#domain/till/loans'
import { type Currency, formatMoney } from '#domain/till/money'
import { ApiError, call, callForList, callForOne, type ItemOf, pilotOf } from '../api/call.ts'
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

export function depositText({ deposit, document = '' }: Deposit, currency: Currency): string {
  return deposit ? formatMoney(deposit, currency) : document
}

/** The answer of the desk to the last scan. */
interface Said {
  kind: AnswerKind
  title: string
  lines?: readonly (string | false | 0 | undefined)[]
  /** The rider of the answer, who may owe something or has paid too much. */
  rider?: ShownPilot
  /** The button for what a person can do about it. */
  offer?: { text: string; act: () => void }
}

interface Answer {
  said?: Said
  /** The riders and the chips that a text can mean, or the entries for which a chip can be. */
  choices?: readonly { key: string; name: string; act: () => void }[]
}

/** The chip or the rider that the next scan completes. */
interface Begun {
  chip?: Chip
  rider?: ShownPilot
}

export interface DeskState extends Begun, Answer {
  /** True while an answer is awaited. */
  isBusy?: boolean
}

/** A scanner that reads a code twice does so within this time, in milliseconds. */
const repeatTime = 3000
const mostFound = 20

/** `onUnknown` is called with the text that a person wants to add as a chip. */
export function useChipDesk(info: ChipsInfo, left: Deposit, onUnknown: (text: string) => void) {
  const [shown, show] = useState<DeskState>({})
  const [desk] = useState(() => new ChipDesk(info, show))
  useEffect(() => {
    desk.info = info
  }, [desk, info])
  useEffect(() => () => desk.signals.close(), [desk])
  Object.assign(desk, { left, onUnknown })
  return { desk, shown }
}

export class ChipDesk {
  readonly signals = new Signals()
  left: Deposit = {}
  onUnknown = (_text: string) => {}
  #begun: Begun = {}
  #answer: Answer = {}
  #waiting = 0
  #turn = Promise.resolve()
  #last = { text: '', at: 0 }

  constructor(
    public info: ChipsInfo,
    private readonly show: (state: DeskState) => void,
  ) {}

  scan(text: string): void {
    const { chip, rider } = this.#begun
    const now = Date.now()
    const isRepeat = text === this.#last.text && now - this.#last.at < repeatTime
    // A scan while the entry is asked would leave the chip with a rider who has not borrowed it.
    if (chip && rider && this.#answer.choices) this.signals.give('no')
    else {
      this.#last = { text, at: now }
      if (!isRepeat) this.#inTurn(() => this.#take(text))
    }
  }

  choose = (one: Chip | ShownPilot): void => this.#inTurn(() => this.#choose(one))

  takeBack = (chip: Chip): void => this.#inTurn(() => this.#takeBack(chip))

  /** Goes on with a chip that was added. */
  added(chip: Chip): void {
    this.info = { ...this.info, chips: [...this.info.chips, chip] }
    this.choose(chip)
  }

  /** Leaves what was begun. The same text is then no second reading of a scan. */
  clear = (): void => {
    this.#last = { text: '', at: 0 }
    this.#begin({})
  }

  #begin(begun: Begun, answer: Answer = {}): void {
    this.#begun = begun
    this.#answer = answer
    this.#update()
    if (answer.said) this.signals.give(answer.said.kind)
  }

  /** Answers, and leaves what was begun. */
  #say(said: Said): void {
    this.#begin(this.#begun, { said })
  }

  #update(): void {
    this.show({ ...this.#begun, ...this.#answer, isBusy: this.#waiting > 0 })
  }

  /** Runs an action after those before it. */
  #inTurn(action: () => Promise<void>): void {
    const fail = (error: Error) => {
      if (!(error instanceof ApiError)) return reportError(error)
      const offer = { text: 'Reintentar', act: () => this.#inTurn(action) }
      this.#say({ kind: 'no', title: error.message, ...(error.isTemporary && { offer }) })
    }
    this.#waiting += 1
    this.#update()
    this.#turn = this.#turn.then(async () => {
      this.#begin(this.#begun)
      await action().catch(fail)
      this.#waiting -= 1
      this.#update()
    })
  }

  async #take(text: string): Promise<void> {
    const { chip, rider } = this.#begun
    const found = chipIn(this.info, text)
    const isCode = found && keyboardReadings(text).some((one) => chipCode(one) === found.code)
    const holder = this.info.lent.find((one) => one.chip === found?.code)?.id
    // The label of a chip may be the number of a rider.
    const isUnsure = !isCode && !rider && /\d/.test(text)
    if (found && !chip && !isUnsure) return this.#choose(found)
    const all = await findRiders(text)
    const riders = chip ? all : all.filter(({ id }) => id !== holder)
    const candidates = [...riders, ...(found && (isCode || !chip || riders.length === 0) ? [found] : [])]
    const [one] = candidates
    if (one && candidates.length === 1) return this.#choose(one)
    if (one)
      return this.#begin(this.#begun, {
        choices: candidates.map((its) => ({
          ...{ key: 'code' in its ? its.code : its.id, name: this.#nameOf(its) },
          act: () => this.choose(its),
        })),
      })
    const mayBeChip = /\d/.test(text) && chipCode(text).length <= maxEntryTransponder && !isAddress(text)
    const offer = { text: 'Agregarlo como chip', act: () => this.onUnknown(text) }
    this.#say({
      kind: 'no',
      title: chip ? `Nadie tiene «${text}»` : `«${text}» no es un chip de este evento, ni un piloto`,
      lines: ['Escanee la credencial, o escriba el número, el nombre o el DNI.'],
      ...(mayBeChip && { offer }),
    })
  }

  #nameOf(one: Chip | ShownPilot): string {
    if ('code' in one) return `Chip ${chipName(one)}`
    const number = racedEntries(one, this.info.event).length < 2 && numberOf(one)
    return [number, one.category, fullName(one), one.club].filter(Boolean).join(' · ')
  }

  async #choose(one: Chip | ShownPilot): Promise<void> {
    const { event, chips, lent } = this.info
    const { chip, rider } = this.#begun
    if ('code' in one) {
      if (lent.some((loan) => loan.chip === one.code)) return this.#takeBack(one)
      return rider ? this.#lend(one, rider) : this.#begin({ chip: one })
    }
    if (chip) return this.#lend(chip, one)
    const names = openLoans(one, event).map((loan) => {
      return chips.find(({ code }) => code === loan.chip)?.label || loan.chip
    })
    const said: Said = { kind: 'warn', title: `Ya tiene el chip ${names.join(', ')}` }
    this.#begin({ rider: one }, names.length > 0 ? { said } : {})
  }

  /** Asks for which entries of a rider with several a chip is: for all, on one vehicle, or for some. */
  async #askPlace(chip: Chip, rider: ShownPilot, entries: readonly Entry[]): Promise<void> {
    const [open = { categories: [] }] = await callForList('GET /api/events')
    const choiceOf = (name: string, place: NamedPlace) => ({
      ...{ key: name, name },
      act: () => this.#inTurn(() => this.#lend(chip, rider, { ...place, name })),
    })
    const all = choiceOf('Para todas sus inscripciones', {})
    const some = [...groupsBy(entries, ({ modalidad }) => modalidad)].flatMap(([modalidad, own]) => [
      ...(own.length > 1 && own.length < entries.length
        ? [choiceOf(`Para las de ${modalidad}`, { modalidad })]
        : []),
      ...own.map((entry) =>
        choiceOf(`Solo para ${numberedPlace(entry, open)}`, { modalidad, category: entry.category ?? null }),
      ),
    ])
    // A second chip is seldom for all.
    const isSecond = openLoans(rider, this.info.event).length > 0
    this.#begin({ chip, rider }, { choices: isSecond ? [...some, all] : [all, ...some] })
    this.signals.give('warn')
  }

  async #lend(chip: Chip, rider: ShownPilot, place?: NamedPlace & { name: string }): Promise<void> {
    const { event, currency, lent } = this.info
    const { left } = this
    const entries = racedEntries(rider, event)
    if (!place && entries.length > 1) return this.#askPlace(chip, rider, entries)
    this.#begin({ chip, rider })
    const { name, ...named } = place ?? { name: '' }
    const body = { event, chip: chip.code, rider: rider.id, ...named, ...left }
    const done = await callForOne('POST /api/chips/lend', { body }).catch((error) => {
      if (!(error instanceof ApiError && error.status === 409 && error.details.id)) throw error
      const offer = { text: 'Recibir de él', act: () => this.takeBack(chip) }
      this.#say({ kind: 'no', title: error.message, offer })
    })
    if (!done) return
    const borrower = pilotOf({ data: done.pilots })
    const { id, owed = 0 } = borrower
    const { code, label } = chip
    const loan = { id, name: fullName(borrower), chip: code, label, at: new Date().toISOString(), ...left }
    this.info = { ...this.info, lent: [...lent, loan] }
    const isEntered = borrower.entries?.some((entry) => entry.event === event)
    const before = entries.find((entry) => isNamed(entry, named))?.transponder
    const lines = [
      name && `${name}.`,
      before && before !== code && `Su inscripción tenía el transponder ${before}.`,
      left.document && `Deja: ${left.document}`,
      owed > 0 && `Debe ${formatMoney(owed, currency)}`,
      left.deposit && `Con el depósito de ${formatMoney(left.deposit, currency)}`,
      !isEntered && 'No está inscrito en este evento: el chip queda prestado igual.',
    ]
    const title = `Prestado: chip ${chipName(chip)} a ${fullName(borrower)}`
    const kind = isEntered ? 'yes' : 'warn'
    this.#begin({}, { said: { kind, title, lines, rider: borrower } })
  }

  async #takeBack(chip: Chip): Promise<void> {
    const { event, currency, lent } = this.info
    const its = lent.filter((one) => one.chip === chip.code)
    const { pilots } = await callForOne('POST /api/chips/return', { body: { event, chip: chip.code } })
    const riders = pilots.flatMap((record) => fromRecord(record) ?? [])
    const rider = riders.find(({ owed }) => owed) ?? riders[0]
    this.info = { ...this.info, lent: lent.filter((one) => one.chip !== chip.code) }
    const { chip: begun, rider: other } = this.#begun
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
    const title = `Devolvió: ${riders.map(fullName).join(', ')}`
    this.#begin(
      { ...(begun?.code !== chip.code && { chip: begun }), ...(isOther && { rider: other }) },
      { said: { kind: isOther ? 'warn' : 'out', title, lines, rider } },
    )
  }
}

function chipIn({ chips, lent }: ChipsInfo, text: string): Chip | undefined {
  const all = [...chips, ...lent.map(({ chip: code, label }) => ({ code, label, rented: false }))]
  return keyboardReadings(text.trim())
    .map((reading) => findChip(all, reading))
    .find(Boolean)
}

/** Returns the riders that a text means. @throws ApiError also for a card of nobody */
async function findRiders(text: string): Promise<ShownPilot[]> {
  const id = readScanned(text)
  try {
    if (id) return [(await loadPilot(id)) as ShownPilot]
  } catch (error) {
    if (!(error instanceof ApiError) || error.isTemporary) throw error
    if (isAddress(text) || error.status !== 404) throw new ApiError(error.status, whyNot(error, id ?? ''))
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
