/** The settings of this machine in PostgreSQL: each laptop has its own printer and its own address. */
import { hostname } from 'node:os'
import type { SettingsStore } from '../contract/settings-store.ts'
import { parseSettings } from '../settings-json.ts'
import type { Database } from './connection/database.ts'

export function openSettingsTable(database: Database, machine = hostname()): SettingsStore {
  const read = async () => {
    const [row] = await database.query('SELECT content FROM pilotos.settings WHERE machine = $1', [machine])
    return parseSettings(String(row?.[0] ?? '{}'))
  }
  return {
    read,
    async change(some) {
      await database.query(
        `INSERT INTO pilotos.settings (machine, content) VALUES ($1, $2)
          ON CONFLICT (machine) DO UPDATE SET content = excluded.content`,
        [machine, JSON.stringify({ ...(await read()), ...some })],
      )
    },
  }
}
