/** `pilotos remove`: removes a pilot after a confirmation, or restores a removed pilot. */
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { formatDni } from '#domain/pilot/dni'
import { fullName } from '#domain/pilot/full-name'
import { removePilot } from '../../server/actions/remove.ts'
import { type DataOptions, dataOption, requireId, withStores } from '../options.ts'
import { confirm } from '../terminal/confirm.ts'
import { say } from '../terminal/output.ts'

interface RemoveOptions extends DataOptions {
  yes?: boolean
  undo?: boolean
}

export function removeCommand(): Command {
  return new Command('remove')
    .description('borra un piloto, después de preguntar; con --undo lo recupera')
    .argument('<id>', 'identificador, como sale en la lista')
    .addOption(dataOption())
    .option('--yes', 'no pregunta')
    .option('--undo', 'recupera al piloto que se borró')
    .addHelpText('after', '\nEjemplo:\n  pilotos remove 7K3Q9XW2M4TB --yes')
    .action(remove)
}

async function remove(text: string, { data, yes, undo }: RemoveOptions): Promise<void> {
  const id = requireId(text)
  await withStores({ data }, async (stores) => {
    const { pilots } = stores
    if (undo) return say(`${fullName(await pilots.undoRemove(id, inTheTerminal))} está otra vez en la lista.`)
    const pilot = await pilots.get(id)
    const isSure = await confirm(`¿Borrar a ${fullName(pilot)}, DNI ${formatDni(pilot.dni)}?`, yes)
    if (!isSure) return say('No se borró nada.')
    await removePilot(stores, pilot, inTheTerminal)
    say(`Se borró a ${fullName(pilot)}. Para recuperarlo: pilotos remove ${id} --undo`)
  })
}
