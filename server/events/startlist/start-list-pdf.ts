/** Draws start lists as a PDF in large print. All lengths are in millimetres. */
import { listKindTexts } from '#domain/events/startlist/group'
import {
  hasTimes,
  issueText,
  type StartSheet,
  startClass,
  startListTitle,
} from '#domain/events/startlist/sheet'
import { points } from '../../pdf/canvas.ts'
import { boldText, type CellText, drawTables, softText, type Table } from '../../pdf/table-pages.ts'
import type { OnPaper } from '../../workers/jobs.ts'

type List = StartSheet['lists'][number]
type Rider = List['heats'][number]['riders'][number]

/** The sizes of the texts, which people read at arm's length and in the sun. */
const size = { number: points(24), name: points(17), club: points(13) }

/** Returns the PDF of start lists, each on pages of its own. Loads pdfkit. */
export function drawStartLists(sheet: StartSheet & OnPaper): Promise<Uint8Array> {
  return drawTables(
    startListTitle,
    sheet.lists.map((list) => tableOf(list, sheet)),
    sheet.paper,
  )
}

function tableOf(list: List, { event, grid, starter }: StartSheet): Table {
  /** Returns the text at the end of a row. */
  const lastOf = (rider: Rider) => (starter ? startClass(rider, list) : rider.club)
  const isTimed = hasTimes([list])
  const { columns, rowsOf } = grid
    ? gridForm(lastOf)
    : listForm(starter ? 'Categoría' : 'Club', lastOf, isTimed)
  const empty = columns.slice(3).map(() => [])
  const { title, heats, order } = list
  const crossed = heats.flatMap(({ riders }) => riders.filter(({ lacks }) => lacks !== ''))
  const groups = heats.map(({ title, riders }) => ({ title, rows: rowsOf(riders) }))
  const reasons = {
    title: 'Tachados, porque les falta',
    rows: crossed.map(({ number, name, lacks }) => [
      ...(grid ? [] : empty),
      [boldText(number, points(13))],
      [boldText(name, points(12))],
      ...(grid ? empty : []),
      [boldText(lacks, points(12))],
    ]),
    rowHeight: 8,
  }
  return {
    title: `${title} · ${listKindTexts[list.kind]}`,
    facts: [event, issueText(list)].filter(Boolean).join(' · '),
    foot: [startListTitle, title, issueText(list), ...(starter ? [] : [order])].join(' · '),
    columns: columns.map(([title, width]) => ({ title: title.toUpperCase(), width })),
    groups: starter || crossed.length === 0 ? groups : [...groups, reasons],
    rowHeight: grid ? 20 : 13,
  }
}

interface Form {
  columns: readonly (readonly [title: string, width: number])[]
  rowsOf: (riders: readonly Rider[]) => Table['groups'][number]['rows']
}

function listForm(last: string, lastOf: (rider: Rider) => string, isTimed: boolean): Form {
  return {
    columns: [
      ...(isTimed ? ([['Hora', 24]] as const) : []),
      ['N°', 34],
      ['Piloto', isTimed ? 80 : 96],
      [last, isTimed ? 52 : 60],
    ],
    rowsOf: (riders) =>
      riders.map((rider) => {
        const texts = [boldText(rider.number, size.number), boldText(rider.name, size.name)]
        if (isTimed) texts.unshift(boldText(rider.time ?? '', size.name))
        return [...texts, softText(lastOf(rider), size.club)].map((text) => [crossedFor(rider, text)])
      }),
  }
}

/** Two riders stand side by side. */
function gridForm(lastOf: (rider: Rider) => string): Form {
  const cells = (rider?: Rider): CellText[][] => {
    if (!rider) return [[], []]
    const last = [rider.time, lastOf(rider)].filter(Boolean).join(' · ')
    const texts = [boldText(rider.name, size.name), ...(last === '' ? [] : [softText(last, size.club)])]
    return [
      [crossedFor(rider, boldText(rider.number, size.number))],
      texts.map((text) => crossedFor(rider, text)),
    ]
  }
  return {
    columns: [
      ['N°', 27],
      ['Izquierda', 68],
      ['N°', 27],
      ['Derecha', 68],
    ],
    rowsOf: (riders) =>
      riders.flatMap((rider, index) =>
        index % 2 === 0 ? [[...cells(rider), ...cells(riders[index + 1])]] : [],
      ),
  }
}

function crossedFor({ lacks }: Rider, text: CellText): CellText {
  return lacks === '' ? text : { ...text, isCrossed: true }
}
