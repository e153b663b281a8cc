/** The commands about all data of one person: `export-person` and `erase`. */
import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { PilotosError } from '#domain/errors'
import { confirmationOf, erasureText, isConfirmation, leftTexts } from '#domain/privacy/erasure-report'
import { type FoundPerson, formerDocumentText } from '#domain/privacy/person'
import { inTheTerminal } from '#domain/staff/roles'
import { count } from '#domain/text/text'
import { findPersonData } from '../../../server/privacy/person-data.ts'
import { personFileName, writePersonZip } from '../../../server/privacy/person-files.ts'
import { listBackups } from '../../../server/store/backup/backup-files.ts'
import { backupFolderOf } from '../../../server/store/data-address.ts'
import { type DataOptions, dataOption, fileOnly, pilotArgument, withStores } from '../../terminal/options.ts'
import { print, say, writeOut } from '../../terminal/output.ts'
import { askText, confirm } from '../../terminal/questions.ts'

/** `pilotos export-person`: writes all that is stored about one person, to hand it over. Never overwrites a file. */
export function exportPersonCommand(): Command {
  return new Command('export-person')
    .description('escribe en un ZIP todo lo que se guarda de una persona, para entregárselo')
    .argument('<id>', `${pilotArgument}; también de un piloto borrado`)
    .argument('[archivo]', 'dónde; sin él, datos- y el documento', fileOnly)
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos export-person 70123456\n  pilotos export-person 7K3Q9XW2M4TB datos.zip',
    )
    .action(exportPerson)
}

async function exportPerson(id: string, out: string | undefined, { data }: DataOptions): Promise<void> {
  if (out !== undefined) await requireFree(out)
  const person = await withStores({ data }, async (stores) =>
    findPersonData(stores, id, await listBackups(backupFolderOf(data))),
  )
  const path = out ?? personFileName(person)
  await requireFree(path)
  await writeOut(path, writePersonZip(person))
  const { registrations } = person
  const total = (of: (one: (typeof registrations)[number]) => readonly unknown[]) =>
    registrations.reduce((sum, one) => sum + of(one).length, 0)
  const parts = [
    count(registrations.length, 'registro'),
    count(
      total(({ history }) => history),
      'cambio',
    ),
    count(
      total(({ passages }) => passages),
      'lectura',
    ),
  ]
  await print(`${path}: ${parts.join(', ')}\n`)
}

/** @throws PilotosError if there is a file */
async function requireFree(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined))
    throw new PilotosError('malformed', `Ya existe ${path}: elija otro nombre`)
}

interface EraseOptions extends DataOptions {
  yes?: boolean
}

/** `pilotos erase`: erases a person for ever, after two questions. */
export function eraseCommand(): Command {
  return new Command('erase')
    .description('borra a una persona para siempre, también de las copias de backups; pregunta dos veces')
    .argument('<documento>', 'DNI u otro documento, o un código que tuvo; también de un piloto borrado')
    .addOption(dataOption())
    .option('--yes', 'no pregunta')
    .addHelpText('after', '\nEjemplo:\n  pilotos erase 7K3Q9XW2M4TB --yes')
    .action(erase)
}

async function erase(text: string, { data, yes }: EraseOptions): Promise<void> {
  await withStores({ data }, async ({ erasures }) => {
    const person = await erasures.find(text)
    const doubt = formerDocumentText(person, text)
    if (doubt && yes)
      throw new PilotosError(
        'conflict',
        `${doubt}. No se borró a nadie: si es esa persona, repita con ${person.document}`,
      )
    if (doubt) say(`${doubt}.`)
    if (!yes && !(await isSure(person))) return say('No se borró nada.')
    const report = await erasures.erase([person.code], inTheTerminal)
    await print(`${erasureText(report)}\n`)
    for (const text of leftTexts(report)) say(text)
  })
}

async function isSure(person: FoundPerson): Promise<boolean> {
  const { name, document } = person
  const isMeant = await confirm(
    `¿Borrar para siempre a ${[name, document].filter(Boolean).join(', ')}, también de las copias de backups? No se puede deshacer.`,
  )
  if (!isMeant) return false
  const { word, text } = confirmationOf(person)
  const typed = await askText(`Para confirmar, escriba su ${word}, ${text}`)
  return typed !== undefined && isConfirmation(person, typed)
}
