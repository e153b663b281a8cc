/** Tests of files of passages. */
import { expect, test } from 'vitest'
import type { PassageRecord } from '#domain/gate/schemas'
import { type ExportFormat, exportFormats } from '#domain/import/columns'
import { writePassages } from '../../server/gate/passage-file.ts'
import { readContent } from '../../server/spreadsheets/table-reader.ts'
import { aPassageRecord } from '../support/passages.ts'
import { bytesOf } from '../support/table.ts'

const parts = 20
const size = 250

/** Yields parts of records, and notes when each is asked for. */
async function* records(note: (event: string) => void): AsyncGenerator<PassageRecord[]> {
  for (let part = 0; part < parts; part += 1) {
    note('part')
    yield Array.from({ length: size }, (_, index) => aPassageRecord({ number: part * size + index + 1 }))
  }
}

test.each<ExportFormat>(exportFormats)(
  'a file as %s has all records, and other work runs between their parts',
  async (format) => {
    const events: string[] = []
    const immediate = () => {
      if (events.at(-1) !== 'other work') events.push('other work')
      next = setImmediate(immediate)
    }
    let next = setImmediate(immediate)
    const bytes = await bytesOf(
      writePassages(
        records((event) => events.push(event)),
        { format },
      ),
    )
    clearImmediate(next)
    expect(events.filter((event) => event === 'part')).toHaveLength(parts)
    expect(events.filter((event, index) => event === 'part' && events[index - 1] === 'part')).toEqual([])
    if (format === 'json') expect(JSON.parse(String(bytes))).toHaveLength(parts * size)
    else {
      const { sheets } = await readContent(bytes)
      expect([...sheets[0].lines].map(({ cells: [number] }) => number)).toEqual([
        'Lectura',
        ...Array.from({ length: parts * size }, (_, index) =>
          format === 'csv' ? `${index + 1}` : index + 1,
        ),
      ])
    }
  },
)
