/** `pilotos settings`: prints and changes the rules that give the last day of a credential, and the gates. */
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  changedRules,
  compareRules,
  describeRuleChange,
  ruleInvalid,
} from '#domain/credential/validity-changes'
import {
  defaultRules,
  describeRule,
  parseRule,
  ruleOf,
  type ValidityRule,
  type ValidityRules,
} from '#domain/credential/validity-rules'
import { UsageError } from '#domain/errors'
import { type AgainRule, againTexts, defaultGates, type GateRename, gatesProblem } from '#domain/gate/passage'
import { classNames } from '#domain/pilots/classes/classes'
import { today } from '#domain/text/date'
import { enumerate } from '#domain/text/text'
import { changeGates } from '../../../server/settings/current-settings.ts'
import { type DataOptions, dataOption, withStores, wordOption } from '../../terminal/options.ts'
import { print, say, widthOf } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

interface SettingsOptions extends DataOptions {
  anual?: ValidityRule
  regional?: ValidityRule
  licence?: ValidityRules
  again?: AgainRule
  gates?: string[]
  renameGate?: GateRename[]
  json?: boolean
}

export function settingsCommand(): Command {
  const rules = (Object.keys(againWords) as AgainRule[]).map(
    (rule) => `${againWords[rule]} (${againTexts[rule]})`,
  )
  return new Command('settings')
    .description('muestra y cambia hasta cuándo vale cada licencia, y las puertas')
    .addOption(dataOption())
    .addOption(new Option('--anual <regla>', 'licencia Anual: 31/12, días o una fecha').argParser(readRule))
    .addOption(
      new Option('--regional <regla>', 'licencia Regional: 31/12, días o una fecha').argParser(readRule),
    )
    .option('--licence <licencia=regla>', 'cualquier licencia, como "Federada=90 días"', licenceRule)
    .addOption(wordOption('--again <regla>', `segunda entrada: ${enumerate(rules, 'o')}`, againWords))
    .option('--gates <nombres>', 'las puertas, separadas por comas', gatesOf)
    .option('--rename-gate <nombres>', 'el nombre de antes y el de ahora, separados por una coma', renameOf)
    .option('--json', 'como JSON')
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos settings\n  pilotos settings --anual 31/12 --regional "90 días"\n  pilotos settings --regional 30/11/2026\n  pilotos settings --gates "Norte,Sur" --again diaria\n  pilotos settings --rename-gate "Puerta principal,Norte"',
    )
    .action(settings)
}

/** The words of `--again`. */
const againWords: Record<AgainRule, string> = {
  warn: 'avisa',
  daily: 'diaria',
  'after-exit': 'tras-salida',
}

function readRule(text: string): ValidityRule {
  const rule = parseRule(text)
  if (!rule) throw new InvalidArgumentError(ruleInvalid)
  return rule
}

/** Reads the rule of one licence. The option may be repeated. */
function licenceRule(text: string, earlier: ValidityRules = {}): ValidityRules {
  const [, licence, rule] = /^(.+)=(.+)$/.exec(text) ?? []
  if (!licence || !rule) throw new InvalidArgumentError('va como "Federada=90 días"')
  return { ...earlier, [licence.trim()]: readRule(rule) }
}

function gatesOf(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** Reads one gate with another name. The option may be repeated. */
function renameOf(text: string, earlier: GateRename[] = []): GateRename[] {
  const [from = '', to, ...others] = gatesOf(text)
  if (to === undefined || others.length > 0)
    throw new InvalidArgumentError('van dos nombres, como "Norte,Boxes"')
  return [...earlier, { from, to }]
}

async function settings({
  data,
  json,
  again,
  gates: names,
  renameGate,
  ...options
}: SettingsOptions): Promise<void> {
  const change = {
    ...(options.anual && { Anual: options.anual }),
    ...(options.regional && { Regional: options.regional }),
    ...options.licence,
  }
  const isChange = Object.keys(change).length > 0
  const isGateChange = again !== undefined || names !== undefined || renameGate !== undefined
  const { rules, gate, effect, licences } = await withStores(
    { data },
    async ({ pilots, settings, accounts }) => {
      const { validity = defaultRules, gate: before = defaultGates, fields } = await settings.read()
      const licences = classNames('licencia', fields)
      const problem = names && gatesProblem(names, before.gates)
      if (problem) throw new UsageError(problem)
      const rules = changedRules(validity, change, licences)
      const effect = isChange
        ? compareRules((await pilots.list()).pilots, { rules: validity, day: today() }, rules, licences)
        : undefined
      if (isChange) await settings.change({ validity: rules })
      const gate = isGateChange
        ? await changeGates(settings, accounts, before, { again, gates: names, renamed: renameGate })
        : before
      return { rules, gate, effect, licences }
    },
  )
  const shown = { again: gate.again, gates: gate.gates }
  if (json) return print(`${JSON.stringify({ validity: rules, gate: shown }, null, 2)}\n`)
  const rows = licences.map((licence) => [licence, describeRule(ruleOf(rules, licence))])
  await print(table(['LICENCIA', 'VÁLIDA'], rows))
  const gates = [gate.gates.join(', '), againTexts[gate.again]]
  await print(`\n${table(['PUERTAS', 'SEGUNDA ENTRADA'], [gates], widthOf(process.stdout))}`)
  if (isChange || isGateChange)
    say(`\nQuedó guardado.${effect ? ` ${describeRuleChange(effect, true)}` : ''}`)
}
