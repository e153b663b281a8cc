/** `pilotos revoke`: gives a pilot whose card was lost a new code; the old code becomes invalid. */
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { fullName } from '#domain/pilot/full-name'
import { revokePilot } from '../../server/actions/revoke.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { pilotArgument, pilotIdOf } from '../pilot-argument.ts'
import { confirm } from '../terminal/confirm.ts'
import { print, say } from '../terminal/output.ts'

interface RevokeOptions extends DataOptions {
  yes?: boolean
}

export function revokeCommand(): Command {
  return new Command('revoke')
    .description('anula una credencial perdida, después de preguntar: el piloto recibe un código nuevo')
    .argument('<id>', pilotArgument)
    .addOption(dataOption())
    .option('--yes', 'no pregunta')
    .addHelpText('after', '\nEjemplo:\n  pilotos revoke 7K3Q9XW2M4TB --yes')
    .action(revoke)
}

async function revoke(text: string, { data, yes }: RevokeOptions): Promise<void> {
  await withStores({ data }, async (stores) => {
    const id = await pilotIdOf(stores, text)
    const pilot = await stores.pilots.get(id)
    const isSure = await confirm(`¿Anular la credencial de ${fullName(pilot)}? No se puede deshacer.`, yes)
    if (!isSure) return say('No se anuló nada.')
    const { id: next } = await revokePilot(stores, id, inTheTerminal)
    await print(`${next}\n`)
    say(`La credencial ${id} está anulada. ${fullName(pilot)} tiene ahora el código ${next}: imprímale otra.`)
  })
}
