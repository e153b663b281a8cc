/**
 * Random orders to a data folder, whose answers are those of an earlier program. With PILOTOS_WRITE_ANSWERS=1 it stores
 * new orders with the answers of this one.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setZone, stopClock } from '../support/clock.ts'
import { aPlace, type Order, ordersOf } from '../support/random-orders.ts'
import { root } from '../support/root.ts'
import { firstDifference, transcriptOf } from '../support/store-answers.ts'

const seeds = [1, 2, 3, 4]
const file = (seed: number) => join(root, `tests/fixtures/random-orders/${seed}.json.br`)

interface Stored {
  orders: Order[]
  /** The text of each step. */
  steps: string[]
}

test.each(seeds)('random orders get the answers of an earlier program (seed %i)', async (seed) => {
  // The stored answers have the times of this zone, whatever the one of the run is.
  setZone('UTC')
  stopClock()
  const write = process.env.PILOTOS_WRITE_ANSWERS === '1'
  const stored: Stored = write ? newOrders(seed) : await read(seed)
  const answers = await transcriptOf(await aPlace(), await aPlace(), stored.orders)
  const steps = answers.map(withoutFolders)
  if (write) await store(seed, { ...stored, steps })
  else expect(firstDifference(stored.steps, steps)).toBeUndefined()
})

/** Returns a text whose folders of this run are named alike in every run. */
function withoutFolders(text: string): string {
  return text.replaceAll(/[^"\s]*pilotos-\w{6}/g, 'FOLDER')
}

function newOrders(seed: number): Stored {
  return { orders: fc.sample(ordersOf(100), { seed, numRuns: 1 })[0] ?? [], steps: [] }
}

async function read(seed: number): Promise<Stored> {
  return JSON.parse(brotliDecompressSync(await readFile(file(seed))).toString())
}

async function store(seed: number, stored: Stored): Promise<void> {
  const text = JSON.stringify(stored)
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await writeFile(file(seed), brotliCompressSync(text, { params }))
}
