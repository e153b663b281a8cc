/** CSV, record by record, as RFC 4180 and spreadsheets write it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { csvRecords } from '../../server/spreadsheets/csv-records.ts'
import { root } from '../support/root.ts'

describe('csv-spectrum', () => {
  const folder = join(root, 'node_modules/csv-spectrum')
  // The JSON of the coordinates is of another telephone than its CSV.
  const names = readdirSync(join(folder, 'csvs'))
    .map((name) => name.replace('.csv', ''))
    .filter((name) => name !== 'location_coordinates')

  test.each(names)('%s is read as it says', (name) => {
    const text = readFileSync(join(folder, 'csvs', `${name}.csv`), 'utf8')
    const [head, ...records] = [...csvRecords(text, ',')].map(({ cells }) => cells)
    const json = JSON.parse(readFileSync(join(folder, 'json', `${name}.json`), 'utf8'))
    const expected: Record<string, string>[] = [json].flat()
    expect(records).toEqual(expected.map((record) => head?.map((column) => record[column])))
  })
})
