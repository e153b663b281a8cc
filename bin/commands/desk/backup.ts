/** The commands `backup`, `restore` and `doctor`, which keep the data safe. */
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { PilotosError } from '#domain/errors'
import { riderOf } from '#domain/merge/rider'
import { capitalized, count, enumerate } from '#domain/text/text'
import { loadSharp } from '../../../server/files/sharp.ts'
import { alone, backupFileName, writeSafetyBackup } from '../../../server/store/backup/backup-files.ts'
import { BackupReader } from '../../../server/store/backup/backup-reader.ts'
import { restoreBackup, ridersErasedBy } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { backupFolderOf, describeData, isDatabase } from '../../../server/store/data-address.ts'
import { diagnose } from '../../../server/store/open.ts'
import { type Diagnosis, ok, warning } from '../../../server/store/shared/diagnosis.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import {
  type DataOptions,
  dataOption,
  fileOnly,
  findUnusedData,
  type Installed,
  ReportedFailure,
  unusedDataText,
  withStores,
} from '../../terminal/options.ts'
import { asTyped, print, say } from '../../terminal/output.ts'
import { askErases } from '../../terminal/questions.ts'

/** `pilotos backup`: writes all data into one file, also while the server runs. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('guarda pilotos, fotos, cuentas y lecturas en un solo archivo')
    .argument('[archivo]', 'dónde; una carpeta, o nada, le pone un nombre con la fecha', fileOnly)
    .addOption(dataOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos backup copia.tar.gz')
    .action(async (out: string | undefined, options: DataOptions) => {
      const path = await freePath(out)
      const isKept = resolve(dirname(path)) === resolve(backupFolderOf(options.data))
      const { pilots, photos, passages } = await withStores(options, (stores) => {
        const write = () => writeBackup(stores, path)
        return isKept ? alone(dirname(path), write) : write()
      })
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

interface RestoreOptions extends DataOptions {
  force?: boolean
  eraseToo?: boolean
}

/** `pilotos restore`: replaces all data by the data of a backup. */
export function restoreCommand(installed: Installed): Command {
  return new Command('restore')
    .description('restaura pilotos, fotos, cuentas y lecturas de un archivo de pilotos backup')
    .argument('<archivo>', 'la copia')
    .addOption(dataOption())
    .option('--force', 'reemplaza lo que haya, después de guardarlo en backups')
    .option('--erase-too', 'borra para siempre también aquí a quienes otra mesa, según la copia, borró')
    .addHelpText('after', '\nEjemplo:\n  pilotos restore copia.tar.gz --force')
    .action(async (path: string, { force, data, eraseToo = false }: RestoreOptions) => {
      const backup = await new BackupReader(installed).read(path)
      const { pilots, photos, badPhotos, passages, erased } = await withStores(
        { data, setDamageAside: force },
        async (stores) => {
          const existing = await describeExisting(stores)
          if (existing && !force) {
            throw new PilotosError(
              'malformed',
              `${capitalized(describeData(data))} ya tiene ${existing}: use --force para reemplazarlo`,
            )
          }
          if (existing)
            say(`Lo que había quedó en ${await writeSafetyBackup(stores, backupFolderOf(data), 'restaurar')}`)
          const erases = (await ridersErasedBy(stores, backup)).map(riderOf)
          const isAgreed = await askErases(erases, backup.desk, eraseToo)
          return restoreBackup(stores, backup, { eraseToo: isAgreed })
        },
      )
      if (badPhotos > 0) say(leftOut(badPhotos))
      if (erased > 0) say(`${count(erased, 'persona')} que se borró para siempre: no volvió`)
      const parts = [count(pilots, 'piloto'), count(photos, 'foto')]
      if (passages > 0) parts.push(count(passages, 'lectura'))
      await print(`${enumerate(parts)} de ${path}\n`)
    })
}

function leftOut(photos: number): string {
  return photos === 1
    ? '1 foto de la copia no es una imagen, y se dejó fuera'
    : `${count(photos, 'foto')} de la copia no son imágenes, y se dejaron fuera`
}

async function describeExisting({ pilots, accounts, passages }: Stores): Promise<string | undefined> {
  const { total } = await pilots.list({ perPage: 1 })
  const users = (await accounts.list()).length
  const passed = (await passages.list({ perPage: 1 })).total
  if (total + users + passed === 0) return undefined
  return enumerate([
    count(total, 'piloto'),
    count(users, 'cuenta'),
    ...(passed > 0 ? [count(passed, 'lectura')] : []),
  ])
}

/** `pilotos doctor`: checks a data folder or a database, and prints its diagnoses with advice. */
export function doctorCommand(installed: Installed): Command {
  return new Command('doctor')
    .description('revisa la carpeta de los datos, o la base de datos, sin tocarla, y dice qué hacer')
    .addOption(dataOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos doctor')
    .action(async ({ data }: DataOptions) => {
      const diagnoses = [...(await place(data, installed)), ...(await program()), ...(await diagnose(data))]
      await print(asTyped(diagnoses.map(line).join('')))
      if (diagnoses.some(({ level }) => level === 'problem')) throw new ReportedFailure(3)
    })
}

/** Says where the data is, since a release does not have it in the current folder. */
async function place(data: string, installed: Installed): Promise<Diagnosis[]> {
  if (isDatabase(data))
    return [ok(`Las copias de antes de un cambio grande están en ${backupFolderOf(data)}`)]
  const unused = (await findUnusedData(data, installed)).map(unusedDataText)
  return [
    ok(`Los datos están en ${resolve(data)}`),
    ...unused.map(({ text, advice }) => warning(text, advice)),
  ]
}

/** Says if the program lacks what it loads only with the first photo. */
function program(): Promise<Diagnosis[]> {
  return loadSharp().then(
    () => [],
    ({ message }) => [{ level: 'problem', text: message }],
  )
}

const marks = { ok: 'bien    ', warning: 'atención', problem: 'PROBLEMA' }

function line({ level, text, advice }: Diagnosis): string {
  return `${marks[level]}  ${text}\n${advice ? `${' '.repeat(10)}→ ${advice}\n` : ''}`
}
