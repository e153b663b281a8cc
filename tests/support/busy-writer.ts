/**
 * Registers pilots in a folder that other processes use too, a few at a time, and prints the acknowledged DNIs.
 * Arguments: the data folder, the first DNI, the number of pilots, the number of pilots in each batch.
 */
import { openStores } from '../../server/store/open.ts'
import { aDraft } from './pilots.ts'

const [folder = '', first = 0, count = 0, atATime = 0] = [
  process.argv[2],
  ...process.argv.slice(3).map(Number),
]

for (let start = first; start < first + count; start += atATime) {
  const stores = await openStores(folder)
  const dnis = Array.from({ length: atATime }, (_, index) => start + index)
  await Promise.all(dnis.map((dni) => stores.pilots.register(aDraft({ dni }))))
  await stores.close()
  process.stdout.write(`${dnis.join('\n')}\n`)
}
