/** Tests of what an import tells about a messy sheet of a federation, although it would store these rows. */
import { expect, test } from 'vitest'
import { remarksOf } from '../../server/import/preview.ts'
import { messyCsv } from '../support/messy-sheet.ts'
import { tableOf } from '../support/table.ts'

test('titles between groups, clubs that are nearly the same and equal numbers in a modalidad are told once', async () => {
  const remarks = remarksOf(await tableOf(messyCsv()), ['Motoclub Cuzco'])
  expect([remarks.asideRows, remarks.aside[0]]).toEqual([5, { line: 3, text: 'ZONA SUR' }])
  expect(remarks.meantTexts.map(({ field, text, meant }) => [field, text, meant])).toEqual([
    ['club', 'Club Andino MX', 'Andino MX'],
    ['club', 'Motoclub Cusco', 'Motoclub Cuzco'],
    ['club', '-', 'Independiente'],
  ])
  const [same] = remarks.sameNumbers
  expect([remarks.sameNumberRows, remarks.sameNumbers.length, same?.number]).toEqual([2, 1, '482'])
})
