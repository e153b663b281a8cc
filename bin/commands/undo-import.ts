/** `pilotos undo-import`: undoes an import as a whole, after a confirmation, or lists the last imports. */
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { undoneText } from '#domain/import/undo'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import type { PilotStore } from '../../server/store/contract/pilot-store.ts'
import { type DataOptions, dataOption, integer, withStores } from '../options.ts'
import { print, say, widthOf } from '../terminal/output.ts'
import { confirm } from '../terminal/questions.ts'
import { table } from '../terminal/table.ts'

interface UndoImportOptions extends DataOptions {
  yes?: boolean
}

export function undoImportCommand(): Command {
  return new Command('undo-import')
    .description('deshace una importación entera, después de preguntar; sin número, muestra las últimas')
    .argument(
      '[número]',
      'el número de la importación, que pilotos import dice al terminar',
      integer(1, Number.MAX_SAFE_INTEGER),
    )
    .addOption(dataOption())
    .option('--yes', 'no pregunta')
    .addHelpText('after', '\nEjemplo:\n  pilotos undo-import 1 --yes')
    .action(undoImport)
}

async function undoImport(number: number | undefined, { data, yes }: UndoImportOptions): Promise<void> {
  await withStores({ data }, ({ pilots }) =>
    number === undefined ? listImports(pilots) : undo(pilots, number, yes),
  )
}

async function listImports(store: PilotStore): Promise<void> {
  const imports = await store.imports()
  if (imports.length === 0) return say('No hay importaciones.')
  const rows = imports.map(({ change, at, by = '', file = '', pilots, isUndone }) => [
    change,
    formatMoment(at),
    by,
    file,
    pilots,
    isUndone ? 'deshecha' : '',
  ])
  await print(table(['NÚMERO', 'CUÁNDO', 'QUIÉN', 'ARCHIVO', 'PILOTOS', ''], rows, widthOf(process.stdout)))
}

async function undo(store: PilotStore, number: number, yes?: boolean): Promise<void> {
  const found = (await store.imports()).find(({ change }) => change === number)
  const what = found
    ? `la importación de ${count(found.pilots, 'piloto')} ${found.file ? `de ${found.file} ` : ''}del ${formatMoment(found.at)}`
    : `la importación ${number}`
  if (!(await confirm(`¿Deshacer ${what}?`, yes))) return say('No se deshizo nada.')
  const { removed, restored } = await store.undoImport(number, inTheTerminal)
  await print(`${undoneText({ removed, restored })}\n`)
}
