/**
 * Writes to a plain lowdb until it is killed, and prints the acknowledged DNIs, for comparison with PilotOS.
 * Argument: the folder.
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'

const db = new Low(new JSONFile<{ pilots: number[] }>(join(process.argv[2] ?? '', 'pilots.json')), {
  pilots: [],
})
for (let dni = 1; ; dni += 1) {
  db.data.pilots.push(dni)
  await db.write()
  writeSync(1, `${dni}\n`)
}
