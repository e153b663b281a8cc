/** csv-stringify over records that are in memory: prints the milliseconds that it takes to write them to a file. */
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'

const [json, out] = process.argv.slice(2)
const records = JSON.parse(readFileSync(json, 'utf8'))
const start = performance.now()
await pipeline(Readable.from(records), stringify({ header: true }), createWriteStream(out))
console.log(performance.now() - start)
