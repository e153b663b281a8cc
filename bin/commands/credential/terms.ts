/** The commands for the validity of credentials: `terms`, `suspend` and `renew`. */
import { Command } from 'commander'
import type { RenewalReport } from '#domain/credential/calls'
import { describeStatus, earlyEndOf, type StatusBasis, statusOf, termsLines } from '#domain/credential/status'
import { dayNames, describeSuspension } from '#domain/credential/terms'
import { planRenewal } from '#domain/credential/validity-changes'
import { UsageError } from '#domain/errors'
import { fields } from '#domain/pilots/fields'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { inTheTerminal } from '#domain/staff/roles'
import { formatDate, today } from '#domain/text/date'
import { printable } from '#domain/text/names'
import { count } from '#domain/text/text'
import { readBasis } from '../../../server/settings/current-settings.ts'
import { writeJson } from '../../../server/spreadsheets/formats/json.ts'
import { selectPilots } from '../../../server/store/queries/select.ts'
import {
  type DataOptions,
  dataOption,
  dayOption,
  pilotArgument,
  pilotIdOf,
  pilotIdsOf,
  searchOption,
  withStores,
} from '../../terminal/options.ts'
import { print, say } from '../../terminal/output.ts'
import { confirm } from '../../terminal/questions.ts'

/** An empty text removes a date. */
interface TermsOptions extends DataOptions, Partial<Record<(typeof dayNames)[number], string>> {
  json?: boolean
}

/** `pilotos terms`: prints and changes the dates of a credential. */
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

interface SuspendOptions extends DataOptions {
  from?: string
  to?: string
  reason?: string
  lift?: boolean
}

/** `pilotos suspend`: suspends a credential, or lifts its suspension. */
export function suspendCommand(): Command {
  return new Command('suspend')
    .description('suspende una credencial; con --lift levanta la suspensión')
    .argument('<id>', pilotArgument)
    .addOption(dataOption())
    .option('--reason <motivo>', 'motivo, que solo ve la mesa')
    .addOption(dayOption('--from <fecha>', 'primer día; si no se dice, hoy'))
    .addOption(dayOption('--to <fecha>', 'último día; si no se dice, hasta que se levante'))
    .option('--lift', 'levanta la suspensión')
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos suspend 7K3Q9XW2M4TB --reason "Pago pendiente"\n  pilotos suspend 7K3Q9XW2M4TB --lift',
    )
    .action(suspend)
}

async function suspend(text: string, { data, lift, ...options }: SuspendOptions): Promise<void> {
  const { reason = '' } = options
  const from = options.from || today()
  const to = options.to || null
  if (lift && Object.keys(options).length > 0) throw new UsageError('--lift va sin otras opciones')
  if (!lift && !reason.trim()) throw new UsageError('falta --reason')
  if (to !== null && to < from) throw new UsageError('la suspensión termina antes de empezar')
  await withStores({ data }, async (stores) => {
    const id = await pilotIdOf(stores, text)
    const suspension = lift ? null : { from, to, reason }
    const [pilot] = await stores.pilots.changeTerms([id], { suspension }, inTheTerminal)
    if (!pilot) return
    const { rules, day } = await readBasis(stores)
    const status = describeStatus(statusOf(pilot, rules, day))
    const stored = pilot.terms?.suspension
    say(
      stored
        ? `${fullName(pilot)}: suspensión ${describeSuspension(stored)}. Hoy está ${status}.`
        : `${fullName(pilot)} no tiene suspensión: está ${status}.`,
    )
  })
}

interface RenewOptions extends DataOptions {
  /** Empty for today. */
  issued?: string
  search?: string
  all?: boolean
  dryRun?: boolean
  yes?: boolean
  json?: boolean
}

/** `pilotos renew`: renews credentials after a preview and a confirmation. */
export function renewCommand(): Command {
  return new Command('renew')
    .description('renueva credenciales, después de preguntar')
    .argument('[id...]', 'identificadores, como salen en la lista, o DNI')
    .addOption(dataOption())
    .addOption(searchOption())
    .option('--all', 'las de todos los pilotos')
    .addOption(dayOption('--issued <fecha>', 'emitida; si no se dice, hoy'))
    .option('--dry-run', 'solo dice qué haría')
    .option('--yes', 'no pregunta')
    .option('--json', 'el resultado como JSON')
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos renew --all --dry-run\n  pilotos renew --all --issued 01/01/2027 --dry-run\n  pilotos renew 7K3Q9XW2M4TB --yes',
    )
    .action(renew)
}

async function renew(texts: string[], options: RenewOptions): Promise<void> {
  const { issued, search, all, dryRun, yes, json, data } = options
  if ([texts.length > 0, search !== undefined, all].filter(Boolean).length !== 1)
    throw new UsageError('diga de quiénes: sus identificadores, --search, o --all')
  await withStores({ data }, async (stores) => {
    const ids = texts.length > 0 ? await pilotIdsOf(stores, texts) : undefined
    const pilots = await selectPilots(stores, { ids, search, isExact: true })
    const { renewed, change, report } = planRenewal(pilots, await readBasis(stores), issued || undefined)
    describe(report)
    if (!dryRun && renewed.length > 0) {
      const number = count(renewed.length, 'credencial', 'credenciales')
      if (!(await confirm(`¿Renovar ${number}?`, yes))) return say('No se renovó nada.')
      await stores.pilots.changeTerms(renewed, change, inTheTerminal)
      say(`${renewed.length === 1 ? 'Se renovó' : 'Se renovaron'} ${number}.`)
    }
    if (json) await print(`${JSON.stringify(report, null, 2)}\n`)
  })
}

/** The most pilots who are named. */
const mostNamed = 10

function describe({ ends, unchanged, invalid, invalid_total: total }: RenewalReport): void {
  for (const { before, after, pilots } of ends)
    say(`${count(pilots, 'piloto')}: del ${formatDate(before)} al ${formatDate(after)}`)
  if (unchanged > 0)
    say(`${count(unchanged, 'piloto')}: sin cambio, porque renovar no daría una fecha posterior`)
  if (total === 0) return
  say(`Quedan sin vigencia: ${count(total, 'piloto')}`)
  for (const { id, name, status } of invalid.slice(0, mostNamed)) {
    const early = earlyEndOf(status)
    say(`  ${id}  ${name}: ${describeStatus(status)}${early ? `, por el ${early}` : ''}`)
  }
  if (total > mostNamed) say(`  y ${total - mostNamed} más`)
}

/** Returns the terms of a credential for people, one line each. */
function describeTerms(pilot: Pilot, basis: StatusBasis): string {
  const { poliza_hasta: insured } = pilot
  const { label } = fields.poliza_hasta
  const policy: [string, string][] = insured ? [[label, formatDate(insured)]] : []
  const lines = [...termsLines(pilot, basis), ...policy]
  const width = Math.max(...lines.map(([label]) => label.length))
  return printable(lines.map(([label, text]) => `${label.padEnd(width)}  ${text}\n`).join(''))
}
