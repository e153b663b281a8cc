/** Writes records to a file with csv-stringify, and prints the milliseconds that the writing takes. */
import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'

const [json, out] = process.argv.slice(2)
const records = JSON.parse(readFileSync(json, 'utf8'))
const start = performance.now()
await pipeline(Readable.from(records), stringify({ header: true }), createWriteStream(out))
console.log(performance.now() - start)
