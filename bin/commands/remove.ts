/** `pilotos remove`: removes pilots after a confirmation, or restores removed pilots. */
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { MissingPilotsError } from '#domain/errors'
import { formatDni } from '#domain/pilot/dni'
import { fullName } from '#domain/pilot/full-name'
import { type Pilot, readDni } from '#domain/pilot/pilot'
import { type PilotId, readPilotId } from '#domain/pilot/pilot-id'
import { count, enumerate } from '#domain/text/text'
import { removePilot, removePilots } from '../../server/actions/remove.ts'
import { pilotIfThere } from '../../server/actions/select.ts'
import type { Stores } from '../../server/store/contract/stores.ts'
import { type DataOptions, dataOption, requireId, withStores } from '../options.ts'
import { pilotIdsOf } from '../pilot-argument.ts'
import { ReportedFailure } from '../reported-failure.ts'
import { confirm } from '../terminal/confirm.ts'
import { say } from '../terminal/output.ts'

interface RemoveOptions extends DataOptions {
  yes?: boolean
  undo?: boolean
}

export function removeCommand(): Command {
  return new Command('remove')
    .description('borra pilotos, después de preguntar; con --undo los recupera')
    .argument('<id...>', 'identificadores, como salen en pilotos list o en pilotos removed, o DNI')
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

/** Returns the identifiers that the texts are, or those of the pilots with these DNIs who were removed last. */
async function removedIdsOf({ pilots }: Stores, texts: readonly string[]): Promise<PilotId[]> {
  const { removed } = texts.every(readPilotId) ? { removed: [] } : await pilots.removed()
  const idOf = (text: string) =>
    readPilotId(text) ?? removed.find(({ pilot }) => pilot.dni === readDni(text))?.pilot.id ?? requireId(text)
  return [...new Set(texts.map(idOf))]
}

async function removeOne(stores: Stores, id: PilotId, yes?: boolean): Promise<void> {
  const pilot = await stores.pilots.get(id)
  const isSure = await confirm(`¿Borrar a ${fullName(pilot)}, DNI ${formatDni(pilot.dni)}?`, yes)
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
  const named = pilots.slice(0, mostNamed).map(fullName)
  const others = pilots.length - named.length
  return enumerate(others > 0 ? [...named, `${others} más`] : named)
}
