/** Tests which problems stay in the import dialog after their correction. */
import { describe, expect, test } from 'vitest'
import type { ImportAnswer } from '#domain/import/schemas'
import { noProblems, showProblems, sizeOf } from '../../../client/import/shown-problems.ts'

type Group = ImportAnswer['groups'][number]

const remarks = {
  asideRows: 0,
  aside: [],
  unsureRows: 0,
  unsure: [],
  meantTexts: [],
  blankWords: [],
  ...{ sameNumberRows: 0, sameNumbers: [] },
}

function group(field: 'email' | 'celular', problem: string, lines: number[]): Group {
  const cells = lines.map((line) => ({ line, place: `fila ${line}`, value: 'x', message: problem }))
  return {
    problem: `con ${problem}`,
    size: lines.length,
    field,
    values: [{ value: 'x', rows: lines.length }],
    cells,
  }
}

describe('a corrected problem', () => {
  const emails = group('email', 'correo', [2, 4, 6])
  const first = showProblems(noProblems, { groups: [emails], remarks }, {})

  test('stays in its place while its cell is typed over', () => {
    const answer = { groups: [group('email', 'correo', [2, 6])], remarks }
    const { groups } = showProblems(first, answer, { cells: { 4: { email: 'a@b.pe' } } })
    expect(groups[0]?.cells.map(({ line, isCorrected }) => [line, isCorrected])).toEqual([
      [2, false],
      [4, true],
      [6, false],
    ])
    expect(groups.map(sizeOf)).toEqual([2])
  })

  test('stays in its group if the typed text has another problem, and counts once', () => {
    const answer = { groups: [group('email', 'correo', [2, 6]), group('email', 'largo', [4])], remarks }
    const { groups } = showProblems(first, answer, { cells: { 4: { email: 'y' } } })
    expect(groups.map(({ key }) => key)).toEqual(['email con correo'])
    expect(groups.map(sizeOf)).toEqual([3])
  })

  test('disappears if the mapping does not correct it any more', () => {
    expect(showProblems(first, { groups: [], remarks }, {}).groups).toEqual([])
  })

  test('keeps its place before a group that a later answer adds', () => {
    const cells = { 2: { email: 'a@b.pe' }, 4: { email: 'a@b.pe' }, 6: { email: 'a@b.pe' } }
    const { groups } = showProblems(first, { groups: [group('celular', 'celular', [9])], remarks }, { cells })
    expect(groups.map(({ field }) => field)).toEqual(['email', 'celular'])
    expect(groups.map(sizeOf)).toEqual([0, 1])
  })

  test('keeps a replaced text with the rows that it had', () => {
    const { groups } = showProblems(
      first,
      { groups: [], remarks },
      { replacements: { email: { x: 'a@b.pe' } } },
    )
    expect(groups[0]?.values).toEqual([{ value: 'x', rows: 3 }])
  })
})

test('damaged cells of one row, of several columns, are back after their mending is taken back', () => {
  const damaged = {
    problem: 'con letras que otro programa leyó mal',
    size: 2,
    damage: 'letras' as const,
    values: [],
    cells: ['Nombres', 'Apellidos'].map((name) => ({
      line: 2,
      place: `fila 2, ${name}`,
      value: 'Ã±',
      message: 'x',
    })),
  }
  const first = showProblems(noProblems, { groups: [damaged], remarks }, {})
  const mended = showProblems(first, { groups: [], remarks }, { corrects: ['letras'] })
  expect(mended.groups.map(sizeOf)).toEqual([0])
  expect(showProblems(mended, { groups: [], remarks }, {}).groups).toEqual([])
  expect(showProblems(mended, { groups: [damaged], remarks }, {}).groups.map(sizeOf)).toEqual([2])
})
