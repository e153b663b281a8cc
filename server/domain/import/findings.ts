/**
 * The findings of an import: everything at which a person should look although its row may be good. Each is told once,
 * for the list on the screen and for the terminal. The bad cells are in groups of their own: see `fixes.ts`.
 */
import { categoryTitle } from '../events/categories/category.ts'
import type { CountryCode } from '../pilots/countries.ts'
import { readDocument } from '../pilots/document.ts'
import type { DocumentIndex } from '../pilots/documents/document-key.ts'
import { otherLength } from '../pilots/documents/national-documents.ts'
import type { RemovedPilot } from '../pilots/history/removed.ts'
import { count, enumerate, enumerateFirst, shortened } from '../text/text.ts'
import { type Column, columnLabel, type LineUnit } from './columns.ts'
import { type Fix, quoted, replacement } from './fixes.ts'
import type { ImportOptions, ImportReport, ImportRow } from './import.ts'
import { fullName, type MappedColumn, targetLabel } from './mapping.ts'
import type { HiddenRows, ImportAnswer, ImportPreview, RiderRemarks } from './schemas.ts'

export interface Finding {
  /** The finding in one line. */
  title: string
  /** The line in the terminal, if it is another there. An empty text if the rows say everything. */
  printed?: string
  /** The first rows, and the number of all. There is no finding without any. */
  rows?: FindingRow[]
  total: number
  /** True if the terminal prints the rows below the line, false if it enumerates them in it. */
  isList?: true
  /** True if the screen shows the rows without a press. */
  isOpen?: boolean
  /** True if the title on the screen needs no attention; `whole` if it also names all rows. */
  isQuiet?: true | 'whole'
  /** The advice below the rows, on the screen and in the terminal. */
  note?: string
  advice?: string
  /** The option of the import that decides about the rows, as a box to check. */
  choice?: { name: 'replaceSuspensions' | 'erased'; label: string }
}

export interface FindingRow {
  /** The place in the file, with which the row begins. */
  place?: string
  text: string
  /** The row in the terminal, if it is not `place: text`. */
  printed?: string
  /** The correction of the row. */
  fix?: Fix
}

type Told = Pick<
  ImportAnswer,
  | 'unit'
  | 'sheets'
  | 'sheet'
  | 'fixesCapitals'
  | 'capitals'
  | 'remarks'
  | 'riders'
  | 'suspensions'
  | 'unread'
  | 'categories'
  | 'warnings'
> & {
  report: Pick<ImportAnswer['report'], 'erasedRows' | 'repeatedRows' | 'otherPersonRows'>
}

interface Chosen extends Pick<ImportOptions, 'replaceSuspensions' | 'erased'> {
  /** The sheets of the file that were imported before. */
  imported?: readonly string[]
}

export type Findings = { [Kind in FindingKind]?: Finding }

export function findingsOf(answer: Told, chosen: Chosen = {}): Findings {
  const all = findingKinds.map((kind) => [kind, tellers[kind](answer, chosen)] as const)
  return Object.fromEntries(all.filter(([, { total }]) => total > 0))
}

/** The largest number of rows with which a finding, or a group of bad cells, is open from the start. */
export const fewRows = 3

/** The findings in the order of the screen. */
const tellers = {
  /** The sheets of a workbook whose riders are not imported yet. */
  sheets(answer, { imported }) {
    const sheets = otherSheets(answer, imported)
    const total = sheets.reduce((sum, { riders }) => sum + riders, 0)
    const named = sheets.map(({ name, riders }) => `«${name}»${sheets.length > 1 ? ` (${riders})` : ''}`)
    const counted = sheets.map(({ name, riders }) => `«${name}» (${count(riders, 'piloto')})`)
    const place = sheets.length === 1 ? 'otra hoja' : 'otras hojas'
    return {
      title: `${total === 1 ? 'Queda' : 'Quedan'} ${count(total, 'piloto')} en ${place}: ${enumerate(named)}`,
      printed: `Sin leer quedan ${enumerate(counted)}: se importan con --sheet ${quoted(sheets[0]?.name ?? '')}`,
      total,
      isQuiet: true,
    }
  },
  /** The names in capitals, with examples. The screen has a box for them until the import. */
  capitals({ fixesCapitals, capitals: { rows: total, examples } = { rows: 0, examples: [] } }) {
    const names = `${count(total, 'nombre')} en mayúsculas`
    const title = fixesCapitals
      ? `${names} se ${total === 1 ? 'escribe' : 'escriben'} como María`
      : `${names} ${total === 1 ? 'queda' : 'quedan'} como ${total === 1 ? 'está' : 'están'}`
    const option = fixesCapitals ? '--no-fix-capitals los deja' : '--fix-capitals los escribe como María'
    return {
      title,
      printed: `${title} (${option})`,
      rows: examples.map(({ text, fixed }) => ({ text: `${text} → ${fixed}` })),
      total: examples.length,
      isList: true,
      isQuiet: true,
    }
  },
  /** The rows that are no riders. The title names two of them. */
  aside({ unit, remarks: { asideRows: total, aside } }) {
    const rows = aside.map(({ line, text }) => ({ text: `${unit} ${line} «${text}»` }))
    const named = rows.filter((_, index) => /\p{L}/u.test(aside[index]?.text ?? '')).slice(0, 2)
    const title =
      total === 1
        ? `1 ${unit} no es un piloto y se deja aparte`
        : `${count(total, unit)} no son pilotos y se dejan aparte`
    const end = total > named.length ? '…' : ''
    return {
      title: named.length > 0 ? `${title}: ${named.map(({ text }) => text).join(', ')}${end}` : title,
      printed: `${count(total, 'fila')} sin piloto, que ${total === 1 ? 'se deja' : 'se dejan'} aparte`,
      rows,
      total,
      isQuiet: end === '' ? 'whole' : true,
    }
  },
  /** The rows that say of a rider what a row before has said. */
  repeated({ report: { repeatedRows: total = 0 } }) {
    const rows = `${count(total, 'fila')} ${total === 1 ? 'repite' : 'repiten'} a un piloto del archivo`
    return { title: `${rows} con los mismos datos: se guarda una vez`, total, isQuiet: true }
  },
  /** The rows of another person than the rider of their document, which a person has left out. */
  otherPersons({ report: { otherPersonRows: total = 0 } }) {
    return {
      title: `${count(total, 'fila')} con el documento de otra persona no se ${total === 1 ? 'importa' : 'importan'}`,
      total,
      isQuiet: true,
    }
  },
  /** The suspensions of the file that differ from those that are not over. */
  suspensions({ unit, suspensions: { rows: total, listed } }, { replaceSuspensions }) {
    const pilots = `${count(total, 'piloto')} con una suspensión que sigue y otra en el archivo`
    const title = `${pilots}: ${replaceSuspensions ? 'se usa la del archivo' : 'queda la que está'}`
    return {
      title,
      printed: replaceSuspensions ? title : `${title} (--replace-suspensions usa las del archivo)`,
      rows: listed.map(({ line, rider, stored, given }) => {
        const [place, text] = [`${unit} ${line}`, `${rider}: ${stored}. En el archivo: ${given}`]
        return { place, text, printed: `${place}, ${text}` }
      }),
      total,
      isList: true,
      isOpen: total <= fewRows,
      choice: { name: 'replaceSuspensions', label: 'Usar las suspensiones del archivo' },
    }
  },
  /** The riders who get a pending entry in the category that the file asks for. */
  wishes({ categories: { wishes: total } = noCategories }) {
    return {
      title: `${count(total, 'piloto queda', 'pilotos quedan')} por inscribir en la categoría del archivo: «Inscribir» en la lista los inscribe`,
      total,
      isQuiet: true,
    }
  },
  /** The motorcycles that are not stored. */
  motorcycles({ categories: { leftMotorcycles: total = 0 } = noCategories }) {
    const left = count(total, 'moto del archivo no se guarda', 'motos del archivo no se guardan')
    return { title: `${left}: su piloto no pide categoría o ya está inscrito`, total }
  },
  /** The riders whose entry is in another category than that of the file. */
  categories({ unit, categories: { rows: total, listed } = noCategories }) {
    return {
      title: count(
        total,
        'piloto ya inscrito en otra categoría: queda en la que está',
        'pilotos ya inscritos en otra categoría: quedan en la que están',
      ),
      rows: listed.map(({ line, rider, stored, given }) => ({
        place: `${unit} ${line}`,
        text: `${rider}: ${stored}. En el archivo: ${given}`,
      })),
      total,
      isList: true,
      isOpen: total <= fewRows,
    }
  },
  /** The texts that nobody understood, of riders who are stored without the value. */
  unread({ unit, unread: { texts: total, listed } }) {
    const rows = listed.map(({ line, rider, field, text }) => ({
      place: `${unit} ${line}`,
      text: `${rider}: ${columnLabel(field)} «${shortened(text, 40)}»`,
    }))
    return {
      title: `${count(total, 'texto')} que no se entiende${total === 1 ? '' : 'n'} no se guarda${total === 1 ? '' : 'n'}: el piloto queda incompleto`,
      rows,
      total,
      isList: true,
      isOpen: total <= fewRows,
    }
  },
  /** The riders who may be stored already, under another document. */
  persons: ({ unit, warnings }) =>
    warned(
      unit,
      warnings?.person,
      'piloto quizá ya está con otro documento',
      'pilotos quizá ya están con otro documento',
    ),
  /** The licences, numbers and transponders of others. */
  held: ({ unit, warnings }) =>
    warned(unit, warnings?.held, 'dato que ya es de otro', 'datos que ya son de otros'),
  unlikely: ({ unit, warnings }) => warned(unit, warnings?.unlikely, 'dato por revisar', 'datos por revisar'),
  /** The rows of persons who were erased for ever. */
  erased({ report: { erasedRows: total } }, { erased }) {
    const people = total === 1 ? 'alguien que se borró' : 'personas que se borraron'
    const register = total === 1 ? 'se registra' : 'se registran'
    const title = `${count(total, 'fila')} de ${people} para siempre: ${erased ? `${register} otra vez` : `no ${register}`}`
    return {
      title,
      printed: erased ? title : `${title} (--erased la registra otra vez)`,
      total,
      choice: { name: 'erased', label: 'Lo pidieron: registrar otra vez' },
    }
  },
  removed({ unit, riders: { removed } = noRiders }) {
    const people =
      removed.length === 1
        ? 'alguien que se borró: se registra otra vez'
        : 'personas que se borraron: se registran otra vez'
    // The command stays readable: `pilotos removed` has the others.
    const ids = removed.slice(0, 20).map(({ id }) => id)
    return {
      title: `${count(removed.length, 'fila')} de ${people}, y la credencial anterior no vale`,
      ...ridersTold(removed, removed.length, unit),
      advice: `para restaurarlos antes de importar: pilotos remove --undo ${ids.join(' ')}`,
    }
  },
  /** The riders whose DNI has another length than the documents of the country of the event. */
  foreign({ unit, riders: { foreign, foreignRows, expected } = noRiders }) {
    const advice = 'si son de otro país, póngalos en «Número de documento», con su «Tipo de documento»'
    return {
      title: `${count(foreignRows, 'fila')} con un DNI que no es de ${expected?.size}, como los de ${expected?.country}`,
      ...ridersTold(foreign, foreignRows, unit),
      note: `Se importan así; ${advice}.`,
      advice,
    }
  },
  /** The full names whose division is uncertain. */
  unsure({ unit, remarks: { unsureRows: total, unsure } }) {
    const rows = unsure.map(({ line, name, lastname }) => ({
      place: `${unit} ${line}`,
      text: `Nombres «${name}», Apellidos «${lastname}»`,
    }))
    return { title: `${count(total, 'nombre')} por revisar`, rows, total, isList: true }
  },
  /** The texts that are imported as they are, although they probably mean another value. */
  meant({ remarks: { meantTexts } }) {
    const rows = meantTexts.map(({ field, text, meant, rows }) => {
      const start = `${count(rows, 'fila')} con ${columnLabel(field)}`
      return {
        text: `${start} «${shortened(text, 40)}»`,
        printed: `${start} «${text}»: ¿quiso decir ${meant}?`,
        fix: replacement(field, [text], meant),
      }
    })
    return { title: 'textos que quizá dicen otra cosa', printed: '', rows, total: rows.length, isList: true }
  },
  /** The cells with a word for no value, such as NULL, which are read as blank. */
  blank({ unit, remarks: { blankWords } }) {
    const cells = blankWords.reduce((sum, { rows }) => sum + rows, 0)
    const rows = blankWords.map(({ field, text, rows, lines }) => {
      const place = `${rows === 1 ? `la ${unit}` : `las ${unit}s`} ${enumerateFirst(lines.map(String), rows)}`
      return { text: `${targetLabel(field)} «${text}» en ${place}` }
    })
    const title =
      cells === 1
        ? '1 celda no dice nada y se lee como vacía'
        : `${count(cells, 'celda')} no dicen nada y se leen como vacías`
    return { title, rows, total: rows.length, isOpen: rows.length <= fewRows }
  },
  /** The numbers that several riders of a modalidad, or of one category in it, have in the file, which is allowed. */
  sameNumbers({ unit, remarks: { sameNumberRows, sameNumbers } }) {
    const printed = `${count(sameNumberRows, 'fila')} con un número repetido`
    const rows = sameNumbers.map(({ number, modalidad, category, lines }) => ({
      text: `${number} de ${category === undefined ? modalidad : categoryTitle({ modalidad, name: category })} en las ${unit}s ${enumerate(lines.map(String))}`,
    }))
    const hasCategory = sameNumbers.some(({ category }) => category !== undefined)
    const place = hasCategory ? 'su modalidad y categoría' : 'su modalidad'
    return { title: `${printed} en ${place}`, printed, rows, total: rows.length }
  },
} satisfies Record<string, (answer: Told, chosen: Chosen) => Finding>

export type FindingKind = keyof typeof tellers

export const findingKinds = Object.keys(tellers) as FindingKind[]

function warned(
  unit: string,
  { total, listed }: Warned = { total: 0, listed: [] },
  one: string,
  many: string,
): Finding {
  return {
    title: count(total, one, many),
    rows: listed.map(({ line, rider, text }) => ({ place: `${unit} ${line}`, text: `${rider}: ${text}` })),
    total,
    isList: true,
    isOpen: total <= fewRows,
  }
}

type Warned = NonNullable<ImportAnswer['warnings']>['held']

type Riders = NonNullable<ImportAnswer['riders']>

const noCategories: NonNullable<ImportAnswer['categories']> = { wishes: 0, rows: 0, listed: [] }

/** Returns the part of an answer about the categories of a file, if it asks for some. */
export function categoriesTold({
  wishes = 0,
  otherCategories,
  leftMotorcycles,
}: Pick<ImportReport, 'wishes' | 'otherCategories' | 'leftMotorcycles'>): Pick<ImportAnswer, 'categories'> {
  if (wishes === 0 && !otherCategories && !leftMotorcycles) return {}
  const left = leftMotorcycles && { leftMotorcycles }
  return { categories: { wishes, rows: 0, listed: [], ...otherCategories, ...left } }
}

const noRiders: Riders = { removed: [], foreignRows: 0, foreign: [] }

/** The most riders that are listed, and the number with which the list is open. */
const [listedRiders, fewRiders] = [100, 5]

function ridersTold(riders: Riders['foreign'], total: number, unit: string) {
  const rows = riders.slice(0, listedRiders).map(({ line, rider, document }) => ({
    place: `${unit} ${line}`,
    text: `${rider}: ${document}`,
    printed: `${unit} ${line} (${rider}, ${document})`,
  }))
  return { rows, total, isOpen: total <= fewRiders }
}

/** The most rows with a DNI of another length that are listed. */
const listed = 100

/** Finds these rows. `removed` has the removed riders. */
export function riderRemarks(
  rows: Iterable<ImportRow>,
  country: CountryCode | '',
  removed: DocumentIndex<RemovedPilot>,
): RiderRemarks {
  const remarks: RiderRemarks = { removed: [], foreignRows: 0, foreign: [] }
  for (const { line, values, isAside, problem } of rows) {
    const document = isAside || problem ? undefined : readDocument(values)
    if (!document) continue
    const rider = shortened([values.name, values.lastname].filter(Boolean).join(' '), 60)
    const row = { line, rider, document: shortened(String(values.dni ?? values.documento ?? ''), 40) }
    const [gone] = removed.find(document)
    if (gone) remarks.removed.push({ ...row, id: gone.pilot.id })
    const other = document.dni === null ? undefined : otherLength(document.dni, country)
    if (!other) continue
    remarks.foreignRows += 1
    if (remarks.foreign.length < listed) remarks.foreign.push(row)
    remarks.expected ??= other
  }
  return remarks
}

/** Says in Spanish how many riders are in hidden rows. */
export function hiddenRowsText({ rows }: HiddenRows): string {
  return `${count(rows, 'fila')} con ${rows === 1 ? 'un piloto está oculta' : 'pilotos están ocultas'} en el libro`
}

/** The problem of a hidden row until a person chooses whether hidden rows are imported. */
export const hiddenRow = 'La fila está oculta en el libro: elija si las filas ocultas se importan'

/** Returns the names of the columns that match no field, each in «quotation marks». */
export function unusedColumns({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  return columns.flatMap(({ name, target }) => (target === null ? [`«${name}»`] : []))
}

/** Returns the location of a bad cell, such as `línea 3, Correo`. */
export function locationOf(
  { line, field }: { line: number; field?: Column },
  { unit, columns }: { unit: LineUnit; columns: readonly MappedColumn[] },
): string {
  const name = columnOfField(field, columns)
  return `${unit} ${line}${name === undefined ? '' : `, ${name}`}`
}

/** Returns the name of the column of the file that contains a field. */
export function columnOfField(
  field: Column | undefined,
  columns: readonly MappedColumn[],
): string | undefined {
  return field && columns.find(({ target }) => target === field || isPartOf(field, target))?.name
}

function isPartOf(field: Column, target: MappedColumn['target']): boolean {
  return target === fullName && (field === 'name' || field === 'lastname')
}

/** Returns the sheets with riders except the one that was read and those that were imported before. */
export function otherSheets(
  { sheets, sheet }: Pick<ImportPreview, 'sheets' | 'sheet'>,
  imported: readonly string[] = [],
): ImportPreview['sheets'] {
  return sheets.filter(({ name, riders }) => riders > 0 && name !== sheet && !imported.includes(name))
}
