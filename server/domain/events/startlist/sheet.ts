/** The words and columns of a start list, the same on paper and in a file. */
import type { CellValue } from '../../import/columns.ts'
import { formatMoment } from '../../text/date.ts'
import type { StartListInfo } from './calls.ts'
import { listKindTexts } from './issued.ts'

/** The content of the PDF of a start list. */
export interface StartSheet {
  list: StartListInfo
  /** The name of the event; may be empty. */
  event: string
  /** True for a grid of two columns. */
  grid?: boolean
  /** True for the starter, who gets number, name and modalidad. */
  starter?: boolean
}

type Rider = StartListInfo['heats'][number]['riders'][number]

export const startListTitle = 'Lista de salida'

/** Says which issue it is, such as `Definitiva, versión 3 · 28/11/2026 09:15`. */
export function issueText({ kind, version, at }: Pick<StartListInfo, 'kind' | 'version' | 'at'>): string {
  const word = listKindTexts[kind]
  return `${word[0]?.toUpperCase()}${word.slice(1)}, versión ${version} · ${formatMoment(at)}`
}

/** A rider with the places in the list. */
export interface StartRow extends Rider {
  /** From 1. */
  heat: number
  /** The place in the heat, from 1. */
  place: number
}

export function startRows({ heats }: Pick<StartListInfo, 'heats'>): StartRow[] {
  return heats.flatMap(({ riders }, heat) =>
    riders.map((rider, index) => ({ ...rider, heat: heat + 1, place: index + 1 })),
  )
}

interface Column {
  label: string
  value: (row: StartRow) => CellValue
}

/** Returns the columns of the CSV. Each row says which list it is of. */
export function startColumns({ list, starter }: Pick<StartSheet, 'list' | 'starter'>): Column[] {
  const { modalidad, kind, version, at } = list
  const columns: (Column & { isForDesk?: true })[] = [
    { label: 'Manga', value: ({ heat }) => heat, isForDesk: true },
    { label: 'Puesto', value: ({ place }) => place, isForDesk: true },
    { label: 'N°', value: ({ number }) => number },
    { label: 'Piloto', value: ({ name }) => name },
    { label: 'Modalidad', value: () => modalidad },
    { label: 'Club', value: ({ club }) => club, isForDesk: true },
    { label: 'Falta', value: ({ lacks }) => lacks, isForDesk: true },
    { label: 'Lista', value: () => listKindTexts[kind] },
    { label: 'Versión', value: () => version },
    { label: 'Hecha', value: () => formatMoment(at) },
  ]
  return columns.filter(({ isForDesk }) => !starter || !isForDesk)
}
