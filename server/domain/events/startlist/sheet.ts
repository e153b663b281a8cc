/** The words and columns of a start list, the same on paper and in a file. */
import type { CellValue } from '../../import/columns.ts'
import { formatMoment } from '../../text/date.ts'
import type { StartListInfo } from './calls.ts'
import { listKindTexts } from './group.ts'

/** The content of a file with start lists. */
export interface StartSheet {
  lists: readonly StartListInfo[]
  /** The name of the event; may be empty. */
  event: string
  /** True for a grid of two columns. */
  grid?: boolean
  /** True for the starter, who gets number, name and category. */
  starter?: boolean
}

type Rider = StartListInfo['heats'][number]['riders'][number]

export const startListTitle = 'Lista de salida'

/** Says which issue it is, such as `Definitiva, versión 3 · 28/11/2026 09:15`. */
export function issueText({ kind, version, at }: Pick<StartListInfo, 'kind' | 'version' | 'at'>): string {
  const word = listKindTexts[kind]
  return `${word[0]?.toUpperCase()}${word.slice(1)}, versión ${version} · ${formatMoment(at)}`
}

/** A rider with the list and the places in it. */
export interface StartRow extends Rider {
  list: StartListInfo
  /** From 1. */
  heat: number
  /** The place in the heat, from 1. */
  place: number
}

export function startRows(lists: readonly StartListInfo[]): StartRow[] {
  return lists.flatMap((list) =>
    list.heats.flatMap(({ riders }, heat) =>
      riders.map((rider, index) => ({ ...rider, list, heat: heat + 1, place: index + 1 })),
    ),
  )
}

/** Returns the category of a rider for the starter: without one, it is the modalidad. */
export function startClass({ category }: Pick<Rider, 'category'>, { modalidad }: StartListInfo): string {
  return category ?? modalidad
}

/** Returns true for lists whose riders start one after another. */
export function hasTimes(lists: readonly StartListInfo[]): boolean {
  return lists.some(({ heats }) => heats.some(({ riders }) => riders.some(({ time }) => time !== undefined)))
}

interface Column {
  label: string
  value: (row: StartRow) => CellValue
}

/** Returns the columns of the CSV. Each row says which list it is of. */
export function startColumns({ starter, lists }: Pick<StartSheet, 'starter' | 'lists'>): Column[] {
  const columns: (Column & { isForDesk?: true })[] = [
    { label: 'Manga', value: ({ heat }) => heat, isForDesk: true },
    { label: 'Puesto', value: ({ place }) => place, isForDesk: true },
    ...(hasTimes(lists) ? [{ label: 'Hora de salida', value: ({ time }: StartRow) => time }] : []),
    { label: 'N°', value: ({ number }) => number },
    { label: 'Piloto', value: ({ name }) => name },
    { label: 'Modalidad', value: ({ list }) => list.modalidad, isForDesk: true },
    {
      label: 'Categoría',
      value: ({ list, ...rider }) => (starter ? startClass(rider, list) : rider.category),
    },
    { label: 'Club', value: ({ club }) => club, isForDesk: true },
    { label: 'Falta', value: ({ lacks }) => lacks, isForDesk: true },
    { label: 'Lista', value: ({ list }) => listKindTexts[list.kind] },
    { label: 'Versión', value: ({ list }) => list.version },
    { label: 'Hecha', value: ({ list }) => formatMoment(list.at) },
  ]
  return columns.filter(({ isForDesk }) => !starter || !isForDesk)
}
