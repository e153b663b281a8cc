/** `pilotos history`: prints the changes of a pilot, with their authors and times. */
import { Command } from 'commander'
import { changeText, historyTexts } from '#domain/pilot/history'
import { formatMoment } from '#domain/text/date'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { pilotArgument, pilotIdOf } from '../pilot-argument.ts'
import { print } from '../terminal/output.ts'
import { table, widthOf } from '../terminal/table.ts'

interface HistoryOptions extends DataOptions {
  json?: boolean
}

export function historyCommand(): Command {
  return new Command('history')
    .description('muestra quién cambió qué de un piloto, y cuándo')
    .argument('<id>', `${pilotArgument}; también el identificador de un piloto borrado`)
    .addOption(dataOption())
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplo:\n  pilotos history 7K3Q9XW2M4TB')
    .action(history)
}

async function history(id: string, { data, json }: HistoryOptions): Promise<void> {
  const entries = await withStores({ data }, async (stores) =>
    stores.pilots.history(await pilotIdOf(stores, id)),
  )
  if (json) return print(`${JSON.stringify(entries, null, 2)}\n`)
  const rows = entries.flatMap(({ at, by = '', kind, changes = [] }) => [
    [formatMoment(at), by, historyTexts[kind]],
    ...changes.map((change) => ['', '', `  ${changeText(change)}`]),
  ])
  await print(table(['CUÁNDO', 'QUIÉN', 'QUÉ'], rows, widthOf(process.stdout)))
}
