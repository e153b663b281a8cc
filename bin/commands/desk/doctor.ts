/** `pilotos doctor`: checks a data folder or a database, and prints its diagnoses with advice. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { count } from '#domain/text/text'
import { listBackups } from '../../../server/store/backup/backup-files.ts'
import { backupFolderOf, isDatabase } from '../../../server/store/data-address.ts'
import { diagnose } from '../../../server/store/open.ts'
import { type Diagnosis, ok, warning } from '../../../server/store/shared/diagnosis.ts'
import { findUnusedData, type Installed, unusedDataText } from '../../terminal/data-folder.ts'
import { type DataOptions, dataOption, ReportedFailure } from '../../terminal/options.ts'
import { asTyped, print } from '../../terminal/output.ts'

export function doctorCommand(installed: Installed): Command {
  return new Command('doctor')
    .description('revisa la carpeta de los datos, o la base de datos, sin tocarla, y dice qué hacer')
    .addOption(dataOption())
    .addHelpText('after', '\nEjemplo:\n  pilotos doctor')
    .action(async ({ data }: DataOptions) => {
      const diagnoses = [...(await place(data, installed)), ...(await diagnose(data))]
      await print(asTyped(diagnoses.map(line).join('')))
      if (diagnoses.some(({ level }) => level === 'problem')) throw new ReportedFailure(3)
    })
}

/** Says where the data is, since a release does not have it in the current folder. */
async function place(data: string, installed: Installed): Promise<Diagnosis[]> {
  if (isDatabase(data)) return copiesOfDatabase(data)
  const unused = (await findUnusedData(data, installed)).map(unusedDataText)
  return [
    ok(`Los datos están en ${resolve(data)}`),
    ...unused.map(({ text, advice }) => warning(text, advice)),
  ]
}

/** Says where the backups before large changes are. Earlier versions left them in the current folder. */
async function copiesOfDatabase(data: string): Promise<Diagnosis[]> {
  const [place, earlier] = [backupFolderOf(data), resolve('backups')]
  const left = (await listBackups(earlier).catch(() => [])).filter(({ kind }) => kind !== 'other')
  return [
    ok(`Las copias de antes de un cambio grande están en ${place}`),
    ...(left.length === 0
      ? []
      : [
          warning(
            `Hay ${count(left.length, 'copia')} de PilotOS en ${earlier}, y un borrado para siempre no llega a ellas`,
            `si son de esta base de datos, muévalas a ${place}`,
          ),
        ]),
  ]
}

const marks = { ok: 'bien    ', warning: 'atención', problem: 'PROBLEMA' }

function line({ level, text, advice }: Diagnosis): string {
  return `${marks[level]}  ${text}\n${advice ? `${' '.repeat(10)}→ ${advice}\n` : ''}`
}
