/** `pilotos suspend`: suspends a credential, or lifts its suspension. */
import { Command } from 'commander'
import { inTheTerminal } from '#domain/author'
import { UsageError } from '#domain/errors'
import { fullName } from '#domain/pilot/full-name'
import { today } from '#domain/text/date'
import { describeStatus, statusOf } from '#domain/validity/status'
import { describeSuspension } from '#domain/validity/terms'
import { readBasis } from '../../server/actions/validity.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { pilotArgument, pilotIdOf } from '../pilot-argument.ts'
import { say } from '../terminal/output.ts'
import { dayOption } from './terms.ts'

interface SuspendOptions extends DataOptions {
  from?: string
  to?: string
  reason?: string
  lift?: boolean
}

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
