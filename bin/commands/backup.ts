/** `pilotos backup`: writes all data into one file, also while the server runs. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { PilotosError } from '#domain/errors'
import { count } from '#domain/text/text'
import { writeBackup } from '../../server/backup/backup.ts'
import { backupFileName } from '../../server/files/backup-names.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { print } from '../terminal/output.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('guarda pilotos, fotos, cuentas y lecturas en un solo archivo')
    .argument('[archivo]', 'dónde; una carpeta, o nada, le pone un nombre con la fecha')
    .addOption(dataOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos backup copia.tar.gz')
    .action(async (out: string | undefined, options: DataOptions) => {
      const path = await freePath(out)
      const { pilots, photos, passages } = await withStores(options, (stores) => writeBackup(stores, path))
      const parts = [count(pilots, 'piloto'), count(photos, 'foto')]
      if (passages > 0) parts.push(count(passages, 'lectura'))
      await print(`${path}: ${parts.join(', ')}\n`)
    })
}

/** Returns the path of the new backup, which never overwrites a file. @throws PilotosError if the file exists */
async function freePath(out = '.'): Promise<string> {
  const there = await stat(out).catch(() => undefined)
  if (there?.isDirectory()) return join(out, backupFileName())
  if (there) throw new PilotosError('malformed', `Ya existe ${out}: elija otro nombre`)
  return out
}
