/** Tests that no cell of a file of text is a formula, whichever file it is, and that PilotOS reads such cells back. */
import { expect, test } from 'vitest'
import { rowsOf, type TimingProgram } from '#domain/events/timing/timing-files'
import type { PassageRecord } from '#domain/gate/schemas'
import type { Pilot } from '#domain/pilots/pilot'
import { writePassages } from '../../server/gate/passage-file.ts'
import { writeRejects } from '../../server/import/rejects.ts'
import { csvRecords } from '../../server/spreadsheets/formats/csv.ts'
import { writeExport } from '../../server/spreadsheets/pilot-file.ts'
import { writeTiming } from '../../server/spreadsheets/timing-file.ts'
import { aDraft } from '../support/pilots.ts'
import { tableOf } from '../support/table.ts'

/** The texts with which a formula begins: see https://owasp.org/www-community/attacks/CSV_Injection. */
const formulas = [
  '=1+1',
  '+1',
  '-2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "'=1",
  "''-1",
]

const pilots = formulas.map(
  (text, index) =>
    ({
      ...aDraft({ name: `${text} "a"`, lastname: `${text};b`, club: text, ciudad: text, transponder: text }),
      dni: 40_000_000 + index,
      nlicencia: text,
      npiloto: text,
      id: String(index).padStart(12, '0'),
      photo: null,
    }) as Pilot,
)

/** Returns a text as it can be stored: see `entered-text.test.ts`. */
const withoutControls = (text: string) => text.replace(/^[\t\r]/, '')

/** Returns the cells of a file that a spreadsheet program would compute. */
function computed(file: string, separator: string): string[] {
  const cells = [...csvRecords(file.replace('\ufeff', ''), separator)].flatMap((record) => record.cells)
  expect(cells.length).toBeGreaterThan(formulas.length)
  return cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))
}

test.each<[TimingProgram, string]>([
  ['orbits', ','],
  ['raceresult', ';'],
  ['webscorer', '\t'],
])('no cell of the file for %s is a formula', async (program, separator) => {
  const file = await writeTiming(program, rowsOf([...pilots]), '2026-11-21')
  expect(computed(String(file), separator)).toEqual([])
  expect(String(file)).toContain("'=1+1")
})

test('no cell of passages and of rejected rows is a formula, and rejected rows are read back', async () => {
  const passage = (text: string) =>
    ({
      number: 1,
      id: '1',
      scanned: text,
      gate: text,
      direction: 'in',
      at: '2026-11-21T09:00:00Z',
      received: '2026-11-21T09:00:00Z',
      by: text,
    }) as PassageRecord
  const passages = await writePassages([formulas.map(passage)], { format: 'csv' })
  expect(computed(String(passages), ';')).toEqual([])
  const table = await tableOf(JSON.stringify(formulas.map((text) => ({ club: text, ciudad: text }))))
  const rejects = writeRejects(table, { rejected: [], rejectedLines: formulas.map((_, index) => index + 1) })
  expect(computed(rejects, ';')).toEqual([])
  const again = await tableOf(rejects)
  expect(again.rows.map(({ values }) => values.club)).toEqual(formulas.map(withoutControls))
})

test.each([
  [false, ';'],
  [true, ','],
])('an export with plain %s has no formula, and is read back unchanged', async (plain, separator) => {
  const file = String(await writeExport(pilots, { format: 'csv', plain }))
  expect(computed(file, separator)).toEqual([])
  const { rows } = await tableOf(file)
  const names = ['name', 'lastname', 'club', 'ciudad', 'transponder', 'nlicencia', 'npiloto'] as const
  expect(rows.map(({ values }) => names.map((name) => values[name]))).toEqual(
    pilots.map((pilot) => names.map((name) => withoutControls(String(pilot[name])))),
  )
})
