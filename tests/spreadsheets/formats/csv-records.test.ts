/** Tests of the CSV parser with the csv-spectrum suite: RFC 4180 and the dialects of spreadsheets. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvRecords } from '../../../server/spreadsheets/formats/csv-records.ts'
import { root } from '../../support/root.ts'

describe('csv-spectrum', () => {
  const folder = join(root, 'node_modules/csv-spectrum')
  // The suite's JSON for the coordinates has a different telephone number than its CSV.
  const names = readdirSync(join(folder, 'csvs'))
    .map((name) => name.replace('.csv', ''))
    .filter((name) => name !== 'location_coordinates')

  test.each(names)('%s is read as its JSON states', (name) => {
    const text = readFileSync(join(folder, 'csvs', `${name}.csv`), 'utf8')
    const [head, ...records] = [...csvRecords(text, ',')].map(({ cells }) => cells)
    const json = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8'))
    const expected: Record<string, string>[] = [json].flat()
    expect(records).toEqual(expected.map((record) => head?.map((column) => record[column])))
  })
})
