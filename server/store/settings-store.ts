/** What is kept of a desk besides its data: how its printer is off, and the address that it was opened with. */
import { readIfThere, writeAtomically } from './atomic-file.ts'

export interface Settings {
  /** How far a print is moved to the right and down, in mm. */
  offset?: readonly [x: number, y: number]
  /** The public address of the kiosk when it was open last, without a slash at the end. */
  address?: string
}

export interface SettingsStore {
  read(): Promise<Settings>

  /** Keeps what is not said. */
  change(some: Settings): Promise<void>
}

/** A file that cannot be read is as good as none: nothing in it cannot be said again. */
export function openSettingsFile(path: string): SettingsStore {
  const read = async () => parse((await readIfThere(path))?.toString('utf8') ?? '{}')
  return {
    read,
    change: async (some) =>
      writeAtomically(path, `${JSON.stringify({ ...(await read()), ...some }, null, 2)}\n`),
  }
}

function parse(text: string): Settings {
  try {
    const { offset, address }: Record<string, unknown> = JSON.parse(text)
    return {
      ...(isOffset(offset) && { offset }),
      ...(typeof address === 'string' && { address }),
    }
  } catch {
    return {}
  }
}

function isOffset(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}
