/** `pilotos show`: prints one pilot, for people or as JSON. */
import { Command } from 'commander'
import { fieldText } from '#domain/pilot/field-text'
import { fieldNames, fields } from '#domain/pilot/fields'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { printable } from '#domain/text/control-characters'
import type { StatusBasis } from '#domain/validity/status-kinds'
import { readBasis } from '../../server/actions/validity.ts'
import { writeJson } from '../../server/spreadsheets/formats/json.ts'
import { type DataOptions, dataOption, withStores } from '../options.ts'
import { pilotArgument, pilotIdOf } from '../pilot-argument.ts'
import { print } from '../terminal/output.ts'
import { termsLines } from '../terminal/terms-text.ts'

interface ShowOptions extends DataOptions {
  json?: boolean
}

export function showCommand(): Command {
  return new Command('show')
    .description('muestra un piloto')
    .argument('<id>', pilotArgument)
    .addOption(dataOption())
    .option('--json', 'como JSON')
    .addHelpText('after', '\nEjemplos:\n  pilotos show 7K3Q9XW2M4TB\n  pilotos show 70123456')
    .action(async (id: string, { json, ...data }: ShowOptions) => {
      const { pilot, basis } = await withStores(data, async (stores) => ({
        pilot: await stores.pilots.get(await pilotIdOf(stores, id)),
        basis: await readBasis(stores),
      }))
      await print(json ? writeJson([pilot], basis) : printable(describe(pilot, basis)))
    })
}

function describe(pilot: Pilot, basis: StatusBasis): string {
  const lines = [
    ['Identificador', pilot.id],
    ...fieldNames.map((name) => [fields[name].label, fieldText(name, pilot[name])]),
    ['Foto', pilot.photo ?? 'sin foto'],
    ...termsLines(pilot, basis),
  ] as const
  const width = Math.max(...lines.map(([label = '']) => label.length))
  const indent = ' '.repeat(width + 2)
  const text = lines.map(
    ([label = '', value = '']) => `${label.padEnd(width)}  ${value.replaceAll('\n', `\n${indent}`)}`,
  )
  return `${fullName(pilot)}\n\n${text.join('\n')}\n`
}
