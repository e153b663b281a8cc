/** Tests that a file of passages is written in parts, with turns for other work between them. */
import { afterEach, expect, test, vi } from 'vitest'
import { type ExportFormat, exportFormats } from '#domain/import/export'
import type { PassageRecord } from '#domain/web/gate-schemas'
import { writePassages } from '../../server/spreadsheets/passages.ts'
import { bytesOf } from '../support/table.ts'

afterEach(() => void vi.restoreAllMocks())

function aRecord(number: number): PassageRecord {
  return {
    number,
    id: `${number}`,
    scanned: '7K3Q9XW2M4TB',
    gate: 'Norte',
    direction: 'in',
    at: '2026-11-21T09:00:00.000Z',
    received: '2026-11-21T09:00:00.000Z',
    offline: false,
    by: 'ana',
    device: 'Android',
    result: 'pass',
    admitted: true,
    corrected: false,
    incident: false,
  }
}

const parts = 20
/** The records of a part: the compressed rows of one part of a workbook are more than a chunk. */
const size = 250

/** Yields parts of records, and notes when each is asked for. */
async function* records(note: (event: string) => void): AsyncGenerator<PassageRecord[]> {
  for (let part = 0; part < parts; part += 1) {
    note('part')
    yield Array.from({ length: size }, (_, index) => aRecord(part * size + index + 1))
  }
}

test.each<ExportFormat>(exportFormats)(
  'the first bytes of a file as %s leave before all records are made',
  async (format) => {
    let asked = 0
    const content = writePassages(
      records(() => {
        asked += 1
      }),
      { format },
    )
    let bytes = 0
    let atFirstBytes = 0
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > 2000) atFirstBytes ||= asked
    }
    expect(atFirstBytes).toBeLessThan(parts / 2)
    expect(asked).toBe(parts)
  },
)

test.each<ExportFormat>(exportFormats)(
  'other work runs between the parts of a file as %s',
  async (format) => {
    let now = 0
    // Every look at the clock says that a turn is over.
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1000
      return now
    })
    const events: string[] = []
    const immediate = () => {
      if (events.at(-1) !== 'other work') events.push('other work')
      next = setImmediate(immediate)
    }
    let next = setImmediate(immediate)
    let written = 0
    await bytesOf(
      writePassages(
        records((event) => events.push(event)),
        { format },
        { onWritten: (items) => (written = items) },
      ),
    )
    clearImmediate(next)
    expect(written).toBe(parts * size)
    expect(events.filter((event) => event === 'part')).toHaveLength(parts)
    expect(events.filter((event, index) => event === 'part' && events[index - 1] === 'part')).toEqual([])
  },
)
