/** `pilotos list --out`: writes the list for paper as a PDF or as a workbook. */
import { extname } from 'node:path'
import { maxUndrawable, undrawableText } from '#domain/credential/cards'
import { defaultBrand } from '#domain/desk/brand'
import { UsageError } from '#domain/errors'
import type { EnteredKind } from '#domain/events/entered-kinds'
import { enteredFilter } from '#domain/events/entry-filter'
import { eventsOf, partOf } from '#domain/events/events'
import { bookOf, emptyList } from '#domain/pilots/printed-list'
import type { ListQuery } from '#domain/pilots/search/list-query'
import { findUndrawableRows, readPrintedList, sheetOf } from '../../../server/pilots/printed-list.ts'
import { readBasis } from '../../../server/settings/current-settings.ts'
import { writeBook } from '../../../server/spreadsheets/pilot-file.ts'
import { Workers } from '../../../server/workers/workers.ts'
import {
  type DataOptions,
  enteredOf,
  type Installed,
  type StatusWord,
  statusFilter,
  withStores,
} from '../../terminal/options.ts'
import { requireWritable, say, writeOut } from '../../terminal/output.ts'

/** The options of `pilotos list`. */
export interface ListOptions extends DataOptions, Pick<ListQuery, 'search' | 'sort'> {
  status?: StatusWord
  entered?: EnteredKind
  /** The name of a category of the open event. */
  category?: string
  limit?: number
  json?: boolean
  out?: string
}

/** Writes the list for paper. @throws UsageError */
export async function writeList(options: ListOptions, out: string, installed: Installed): Promise<void> {
  const { json, limit, search, sort, status, entered, category, ...data } = options
  if (json || limit !== undefined || sort)
    throw new UsageError('--out lleva a todos, por modalidad y número: quite --json, --limit y --sort')
  const format = extname(out).slice(1).toLowerCase()
  if (format !== 'pdf' && format !== 'xlsx')
    throw new UsageError(`la lista se escribe en un archivo .pdf o .xlsx: elija otro nombre que ${out}`)
  await requireWritable(out)
  const { total, list, sheet } = await withStores(data, async (stores) => {
    const { events: stored, brand = defaultBrand } = await stores.settings.read()
    const events = eventsOf(stored)
    const [open] = events
    const wanted = enteredOf({ entered, category }, open)
    const ofStatus = statusFilter(status, await readBasis(stores))
    const { pilots, total } = await stores.pilots.list({
      ...{ search, isExact: true, order: 'asc', status: ofStatus },
      ...(wanted !== undefined && enteredFilter(open, wanted)),
    })
    const filter = { search, entered: wanted, status: ofStatus?.kind }
    const list = await readPrintedList(
      stores,
      pilots,
      { open, openPart: partOf(events, open.id) },
      { filter },
    )
    return { total, list, sheet: sheetOf(list, brand, open) }
  })
  if (total === 0) return say(emptyList)
  const workers = new Workers(installed)
  try {
    const boxes = format === 'pdf' ? await findUndrawableRows(workers, list) : []
    if (boxes.length > 0) say(`Atención: ${undrawableText(boxes.slice(0, maxUndrawable), boxes.length)}`)
    const content =
      format === 'pdf'
        ? await workers.run('draw-printed-list', sheet, { kind: 'cards' })
        : await writeBook(bookOf(list))
    await writeOut(out, content)
  } finally {
    await workers.close()
  }
  say(`${list.title} en ${out}`)
}
