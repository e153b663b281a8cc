/** Says in one sentence what happened at a gate: `Entró a las 09:42 por Norte y otra vez a las 09:50 por Sur.` */
import { missingText } from '../events/entry.ts'
import { formatDate, formatMoment, today } from '../text/date.ts'
import { shortened } from '../text/text.ts'
import { cardlessText, doubtTexts, overrideText, type PassageResult } from './passage.ts'
import type { PassageRecord } from './schemas.ts'

/** `now` decides which times need no day. */
export function passageSentence(passage: PassageRecord, now = new Date()): string {
  const { doubt } = passage
  return `${eventSentence(passage, now)}${doubt ? ` Revise: ${doubtTexts[doubt]}.` : ''}`
}

function eventSentence(passage: PassageRecord, now: Date): string {
  const { corrects, admitted, direction, result } = passage
  if (corrects !== undefined) return `Se deshizo una lectura ${placeWords(passage, now, 'en')}.`
  if (result === 'repeat')
    return `La misma lectura otra vez, ${placeWords(passage, now, 'en')}: no se cuenta.`
  if (result === 'conflict')
    return `Se leyó ${placeWords(passage, now, 'en')} con el número de otra lectura: no pasó.`
  if (result === 'unknown' && !admitted)
    return `Se leyó ${placeWords(passage, now, 'en')} ${codeWords(passage)}: no pasó.`
  if (direction === 'out') return `Salió ${placeWords(passage, now)}${markWords(passage)}.`
  return admitted ? admittedSentence(passage, now) : refusedSentence(passage, now)
}

function admittedSentence(passage: PassageRecord, now: Date): string {
  const { previous } = passage
  if (passage.result === 'again' && previous) return doubleSentence(passage, previous, now)
  const reason = {
    pass: '',
    repeat: '',
    again: ', otra vez',
    conflict: '',
    unknown: `, con ${codeWords(passage)}`,
    ...credentialWords,
    unchecked: lackWords(passage),
  }
  return `Entró ${placeWords(passage, now)}${markWords(passage)}${reason[passage.result]}.`
}

/** Names the earlier entry first: a device that was offline may send the later one before. */
function doubleSentence(passage: PassageRecord, previous: Place, now: Date): string {
  const isLater = previous.at <= passage.at
  const own = (day?: Date) => placeWords(passage, day ?? now) + markWords(passage)
  const other = (day?: Date) => placeWords(previous, day ?? now)
  return isLater
    ? `Entró ${other()} y otra vez ${own(sameDay(previous, passage))}.`
    : `Entró ${own()}${markWords(passage) && ','} y otra vez ${other(sameDay(passage, previous))}.`
}

function refusedSentence(passage: PassageRecord, now: Date): string {
  const { result, previous } = passage
  const place = placeWords(passage, now)
  if (result === 'again' && previous)
    return `No pasó ${place}: ya había entrado ${placeWords(previous, sameDay(previous, passage) ?? now)}.`
  if (result === 'unchecked') return `No pasó ${place}${lackWords(passage)}.`
  return `No pasó ${place}${credentialWords[result as keyof typeof credentialWords] ?? ''}.`
}

const credentialWords = {
  expired: ', con la credencial vencida',
  suspended: ', con la credencial suspendida',
  incomplete: ', con el registro incompleto',
  revoked: ', con una credencial anulada',
  'not-entered': ', sin inscripción en el evento',
} satisfies Partial<Record<PassageResult, string>>

function lackWords({ lacks = [] }: PassageRecord): string {
  return `, sin ${missingText(lacks)}`
}

type Place = Pick<PassageRecord, 'at' | 'gate'>

/** Returns `a las 09:42 por Norte` or, with another preposition, `a las 09:42 en Norte`, with the day if it is another one than that of `now`. */
function placeWords({ at, gate }: Place, now: Date, preposition = 'por'): string {
  const day = today(new Date(at))
  const [, clock] = formatMoment(at).split(', ')
  return `${day === today(now) ? '' : `el ${formatDate(day).slice(0, 5)} `}a las ${clock} ${preposition} ${gate}`
}

/** Returns the day of a place if another place of the same sentence has named it. */
function sameDay(first: Place, second: Place): Date | undefined {
  return today(new Date(first.at)) === today(new Date(second.at)) ? new Date(first.at) : undefined
}

function markWords({ offline, cardless, override }: PassageRecord): string {
  const marks = [offline && 'sin conexión', cardless && cardlessText, override && overrideText]
  return marks.map((mark) => (mark ? `, ${mark}` : '')).join('')
}

function codeWords({ scanned }: PassageRecord): string {
  return `un texto que no es de ninguna credencial («${shortened(scanned.trim(), 60)}»)`
}
