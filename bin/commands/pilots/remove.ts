/** The commands that take pilots away: `remove` and `removed`. */
import { Command } from 'commander'
import { MissingPilotsError } from '#domain/errors'
import { describeDocument, documentText, isDocumentOf } from '#domain/pilots/document'
import { type RemovedPilot, removedDays } from '#domain/pilots/history/removed'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { type PilotId, readPilotId } from '#domain/pilots/pilot-id'
import { inTheTerminal } from '#domain/staff/roles'
import { formatMoment } from '#domain/text/date'
import { count, enumerateFirst } from '#domain/text/text'
import { removePilot, removePilots } from '../../../server/pilots/remove.ts'
import { holdersOf, pilotIfThere } from '../../../server/store/queries/select.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import {
  type DataOptions,
  dataOption,
  limitOption,
  pilotIdsOf,
  ReportedFailure,
  requireId,
  searchOption,
  withStores,
} from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { confirm } from '../../terminal/questions.ts'
import { table } from '../../terminal/table.ts'

interface RemoveOptions extends DataOptions {
  yes?: boolean
  undo?: boolean
}

/** `pilotos remove`: removes pilots after a confirmation, or restores removed pilots. */
export function removeCommand(): Command {
  return new Command('remove')
    .description('borra pilotos, después de preguntar; con --undo los recupera')
    .argument('<id...>', 'identificadores, como salen en pilotos list o en pilotos removed, o su documento')
    .addOption(dataOption())
    .option('--yes', 'no pregunta')
    .option('--undo', 'recupera a los pilotos que se borraron')
    .addHelpText('after', '\nEjemplo:\n  pilotos remove 7K3Q9XW2M4TB --yes')
    .action(remove)
}

async function remove(texts: string[], { data, yes, undo }: RemoveOptions): Promise<void> {
  await withStores({ data }, async (stores) => {
    if (undo) return restore(stores, await removedIdsOf(stores, texts))
    const ids = [...new Set(await pilotIdsOf(stores, texts))]
    return ids.length === 1 ? removeOne(stores, ids[0] ?? '', yes) : removeSeveral(stores, ids, yes)
  })
}

/** Returns the identifiers that the texts are, or those of the pilots with these documents who were removed last. */
async function removedIdsOf(stores: Stores, texts: readonly string[]): Promise<PilotId[]> {
  const { removed } = texts.every(readPilotId) ? { removed: [] } : await stores.pilots.removed()
  const idOf = (text: string) =>
    readPilotId(text) ?? removed.find(({ pilot }) => isDocumentOf(pilot, text))?.pilot.id ?? requireId(text)
  return holdersOf(stores, texts.map(idOf))
}

async function removeOne(stores: Stores, id: PilotId, yes?: boolean): Promise<void> {
  const pilot = await stores.pilots.get(id)
  const isSure = await confirm(
    `¿Borrar a ${[fullName(pilot), describeDocument(pilot)].filter(Boolean).join(', ')}?`,
    yes,
  )
  if (!isSure) return say('No se borró nada.')
  await removePilot(stores, pilot, inTheTerminal)
  say(`Se borró a ${fullName(pilot)}. Para recuperarlo: pilotos remove ${id} --undo`)
}

async function removeSeveral(stores: Stores, ids: readonly PilotId[], yes?: boolean): Promise<void> {
  const found = await Promise.all(ids.map((id) => pilotIfThere(stores, id)))
  const missing = ids.filter((_, index) => !found[index])
  if (missing.length > 0) {
    say(`No existen: ${missing.join(', ')}`)
    throw new MissingPilotsError(missing, ids.length)
  }
  const pilots = found.filter((pilot) => pilot !== undefined)
  const isSure = await confirm(`¿Borrar ${count(ids.length, 'piloto')}: ${namesOf(pilots)}?`, yes)
  if (!isSure) return say('No se borró nada.')
  await removePilots(stores, ids, inTheTerminal)
  say(`Se borraron ${count(ids.length, 'piloto')}. Para recuperarlos: pilotos remove ${ids.join(' ')} --undo`)
}

async function restore({ pilots }: Stores, ids: readonly PilotId[]): Promise<void> {
  if (ids.length === 1) {
    const pilot = await pilots.undoRemove(ids[0] ?? '', inTheTerminal)
    return say(`${fullName(pilot)} está otra vez en la lista.`)
  }
  const { pilots: restored, refused } = await pilots.undoRemoveMany(ids, inTheTerminal)
  if (restored.length > 0)
    say(`${count(restored.length, 'piloto')} otra vez en la lista: ${namesOf(restored)}`)
  for (const { id, name = id, reason } of refused) say(`No se recuperó a ${name}: ${reason}`)
  if (refused.length > 0) throw new ReportedFailure(1)
}

/** The most pilots that a question names. */
const mostNamed = 5

function namesOf(pilots: readonly Pilot[]): string {
  return enumerateFirst(pilots.slice(0, mostNamed).map(fullName), pilots.length)
}

interface RemovedOptions extends DataOptions {
  search?: string
  limit?: number
  json?: boolean
}

/** `pilotos removed`: prints the removed pilots, who can be restored with `pilotos remove --undo`. */
export function removedCommand(): Command {
  return new Command('removed')
    .description(`muestra los pilotos borrados en los últimos ${removedDays} días, el último borrado primero`)
    .addOption(dataOption())
    .addOption(searchOption())
    .addOption(limitOption())
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplo:\n  pilotos removed --search quispe')
    .action(removed)
}

async function removed({ search, limit, json, data }: RemovedOptions): Promise<void> {
  const page = await withStores({ data }, ({ pilots }) => pilots.removed({ search, perPage: limit }))
  if (json) return print(`${JSON.stringify(page.removed.map(flat), null, 2)}\n`)
  if (page.total === 0) return say(search ? 'Ningún borrado coincide con la búsqueda.' : 'No hay borrados.')
  const rows = page.removed.map(({ pilot, at, by = '' }) => [
    pilot.id,
    fullName(pilot),
    documentText(pilot) ?? '',
    pilot.npiloto ?? '',
    formatMoment(at),
    by,
  ])
  await print(table(['ID', 'PILOTO', 'DNI', 'N°', 'BORRADO', 'QUIÉN'], rows, widthOf(process.stdout)))
  const total = count(page.total, 'borrado')
  say(`\n${rows.length < page.total ? `${rows.length} de ${total}` : total}`)
  say('Para recuperar a uno: pilotos remove ID --undo')
}

function flat({ pilot: { id, photo, since: _since, card: _card, ...draft }, at, by }: RemovedPilot): object {
  return { id_driver: id, attachment: photo, ...draft, removed_at: at, ...(by && { removed_by: by }) }
}
