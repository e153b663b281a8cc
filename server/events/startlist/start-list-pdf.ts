/** Draws a start list as a PDF in large print. All lengths are in millimetres. */
import { listKindTexts } from '#domain/events/startlist/issued'
import { issueText, type StartSheet, startListTitle } from '#domain/events/startlist/sheet'
import { points } from '../../pdf/canvas.ts'
import { boldText, type CellText, drawTable, softText, type Table } from '../../pdf/table-pages.ts'

type Rider = StartSheet['list']['heats'][number]['riders'][number]

/** The sizes of the texts, which people read at arm's length and in the sun. */
const size = { number: points(24), name: points(17), club: points(13) }

/** Returns the PDF of a start list. Loads pdfkit. */
export function drawStartList(sheet: StartSheet): Promise<Uint8Array> {
  const { list, event, grid, starter } = sheet
  const { columns, rowsOf } = grid ? gridForm(sheet) : listForm(sheet)
  const { modalidad, heats, order } = list
  const crossed = heats.flatMap(({ riders }) => riders.filter(({ lacks }) => lacks !== ''))
  const groups = heats.map(({ title, riders }) => ({ title, rows: rowsOf(riders) }))
  const reasons = {
    title: 'Tachados, porque les falta',
    rows: crossed.map(({ number, name, lacks }) => [
      [boldText(number, points(13))],
      [boldText(`${name}: ${lacks}`, points(12))],
      ...columns.slice(2).map(() => []),
    ]),
  }
  return drawTable({
    title: `${modalidad} · ${listKindTexts[list.kind]}`,
    facts: [event, issueText(list)].filter(Boolean).join(' · '),
    foot: [startListTitle, modalidad, issueText(list), ...(starter ? [] : [order])].join(' · '),
    columns: columns.map(([title, width]) => ({ title: title.toUpperCase(), width })),
    groups: starter || crossed.length === 0 ? groups : [...groups, reasons],
    rowHeight: grid ? 20 : 13,
  })
}

interface Form {
  columns: readonly (readonly [title: string, width: number])[]
  rowsOf: (riders: readonly Rider[]) => Table['groups'][number]['rows']
}

function listForm({ list, starter }: StartSheet): Form {
  return {
    columns: [
      ['N°', 34],
      ['Piloto', 96],
      [starter ? 'Modalidad' : 'Club', 60],
    ],
    rowsOf: (riders) =>
      riders.map((rider) => {
        const { number, name, club } = rider
        const texts = [boldText(number, size.number), boldText(name, size.name)]
        const last = softText(starter ? list.modalidad : club, size.club)
        return [...texts, last].map((text) => [crossedFor(rider, text)])
      }),
  }
}

/** Two riders stand side by side. */
function gridForm({ starter }: StartSheet): Form {
  const cells = (rider?: Rider): CellText[][] => {
    if (!rider) return [[], []]
    const { number, name, club } = rider
    const texts = [boldText(name, size.name), ...(starter || club === '' ? [] : [softText(club, size.club)])]
    return [[crossedFor(rider, boldText(number, size.number))], texts.map((text) => crossedFor(rider, text))]
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
