/** Imports of new pilots: the preview and the import itself. */
import write from 'write-excel-file/node'
import { fieldNames } from '#domain/pilot/fields'
import type { PilotDraft } from '#domain/pilot/pilot'
import { importAddress } from '#domain/web/addresses'
import { csvOf } from '../shared/folders.ts'
import type { Server } from '../shared/processes.ts'
import { roster } from '../shared/roster.ts'
import { call, type Work } from './calls.ts'

const rows = 10_000

/** Returns the kinds of imports, with new pilots for each round. */
export async function importWork(server: Server, rounds: number): Promise<Work[]> {
  let firstDni = 20_000_000
  const newDrafts = () => {
    firstDni += rows
    return roster(rows).map((draft, index) => ({ ...draft, dni: firstDni + index }))
  }
  const [csvs, books]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    csvs.push(new TextEncoder().encode([...csvOf(newDrafts())].join('')))
    books.push(new Uint8Array(await bookOf(newDrafts())))
  }
  return [
    ['import of 10,000, CSV', (round) => importFile(server, csvs[round])],
    ['import of 10,000, XLSX', (round) => importFile(server, books[round])],
  ]
}

async function importFile(server: Server, file?: Uint8Array<ArrayBuffer>): Promise<void> {
  await call(server, 'POST', importAddress({ dryRun: true }), file)
  await call(server, 'POST', importAddress({}), file)
}

function bookOf(drafts: readonly PilotDraft[]): Promise<Buffer> {
  const head = fieldNames.map((value) => ({ value, type: String }))
  const table = drafts.map((draft) =>
    fieldNames.map((name) => {
      const value = draft[name]
      return typeof value === 'number' ? { value, type: Number } : { value, type: String }
    }),
  )
  return write([head, ...table], { sheet: 'Pilotos' }).toBuffer()
}
