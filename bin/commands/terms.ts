/** `pilotos terms`: prints and changes the dates of a credential. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { inTheTerminal } from '#domain/author'
import { fullName } from '#domain/pilot/full-name'
import { isBlank } from '#domain/text/text'
import { readDay } from '#domain/text/typed-day'
import { dayInvalid } from '#domain/validity/changes'
import { dayNames } from '#domain/validity/terms'
import { readBasis } from '../../server/actions/validity.ts'
import { writeJson } from '../../server/spreadsheets/formats/json.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { pilotArgument, pilotIdOf } from '../pilot-argument.ts'
import { print } from '../terminal/output.ts'
import { describeTerms } from '../terminal/terms-text.ts'

/** An empty text removes a date. */
interface TermsOptions extends DataOptions, Partial<Record<(typeof dayNames)[number], string>> {
  json?: boolean
}

export function termsCommand(): Command {
  return new Command('terms')
    .description('muestra o cambia la vigencia de una credencial; una fecha vacía ("") se quita')
    .argument('<id>', pilotArgument)
    .addOption(dataOption())
    .addOption(dayOption('--until <fecha>', 'válida hasta, en vez de la fecha de su licencia'))
    .addOption(dayOption('--medical <fecha>', 'certificado médico hasta'))
    .addOption(dayOption('--issued <fecha>', 'emitida'))
    .option('--json', 'como JSON')
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos terms 7K3Q9XW2M4TB\n  pilotos terms 7K3Q9XW2M4TB --until 30/06/2027 --medical 28/02/2027',
    )
    .action(terms)
}

export function dayOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(parseDay)
}

/** Returns a day as `YYYY-MM-DD`, or an empty text for a blank one. @throws InvalidArgumentError */
export function parseDay(text: string): string {
  if (isBlank(text)) return ''
  const day = readDay(text)
  if (!day) throw new InvalidArgumentError(dayInvalid)
  return day
}

async function terms(text: string, { data, json, ...days }: TermsOptions): Promise<void> {
  const given = dayNames.filter((name) => days[name] !== undefined)
  const change = Object.fromEntries(given.map((name) => [name, days[name] || null]))
  await withStores({ data }, async (stores) => {
    const id = await pilotIdOf(stores, text)
    const pilot =
      given.length > 0
        ? (await stores.pilots.changeTerms([id], change, inTheTerminal))[0]
        : await stores.pilots.get(id)
    if (!pilot) return
    const basis = await readBasis(stores)
    await print(json ? writeJson([pilot], basis) : `${fullName(pilot)}\n\n${describeTerms(pilot, basis)}`)
  })
}
