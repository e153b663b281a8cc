/** What is kept of a desk besides its data: how its printer is off, and the address that it was opened with. */
import { isOffset, type Offset } from '#domain/cards'
import { readIfThere, writeAtomically } from './atomic-file.ts'
import { turns } from './turns.ts'

export interface Settings {
  /** How far a print is moved to the right and down, in mm. */
  offset?: Offset
  /** The public address that the kiosk, or a card, had last; without a slash at the end. */
  address?: string
}

export interface SettingsStore {
  read(): Promise<Settings>

  /** Keeps what is not said. */
  change(some: Settings): Promise<void>
}

/** A file that cannot be read is as good as none: nothing in it cannot be said again. */
export function openSettingsFile(path: string): SettingsStore {
  const read = async () => parseSettings((await readIfThere(path))?.toString('utf8') ?? '{}')
  const inTurn = turns()
  return {
    read,
    change: (some) =>
      inTurn(async () =>
        writeAtomically(path, `${JSON.stringify({ ...(await read()), ...some }, null, 2)}\n`),
      ),
  }
}

/** How a print is moved: what is said is kept for the next one. */
export async function keptOffset(
  { settings }: { settings: SettingsStore },
  { offset }: Pick<Settings, 'offset'>,
): Promise<Offset | undefined> {
  if (!offset) return (await settings.read()).offset
  await settings.change({ offset })
  return offset
}

/** What a text says of them; nothing where it is none. */
export function parseSettings(text: string): Settings {
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
