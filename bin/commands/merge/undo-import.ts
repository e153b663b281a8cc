/** `pilotos undo-import`: undoes an import or a merge as a whole, after a confirmation, or lists the last ones. */
import { Command } from 'commander'
import type { StoredImport } from '#domain/import/calls'
import { undoneText } from '#domain/import/undo'
import { inTheTerminal } from '#domain/staff/roles'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { undoImportOrMerge } from '../../../server/merge/undo.ts'
import { backupFolderOf } from '../../../server/store/data-address.ts'
import type { PilotStore } from '../../../server/store/shared/pilots.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import { type DataOptions, dataOption, integer, withStores } from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { confirm } from '../../terminal/questions.ts'
import { table } from '../../terminal/table.ts'

interface UndoImportOptions extends DataOptions {
  yes?: boolean
}

export function undoImportCommand(): Command {
  return new Command('undo-import')
    .description('deshace una importación o unión entera, tras preguntar; sin número, muestra las últimas')
    .argument(
      '[número]',
      'el número, que pilotos import o pilotos merge dice al terminar',
      integer(1, Number.MAX_SAFE_INTEGER),
    )
    .addOption(dataOption())
    .option('--yes', 'no pregunta')
    .addHelpText('after', '\nEjemplo:\n  pilotos undo-import 1 --yes')
    .action(undoImport)
}

async function undoImport(number: number | undefined, { data, yes }: UndoImportOptions): Promise<void> {
  await withStores({ data }, (stores) =>
    number === undefined ? listImports(stores.pilots) : undo(stores, number, { data, yes }),
  )
}

async function listImports(store: PilotStore): Promise<void> {
  const imports = await store.imports()
  if (imports.length === 0) return say('No hay importaciones.')
  const rows = imports.map(({ change, at, by = '', file = '', desk, pilots, isUndone }) => [
    change,
    formatMoment(at),
    by,
    desk === undefined ? file : `unión con ${desk}`,
    pilots,
    isUndone ? 'deshecha' : '',
  ])
  await print(table(['NÚMERO', 'CUÁNDO', 'QUIÉN', 'ARCHIVO', 'PILOTOS', ''], rows, widthOf(process.stdout)))
}

async function undo(stores: Stores, number: number, { data, yes }: UndoImportOptions): Promise<void> {
  const found = (await stores.pilots.imports()).find(({ change }) => change === number)
  const what = found ? descriptionOf(found) : `la importación ${number}`
  if (!(await confirm(`¿Deshacer ${what}?`, yes))) return say('No se deshizo nada.')
  const undone = await undoImportOrMerge(stores, number, {
    by: inTheTerminal,
    folder: backupFolderOf(data),
  })
  await print(`${undoneText(undone, found?.desk === undefined ? 'Importación' : 'Unión')}\n`)
}

function descriptionOf({ at, desk, file, pilots }: StoredImport): string {
  const when = `del ${formatMoment(at)}`
  if (desk !== undefined) return `la unión con ${desk} ${when}`
  return `la importación de ${count(pilots, 'piloto')} ${file ? `de ${file} ` : ''}${when}`
}
