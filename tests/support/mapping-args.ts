/** Reads the arguments of `pilotos import` in tests that send the mapping without the command. */
import { Command } from 'commander'
import type { ImportMapping } from '#domain/import/mapping'
import { type MappingOptions, mappingOf, mappingOptions } from '../../bin/commands/import/import-options.ts'

/** Returns the mapping that the arguments stand for. */
export function mappingOfArgs(args: readonly string[]): ImportMapping {
  const command = new Command().exitOverride()
  for (const option of mappingOptions()) command.addOption(option)
  return mappingOf(command.parse(args, { from: 'user' }).opts<MappingOptions>())
}
