/** The words of a report, for the screen, the PDF and the terminal. */
import { checks } from '../event/entry.ts'
import { passageSentence } from '../gate/passage-sentence.ts'
import { formatMoment } from '../text/date.ts'
import { count, enumerate } from '../text/text.ts'
import type { PassageRecord } from '../web/gate-schemas.ts'
import type { EventReport, ReportedWork } from '../web/report-schemas.ts'

export const reportTitle = 'Informe del evento'

/** Says the time that a report covers, such as `desde el 21/11/2026, 08:00 hasta ahora`. */
export function timeText({ from, before, event }: EventReport): string {
  const start = from === '' ? 'desde el comienzo' : `desde el ${formatMoment(from)}`
  return `${start} ${event.is_open || before === null ? 'hasta ahora' : `hasta el ${formatMoment(before)}`}`
}

/** The numbers of a report, in the order in which people read them. */
export function reportNumbers(report: EventReport): { label: string; value: number }[] {
  const { registered, renewed, entered, persons, inside, cards, incidents } = report
  return [
    { label: 'Registrados', value: registered },
    { label: 'Renovados', value: renewed },
    { label: 'Inscritos', value: entered.riders },
    { label: 'Entraron por las puertas', value: persons },
    { label: insideTitle(report), value: inside.total },
    { label: 'Credenciales impresas', value: cards.printed },
    { label: 'Credenciales anuladas', value: cards.revoked },
    { label: 'Incidencias sin resolver', value: incidents.open },
  ]
}

export function insideTitle({ event }: EventReport): string {
  return event.is_open ? 'Siguen adentro' : 'Seguían adentro al cerrar'
}

export function nobodyInside({ event }: EventReport): string {
  return event.is_open ? 'No hay nadie adentro.' : 'No quedó nadie adentro.'
}

/** Returns the words of the checks that the event wants, with the riders who lack each. */
export function checkRows({ checks: wanted }: EventReport): { label: string; lacking: number }[] {
  return wanted.map(({ name, lacking }) => ({ label: `Sin ${checks[name].missing}`, lacking }))
}

export function clubText(name: string): string {
  return name || 'Sin club'
}

export function authorName(name: string): string {
  return name || 'No se sabe quién'
}

/** Says what one author did, such as `40 registros, 2 cambios y 1 lectura`. */
export function workText({ registered, changes, prints, scans }: ReportedWork): string {
  return enumerate(
    [
      registered > 0 && count(registered, 'registro'),
      changes > 0 && count(changes, 'cambio'),
      prints > 0 && count(prints, 'credencial impresa', 'credenciales impresas'),
      scans > 0 && count(scans, 'lectura'),
    ].filter((text) => typeof text === 'string'),
  )
}

/** Says how many incidents there were, and how they ended: `3 sin resolver, 2 resueltas y 1 deshecha; 1 en duda`. */
export function incidentsText({ incidents }: EventReport): string {
  const { open, settled, taken_back: takenBack, doubtful } = incidents
  const parts = [
    `${open} sin resolver`,
    `${settled} ${settled === 1 ? 'resuelta' : 'resueltas'}`,
    ...(takenBack > 0 ? [`${takenBack} ${takenBack === 1 ? 'deshecha' : 'deshechas'}`] : []),
  ]
  return `${parts.join(', ')}${doubtful > 0 ? `. En duda: ${doubtful}` : ''}`
}

/** Says whose incident it is, what happened, and how it was settled. */
export function incidentText(
  passage: PassageRecord,
  now: string,
): { who: string; what: string; end: string } {
  const { pilot, settled, corrected } = passage
  return {
    who: pilot ? `${pilot.npiloto} ${pilot.name}`.trim() : 'Nadie de la lista',
    what: passageSentence(passage, new Date(now)),
    end: settled
      ? `Resuelta por ${settled.by} el ${formatMoment(settled.at)}: ${settled.reason}`
      : corrected
        ? 'Se deshizo en la puerta'
        : 'Sin resolver',
  }
}

/** Says how many lines of a list are not shown; empty if all are. */
export function moreText(total: number, shown: number): string {
  return total > shown ? `y ${total - shown} más` : ''
}
