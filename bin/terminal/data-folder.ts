/** How the program is installed, the folder of the data that follows from it, and data that lies elsewhere. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Installation } from '#domain/desk/installation'
import { isDatabase, type Machine, userFolder } from '../../server/store/data-address.ts'

/** How the program is installed, and the paths of the files that are built beside it. */
export interface Installed {
  installation: Installation
  /** The folder of the pages. */
  clientFolder: string
  /** The script of the process that reads imported files. */
  readerFile: string
  /** The script of the worker threads. */
  workerFile: string
  /** The folder of an unpacked or installed release. A clone has none. */
  releaseFolder?: string
}

/**
 * Returns `data` in the current folder for a clone, and the user's folder of data for a release, so that a new release
 * replaces the folder of the program and finds the data.
 */
export function defaultDataFolder(
  { releaseFolder }: Pick<Installed, 'releaseFolder'>,
  machine?: Machine,
): string {
  return releaseFolder ? userFolder(machine) : 'data'
}

/** Sets the default folder of a command and of all its subcommands, also in their help. */
export function setDefaultData(command: Command, folder: string): void {
  const option = command.options.find(({ long }) => long === '--data')
  if (option) {
    option.default(folder)
    command.setOptionValueWithSource('data', folder, 'default')
  }
  for (const below of command.commands) setDefaultData(below, folder)
}

/**
 * Returns the folders with data that a release does not use although a person may expect it: beside the program, and
 * in the current folder, where a clone keeps its data. A clone has none.
 */
export async function findUnusedData(data: string, { releaseFolder }: Installed): Promise<string[]> {
  if (!releaseFolder || isDatabase(data)) return []
  const candidates = new Set([
    join(releaseFolder, 'data'),
    join(releaseFolder, '..', 'data'),
    resolve('data'),
  ])
  candidates.delete(resolve(data))
  const found: string[] = []
  for (const folder of candidates) if (await hasPilots(folder)) found.push(folder)
  return found
}

/** Describes data that is not used, and how to take it over. */
export function unusedDataText(folder: string): { text: string; advice: string } {
  return {
    text: `Hay datos de PilotOS en ${folder}, y no se usan`,
    advice: `para verlos, --data "${folder}"; para traerlos, pilotos backup con ese --data, y pilotos restore`,
  }
}

async function hasPilots(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => /^(pilots\.json|journal-\d+\.jsonl)$/.test(name))
}
