/** `pilotos settings`: prints and changes the rules that give the last day of a credential. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { changedRules, describeRule, parseRule, ruleInvalid } from '#domain/validity/rule-text'
import { defaultRules, type Licence, licences, type ValidityRule } from '#domain/validity/rules'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { print, say } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

interface SettingsOptions extends DataOptions, Partial<Record<Lowercase<Licence>, ValidityRule>> {
  json?: boolean
}

export function settingsCommand(): Command {
  const command = new Command('settings')
    .description('muestra y cambia hasta cuándo vale cada licencia')
    .addOption(dataOption())
  for (const licence of licences) {
    const flag = `--${licence.toLowerCase()} <regla>`
    command.addOption(new Option(flag, `licencia ${licence}: 31/12, días o una fecha`).argParser(ruleOf))
  }
  return command
    .option('--json', 'como JSON')
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos settings\n  pilotos settings --anual 31/12 --regional "90 días"\n  pilotos settings --regional 30/11/2026',
    )
    .action(settings)
}

function ruleOf(text: string): ValidityRule {
  const rule = parseRule(text)
  if (!rule) throw new InvalidArgumentError(ruleInvalid)
  return rule
}

async function settings({ data, json, ...options }: SettingsOptions): Promise<void> {
  const change = Object.fromEntries(
    licences.map((licence) => [licence, options[licence.toLowerCase() as Lowercase<Licence>]]),
  )
  const isChange = Object.values(change).some(Boolean)
  const rules = await withStores({ data }, async ({ settings }) => {
    const { validity = defaultRules } = await settings.read()
    const changed = changedRules(validity, change)
    if (isChange) await settings.change({ validity: changed })
    return changed
  })
  if (json) return print(`${JSON.stringify({ validity: rules }, null, 2)}\n`)
  const rows = licences.map((licence) => [licence, describeRule(rules[licence])])
  await print(table(['LICENCIA', 'VÁLIDA'], rows))
  if (isChange) say('\nQuedó guardado.')
}
