/** `pilotos renew`: renews credentials after a preview and a confirmation. */
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { UsageError } from '#domain/errors'
import { formatDate } from '#domain/text/date'
import { count } from '#domain/text/text'
import { planRenewal } from '#domain/validity/renewal'
import { describeStatus } from '#domain/validity/status'
import type { RenewalReport } from '#domain/web/schemas'
import { selectPilots } from '../../server/actions/select.ts'
import { readBasis } from '../../server/actions/validity.ts'
import { type DataOptions, dataOption, searchOption, withStores } from '../options.ts'
import { pilotIdsOf } from '../pilot-argument.ts'
import { confirm } from '../terminal/confirm.ts'
import { print, say } from '../terminal/output.ts'
import { dayOption } from './terms.ts'

interface RenewOptions extends DataOptions {
  /** Empty for today. */
  issued?: string
  search?: string
  all?: boolean
  dryRun?: boolean
  yes?: boolean
  json?: boolean
}

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
  for (const { id, name, status } of invalid.slice(0, mostNamed))
    say(`  ${id}  ${name}: ${describeStatus(status)}${status.isMedical ? ', por el certificado médico' : ''}`)
  if (total > mostNamed) say(`  y ${total - mostNamed} más`)
}
