/**
 * The settings in PostgreSQL: each laptop has its own printer and its own address, and all laptops share the choices
 * of the screen *Ajustes*.
 */
import { hostname } from 'node:os'
import {
  changedSettings,
  parseSettings,
  type Settings,
  sharedSettings,
  type WatchedSettings,
} from '../contract/settings-store.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database } from './connection/database.ts'

/** The key of the shared settings, which is the name of no machine. */
const shared = ''

/** The pause between two reads of the shared settings, in milliseconds. */
const every = 2000

/** Opens the settings. The polls of `changes` notice a change by another laptop. */
export function openSettingsTable(
  database: Database,
  changes: Pick<ChangeFeed, 'onPoll'>,
  machine = hostname(),
): WatchedSettings {
  const listeners = new Set<(settings: Settings) => void>()
  let [last, lastRead] = ['', 0]
  changes.onPoll(async () => {
    if (listeners.size === 0 || Date.now() < lastRead + every) return
    lastRead = Date.now()
    const settings = await read()
    if (JSON.stringify(settings) !== last) tell(settings)
  })

  function tell(settings: Settings): void {
    last = JSON.stringify(settings)
    for (const listener of listeners) listener(settings)
  }

  async function read(): Promise<Settings> {
    const rows = await database.query(
      'SELECT machine, content FROM pilotos.settings WHERE machine IN ($1, $2)',
      [machine, shared],
    )
    const contentOf = new Map(rows.map(([name, content]) => [String(name), String(content)]))
    return parseSettings(contentOf.get(machine) ?? '{}', contentOf.get(shared) ?? '{}')
  }

  /** Changes the settings under one key. A simultaneous change of other settings by another laptop is kept. */
  async function write(key: string, some: Settings): Promise<void> {
    const work = () =>
      database.transaction(async ({ query }) => {
        await query(
          `INSERT INTO pilotos.settings (machine, content) VALUES ($1, '{}') ON CONFLICT (machine) DO NOTHING`,
          [key],
        )
        const [row] = await query('SELECT content FROM pilotos.settings WHERE machine = $1 FOR UPDATE', [key])
        await query('UPDATE pilotos.settings SET content = $2 WHERE machine = $1', [
          key,
          JSON.stringify(changedSettings(String(row?.[0] ?? '{}'), some)),
        ])
      })
    await database.repeat(work)
  }

  return {
    read,
    async change(some) {
      const isShared = (name: string) => sharedSettings.some((one) => one === name)
      const [own, common] = [false, true].map((wanted) =>
        Object.entries(some).filter(([name]) => isShared(name) === wanted),
      )
      if (own?.length) await write(machine, Object.fromEntries(own))
      if (common?.length) await write(shared, Object.fromEntries(common))
      if (listeners.size > 0) tell(await read())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
