/** Tests how names are divided into lines and sized on a card. */
import { expect, test } from 'vitest'
import { fitColumn, fitText } from '../../server/pdf/fit-text.ts'

/** A font whose characters are all half as wide as the type size. */
const font = { widthOf: (text: string) => text.length / 2 }
const sizes = { max: 10, min: 4 }

test.each([
  ['Bustamante-Rivadeneira', ['Bustamante-', 'Rivadeneira']],
  ['De la Cruz', ['De la Cruz']],
  ['Norte - Sur- Este', ['Norte - Sur-', 'Este']],
  ['Ana-María Rojas', ['Ana-María', 'Rojas']],
])('%s is divided at spaces and after hyphens', (text, lines) => {
  expect(fitText(text, { width: 61, height: 100 }, font, sizes).lines).toEqual(lines)
})

test.each([
  ['Ana', 'Wolfeschlegelstein'],
  ['Maximilianoalejandrino', 'Paz'],
])('%s and %s differ in size by no more than a tenth, however long one of them is', (name, lastname) => {
  const [[first, last] = []] = fitColumn([[name, lastname].map((text) => ({ text, font, sizes }))], 60, 100)
  const ratio = Number(first?.size) / Number(last?.size)
  expect(Math.max(ratio, 1 / ratio)).toBeLessThanOrEqual(1.1 + 1e-9)
})
