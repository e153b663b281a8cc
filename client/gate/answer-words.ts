/** The words for the answer to a scan, as a marshal reads them in one look. */

import { readScanned } from '#domain/credential/scanned'
import { earlyEndOf, statusTexts } from '#domain/credential/status'
import { answerTexts, isTooSoon, resultText, resultTexts } from '#domain/gate/passage'
import { missingText } from '#domain/pilots/incomplete'
import { groupedId } from '#domain/pilots/pilot-id'
import { formatDate, localTime } from '#domain/text/date'
import { shortened } from '#domain/text/text'
import { ApiError } from '../api/call.ts'
import type { AnswerKind } from '../scan/signals.ts'
import type { ScanAnswer } from './gate-line.ts'
import { gateClock, gateTime } from './offline/gate-clock.ts'

/** The icons: each has a form of its own, so that no answer is told by colour alone. */
export type AnswerIcon = 'check' | 'again' | 'clock' | 'pause' | 'cross' | 'questionMark' | 'exit'

export interface AnswerWords {
  kind: AnswerKind
  icon: AnswerIcon
  word: string
  /** Continues the word, such as `a las 09:42 por Puerta Norte`. */
  detail?: string
  /** A further sentence. */
  advice?: string
}

type Result = Exclude<ScanAnswer['result'], 'repeat'>

export function wordsOf(answer: ScanAnswer, now = gateTime()): AnswerWords {
  const { direction, admitted, pilot, chip } = answer
  // Only a person who was let through is scanned again as the same scan.
  const result = answer.result === 'repeat' ? 'pass' : answer.result
  if (direction === 'out' && admitted) {
    const status = pilot?.status.kind ?? 'valid'
    if (chip)
      return {
        ...{ kind: 'warn', icon: 'exit', word: answerTexts.chip, detail: `Chip ${chip}` },
        advice: 'Puede salir: la salida queda anotada.',
      }
    return {
      kind: 'out',
      icon: 'exit',
      word: answerTexts.exit,
      ...(status !== 'valid' && {
        advice: `${status === 'incomplete' ? 'Su registro' : 'Su credencial'} está ${statusTexts[status].toLowerCase()}.`,
      }),
    }
  }
  return { ...wordsByResult[result](answer, now) }
}

const wordsByResult: Record<Result, (answer: ScanAnswer, now: Date) => AnswerWords> = {
  pass: () => ({ kind: 'yes', icon: 'check', word: resultTexts.pass }),

  again: (answer, now) => {
    const { admitted, previous } = answer
    return {
      kind: admitted || mayLetIn(answer) ? 'warn' : 'no',
      icon: 'again',
      word: resultTexts.again,
      ...(previous && { detail: previousWords(answer, previous, now) }),
      advice: admitted
        ? 'Puede pasar.'
        : mayLetIn(answer)
          ? 'Mire la foto: la credencial puede estar en otra mano.'
          : 'No puede entrar otra vez.',
    }
  },

  expired: ({ pilot }) => {
    const early = pilot && earlyEndOf(pilot.status)
    return {
      kind: 'no',
      icon: 'clock',
      word: resultTexts.expired,
      ...(pilot?.status.until && { detail: `el ${formatDate(pilot.status.until)}` }),
      ...(early && { advice: `Venció su ${early}.` }),
    }
  },

  suspended: ({ pilot }) => ({
    kind: 'no',
    icon: 'pause',
    word: resultTexts.suspended,
    ...(pilot?.status.until && { detail: `hasta el ${formatDate(pilot.status.until)}` }),
  }),

  incomplete: ({ pilot }) => ({
    kind: 'no',
    icon: 'pause',
    word: resultTexts.incomplete,
    ...(pilot?.status.missing && { detail: missingText(pilot.status.missing) }),
    advice: 'No tiene credencial todavía: vaya a la mesa.',
  }),

  revoked: ({ pilot }) => ({
    kind: 'no',
    icon: 'cross',
    word: resultTexts.revoked,
    ...(pilot?.status.at && {
      detail: `el ${formatDate(dayOf(pilot.status.at))}, ${clockTime(pilot.status.at)}`,
    }),
    advice: 'Esta tarjeta ya no vale: pida la nueva, o avise a la mesa.',
  }),

  unknown: ({ scanned, offline }) => {
    const id = readScanned(scanned)
    if (id && offline)
      return {
        kind: 'no',
        icon: 'questionMark',
        word: answerTexts.notListed,
        advice: `El código ${groupedId(id)} puede haberse registrado después: consulte a la mesa.`,
      }
    const advice = id
      ? `Ningún piloto tiene el código ${groupedId(id)}.`
      : `Se leyó «${shortened(scanned.trim(), 60)}».`
    return { kind: 'no', icon: 'questionMark', word: resultTexts.unknown, advice }
  },

  'not-entered': () => ({
    kind: 'no',
    icon: 'questionMark',
    word: resultTexts['not-entered'],
    advice: 'No está inscrito en este evento: vaya a la mesa.',
  }),

  unchecked: (answer) => ({
    kind: 'no',
    icon: 'pause',
    word: resultText(answer),
    advice: maySign(answer) ? signingAdvice(answer) : 'Se arregla en la mesa.',
  }),

  conflict: () => ({
    kind: 'no',
    icon: 'questionMark',
    word: resultTexts.conflict,
    advice: 'La lectura llegó con datos de otra, y no se contó.',
  }),
}

/** Returns true for a rider who is refused without the waiver, and can sign it here. */
export function maySign({ result, lacks = [] }: ScanAnswer): boolean {
  return result === 'unchecked' && lacks.includes('waiver')
}

function signingAdvice({ lacks = [] }: ScanAnswer): string {
  return lacks.length > 1
    ? 'El deslinde se firma aquí; lo demás se arregla en la mesa.'
    : 'Toque Firmar: se firma aquí, con el dedo.'
}

/** Returns true for an entry so soon after another one that the marshal decides: the same rider, or another person. */
export function mayLetIn({ result, direction, admitted, at, previous }: ScanAnswer): boolean {
  const isRefused = result === 'again' && direction === 'in' && !admitted
  return isRefused && previous !== undefined && isTooSoon(at, previous.at)
}

/** Returns `hace 20 s, en esta puerta`, or `a las 09:42 por Puerta Norte` if it is longer ago. */
function previousWords({ gate, at }: ScanAnswer, previous: { at: string; gate: string }, now: Date): string {
  const seconds = Math.round((Date.parse(at) - Date.parse(previous.at)) / 1000)
  if (seconds < 0 || !isTooSoon(at, previous.at))
    return `${momentWords(previous.at, now)} por ${previous.gate}`
  return `hace ${seconds} s, ${previous.gate === gate ? 'en esta puerta' : `por ${previous.gate}`}`
}

/** Returns `a las 09:42` or, for another day, `el 21/11 a las 09:42`, where the laptop is. */
function momentWords(at: string, now: Date): string {
  const clock = `a las ${clockTime(at)}`
  return isOfDay(at, now) ? clock : `el ${formatDate(dayOf(at)).slice(0, 5)} ${clock}`
}

function isOfDay(at: string, now: Date): boolean {
  return dayOf(at) === dayOf(now.toISOString())
}

function dayOf(at: string): string {
  return localTime(at, gateClock.zone).day
}

/** Returns a time where the laptop is, such as `09:42`. */
export function clockTime(at: string): string {
  return localTime(at, gateClock.zone).clock
}

const minute = 60_000

/** Returns the roster by which a gate answers, with its age: `la lista de las 09:42 (hace 12 min)`. */
export function rosterWords(at: string, now = gateTime()): string {
  const time = isOfDay(at, now) ? `de las ${clockTime(at)}` : momentWords(at, now).replace(/^el/, 'del')
  return `la lista ${time} (${ageWords(now.getTime() - Date.parse(at))})`
}

function ageWords(age: number): string {
  const minutes = Math.floor(age / minute)
  if (minutes < 1) return 'hace un momento'
  return minutes < 60 ? `hace ${minutes} min` : `hace ${Math.floor(minutes / 60)} h`
}

/** Tells the marshal how to go on after the session has ended: the sign-in is not the only way, as elsewhere. */
const sessionEnded =
  'La sesión de este equipo terminó: escanee otra vez el código de la mesa, o inicie sesión.'

export function failureText(failure: Error): string {
  return failure instanceof ApiError && failure.status === 401 ? sessionEnded : failure.message
}
