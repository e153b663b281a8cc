/** `pilotos erase`: erases a person for ever, after two questions. */
import { Command } from 'commander'
import { PilotosError } from '#domain/errors'
import { isDocumentText } from '#domain/pilots/document'
import { type FoundPerson, formerDocumentText } from '#domain/privacy/found-person'
import { erasureText, leftTexts } from '#domain/privacy/report'
import { inTheTerminal } from '#domain/staff/author'
import { type DataOptions, dataOption, withStores } from '../../terminal/options.ts'
import { print, say } from '../../terminal/output.ts'
import { askText, confirm } from '../../terminal/questions.ts'

interface EraseOptions extends DataOptions {
  yes?: boolean
}

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

async function isSure({ name, document }: FoundPerson): Promise<boolean> {
  const isMeant = await confirm(
    `¿Borrar para siempre a ${name}, ${document}, también de las copias de backups? No se puede deshacer.`,
  )
  if (!isMeant) return false
  const typed = await askText(`Para confirmar, escriba su documento, ${document}`)
  return typed !== undefined && isDocumentText(document, typed)
}
