/**
 * The report of an event in words, figures and a chart: the screen, the PDF and the terminal print the same sections.
 */
import { incidentsScreen, searchPath } from '../../api/addresses.ts'
import { passageSentence } from '../../gate/passage-sentence.ts'
import type { PassageRecord } from '../../gate/schemas.ts'
import { addDays, formatDate, formatMoment } from '../../text/date.ts'
import { count, enumerate, figure } from '../../text/text.ts'
import { categoryTitle } from '../categories/category.ts'
import { numberOf } from '../categories/race-number.ts'
import { checks as checkTexts } from '../entry.ts'
import type { DayOfGates, EventReport, ReportedWork } from './calls.ts'

export const reportTitle = 'Informe del evento'

/** A list of a report. */
export interface Section {
  title: string
  /** Sums the list up, without a full stop. */
  summary?: string
  /** Is said in place of a list without rows. */
  none: string
  /** The screen on which something can be done about the rows. */
  link?: { text: string; to: string }
  /** The headings of the cells in a table. */
  head: readonly string[]
  /** The kind of thing that the first cells name, if the heading of the section does not say it. */
  kind?: string
  rows: readonly Row[]
  /** The number of all rows, also of those that the report leaves out. */
  total: number
}

export interface Row {
  /** Identifies the row in its list. */
  key: string
  cells: readonly string[]
  /** Says in one sentence what the cells after the first one count. */
  sentence?: string
  /** The identifier of the pilot whom the row names. */
  pilot?: string
  /** The moment in the last cell: ISO 8601. */
  at?: string
  /** True for an incident that nobody has settled. */
  isOpen?: boolean
}

export type ReportParts = ReturnType<typeof sectionsOf>

/** Returns the parts of a report. */
export function sectionsOf(report: EventReport) {
  const { event, entered } = report
  const clubs = entered.clubs.map(({ name, riders }) => ({ name: name || 'Sin club', riders }))
  return {
    title: event.title,
    place: [event.place, event.days].filter(Boolean).join(', '),
    time: timeText(report),
    madeAt: formatMoment(report.at),
    figures: figuresOf(report),
    chart: chartSection(chartOf(report.days)),
    modalidades: modalidadesSection(entered),
    exceptions: exceptionsSection(entered),
    clubs: numbers('Inscritos por club', 'Club', clubs),
    checks: checksOf(report),
    inside: insideSection(report),
    incidents: incidentsSection(report),
    work: workSection(report),
  }
}

/** Says the time that a report covers, such as `desde el 21/11/2026, 08:00 hasta ahora`. */
function timeText({ from, before, event }: EventReport): string {
  const start = from === '' ? 'desde el comienzo' : `desde el ${formatMoment(from)}`
  return `${start} ${event.is_open || before === null ? 'hasta ahora' : `hasta el ${formatMoment(before)}`}`
}

/** The figures of a report, in the order in which people read them. */
function figuresOf(report: EventReport): { label: string; value: string }[] {
  const { registered, renewed, entered, persons, inside, cards, incidents } = report
  const figures: [label: string, value: number][] = [
    ['Registrados', registered],
    ['Renovados', renewed],
    ['Inscritos', entered.riders],
    ['Entraron por las puertas', persons],
    [insideTitle(report), inside.total],
    ['Credenciales impresas', cards.printed],
    ['Credenciales anuladas', cards.revoked],
    ['Incidencias sin resolver', incidents.open],
  ]
  return figures.map(([label, value]) => ({ label, value: figure(value) }))
}

function insideTitle({ event }: EventReport): string {
  return event.is_open ? 'Siguen adentro' : 'Seguían adentro al cerrar'
}

export type ChartSection = Chart & Required<Pick<Section, 'title' | 'kind' | 'none'>>

function chartSection(chart: Chart): ChartSection {
  const [title, kind] = chart.unit === 'hour' ? ['Entraron por hora', 'Hora'] : ['Entraron por día', 'Día']
  return { ...chart, title, kind, none: 'Nadie pasó por las puertas.' }
}

/** Returns a list of names with the number of riders of each. */
function numbers(title: string, kind: string, all: readonly { name: string; riders: number }[]): Section {
  const rows = all.map(({ name, riders }) => ({ key: name, cells: [name, figure(riders)] }))
  const none = 'Nadie está inscrito en el evento.'
  return { title, kind, none, head: [title, ''], rows, total: rows.length }
}

/** Returns the modalidades, each with its categories below it. */
function modalidadesSection({ modalidades, categories, exceptions }: EventReport['entered']): Section {
  const rows = modalidades.flatMap(({ name, riders }) => [
    { name, riders },
    ...categories
      .filter(({ modalidad }) => modalidad === name)
      .map((one) => ({ name: categoryTitle(one), riders: one.riders })),
  ])
  return {
    ...numbers('Inscritos por modalidad', 'Modalidad', rows),
    ...(exceptions.total > 0 && { summary: `Fuera de categoría: ${figure(exceptions.total)}` }),
  }
}

/** Returns the riders in a category that does not fit, if there are some. */
function exceptionsSection({ exceptions }: EventReport['entered']): Section | undefined {
  const { total, riders } = exceptions
  if (total === 0) return undefined
  const title = 'Fuera de categoría'
  return {
    ...{ title, total, none: '', head: [title, 'Categoría y motivo', 'Quién'] },
    rows: riders.map(({ id, name, modalidad, category, reason, at, by }) => ({
      key: `${id} ${modalidad}`,
      cells: [
        name,
        `${categoryTitle({ modalidad, name: category })}: ${reason}`,
        `${by ?? 'No se sabe quién'}, ${formatMoment(at)}`,
      ],
      pilot: id,
    })),
  }
}

/** Returns the checks that the event wants, with the riders who lack each and, in the last row, those who lack none. */
function checksOf({ checks, complete }: EventReport): Section | undefined {
  if (checks.length === 0) return undefined
  const rows = [
    ...checks.map(({ name, lacking }) => ({ name: `Sin ${checkTexts[name].missing}`, riders: lacking })),
    { name: 'Con todo en regla', riders: complete },
  ]
  return {
    ...numbers('Requisitos que faltan a los inscritos', 'Requisito', rows),
    head: ['Requisitos que faltan', ''],
  }
}

function insideSection(report: EventReport): Section {
  const { event, inside } = report
  const title = insideTitle(report)
  const link = { text: 'Verlos en la lista', to: searchPath({ attendance: 'inside' }) }
  return {
    title: `${title}: ${figure(inside.total)}`,
    none: event.is_open ? 'No hay nadie adentro.' : 'No quedó nadie adentro.',
    ...(event.is_open && { link }),
    head: ['N°', title, 'Puerta', 'Desde'],
    rows: inside.riders.map(({ id, name, number, gate, at }) => ({
      key: `${name} ${at}`,
      cells: [number, name, gate, formatMoment(at)],
      pilot: id,
      at,
    })),
    total: inside.total,
  }
}

function incidentsSection({ incidents, at }: EventReport): Section {
  const { open, settled, taken_back: takenBack, passages } = incidents
  return {
    title: 'Incidencias',
    summary: incidentsText(incidents),
    none: 'No hubo incidencias.',
    ...(open > 0 && { link: { text: 'Resolver las incidencias', to: incidentsScreen() } }),
    head: ['De quién', 'Qué pasó', 'Cómo quedó'],
    rows: passages.map((passage) => incidentRow(passage, at)),
    total: open + settled + takenBack,
  }
}

/** Says how many incidents there were, and how they ended: `3 sin resolver, 2 resueltas y 1 deshecha; 1 en duda`. */
function incidentsText({ open, settled, taken_back: takenBack, doubtful }: EventReport['incidents']): string {
  const parts = [
    `${open} sin resolver`,
    `${settled} ${settled === 1 ? 'resuelta' : 'resueltas'}`,
    ...(takenBack > 0 ? [`${takenBack} ${takenBack === 1 ? 'deshecha' : 'deshechas'}`] : []),
  ]
  return `${parts.join(', ')}${doubtful > 0 ? `. En duda: ${doubtful}` : ''}`
}

/** Says whose incident it is, what happened, and how it was settled. */
function incidentRow(passage: PassageRecord, now: string): Row {
  const { id, pilot, settled, corrected, incident } = passage
  const end = settled
    ? `Resuelta por ${settled.by} el ${formatMoment(settled.at)}: ${settled.reason}`
    : corrected
      ? 'Se deshizo en la puerta'
      : 'Sin resolver'
  return {
    key: id,
    cells: [
      pilot ? `${numberOf(pilot)} ${pilot.name}`.trim() : 'Nadie de la lista',
      passageSentence(passage, new Date(now)),
      end,
    ],
    isOpen: incident,
  }
}

function workSection({ work }: EventReport): Section {
  const title = 'Quién trabajó'
  return {
    title,
    none: 'Nadie hizo nada en este tiempo.',
    head: [title, 'Registros', 'Cambios', 'Impresas', 'Lecturas'],
    rows: work.map(workRow),
    total: work.length,
  }
}

/** Says what one author did, such as `40 registros, 2 cambios y 1 lectura`. */
function workRow({ name, registered, changes, prints, scans }: ReportedWork): Row {
  const sentence = [
    registered > 0 && count(registered, 'registro'),
    changes > 0 && count(changes, 'cambio'),
    prints > 0 && count(prints, 'credencial impresa', 'credenciales impresas'),
    scans > 0 && count(scans, 'lectura'),
  ].filter((text) => typeof text === 'string')
  return {
    key: name,
    cells: [name || 'No se sabe quién', ...[registered, changes, prints, scans].map(figure)],
    sentence: enumerate(sentence),
  }
}

/** Says how many rows of a list are not shown; empty if all are. */
export function moreText(total: number, shown: number): string {
  return total > shown ? `y ${total - shown} más` : ''
}

export interface Bar {
  /** The hour or the day, such as `9 h` or `21/11`. */
  label: string
  /** The day of an hour, if the hours of several days are shown. */
  day?: string
  persons: number
}

export interface Chart {
  unit: 'hour' | 'day'
  /** In the order of time. Between two days or two hours with riders, those without any have a bar of 0. */
  bars: Bar[]
  /** The number of earlier days that are left out, because a chart would not be readable with them. */
  left: number
}

/** The most bars that can be read on a page. */
const mostBars = 36

export function chartOf(days: readonly DayOfGates[]): Chart {
  const hours = days.flatMap((day) => hoursOf(day, days.length > 1))
  if (hours.length <= mostBars) return { unit: 'hour', bars: hours, left: 0 }
  const filled = filledDays(days)
  const shown = (filled.length <= mostBars ? filled : days).slice(-mostBars)
  return {
    unit: 'day',
    bars: shown.map(({ day, persons }) => ({ label: formatDate(day).slice(0, 5), persons })),
    left: Math.max(0, days.length - shown.filter(({ persons }) => persons > 0).length),
  }
}

function hoursOf({ day, hours }: DayOfGates, isOneOfSeveral: boolean): Bar[] {
  const first = hours[0]?.hour ?? 0
  const last = hours.at(-1)?.hour ?? first - 1
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    label: `${first + index} h`,
    ...(isOneOfSeveral && { day: formatDate(day).slice(0, 5) }),
    persons: hours.find(({ hour }) => hour === first + index)?.persons ?? 0,
  }))
}

/** Returns all days from the first to the last or, if they are too many for a chart, one more than fit. */
function filledDays(days: readonly DayOfGates[]): Pick<DayOfGates, 'day' | 'persons'>[] {
  const last = days.at(-1)?.day ?? ''
  const filled: Pick<DayOfGates, 'day' | 'persons'>[] = []
  for (let day = days[0]?.day ?? ''; day && day <= last && filled.length <= mostBars; day = addDays(day, 1))
    filled.push({ day, persons: days.find((one) => one.day === day)?.persons ?? 0 })
  return filled
}
