/** Writes records to an Excel workbook with write-excel-file, and prints the milliseconds that the writing takes. */
import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import write from 'write-excel-file/node'

const [json, out] = process.argv.slice(2)
const records = JSON.parse(readFileSync(json, 'utf8'))
const start = performance.now()
const names = Object.keys(records[0])
const rows = records.map((record) => names.map((name) => cellOf(record[name])))
await pipeline(await write([names.map((value) => ({ value })), ...rows]).toStream(), createWriteStream(out))
console.log(performance.now() - start)

function cellOf(value) {
  if (value === null || value === undefined) return null
  return { value, type: typeof value === 'number' ? Number : String }
}
