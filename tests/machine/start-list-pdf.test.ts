/** Tests of the PDF of start lists, read as a person reads its pages. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawStartLists } from '../../server/events/startlist/start-list-pdf.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { textOfPdf } from '../support/pdfs.ts'

const aList = (title: string, riders: number) => ({
  ...({ modalidad: 'MOTOCROSS', title, kind: 'final', version: 2, at: '2026-11-28T14:00:00.000Z' } as const),
  ...{ order: 'Por número', notes: [] },
  heats: [
    {
      title: `${riders} pilotos`,
      riders: Array.from({ length: riders }, (_, index) => ({
        ...{ number: String(101 + index), name: 'ANA', club: 'SUR', category: 'MX2', lacks: '' },
      })),
    },
  ],
})

async function drawn(lists: ReturnType<typeof aList>[], starter = false, grid = false): Promise<string> {
  const path = join(await aFolder(), 'listas.pdf')
  await writeFile(path, await drawStartLists({ lists, event: 'Copa Sur', starter, grid, paper: 'a4' }))
  return path
}

describe.skipIf(!canReadPdfs())('on paper', () => {
  test('each list begins on a page of its own, and that of the starter has categories', async () => {
    const lists = [aList('MOTOCROSS · MX1', 30), aList('MOTOCROSS · MX2', 2)]
    const pages = textOfPdf(await drawn(lists), '-layout')
      .split('\f')
      .slice(0, -1)
    expect(pages.map((page) => [page.trim().split(/ {3}/)[0], /Página \d de \d/.exec(page)?.[0]])).toEqual([
      ['MOTOCROSS · MX1 · definitiva', 'Página 1 de 2'],
      ['MOTOCROSS · MX1 · definitiva', 'Página 2 de 2'],
      ['MOTOCROSS · MX2 · definitiva', 'Página 1 de 1'],
    ])
    expect(pages[2]).toMatch(/101 +ANA +SUR/)
    expect(textOfPdf(await drawn(lists.slice(1), true), '-layout')).toMatch(/101 +ANA +MX2/)
  })

  test('riders who are crossed out are named with their reason, each in one line', async () => {
    const list = aList('MX2', 9)
    for (const rider of list.heats[0]?.riders ?? [])
      Object.assign(rider, { name: 'MATEO VÁSQUEZ PRADA', lacks: 'pago, seguro y revisión técnica' })
    const timed = structuredClone(list)
    for (const rider of timed.heats[0]?.riders ?? []) Object.assign(rider, { time: '08:00' })
    const text = textOfPdf(await drawn([list]), '-layout')
    const withTimes = textOfPdf(await drawn([timed]), '-layout')
    expect(withTimes.match(/08:00 +10\d +MATEO VÁSQUEZ PRADA +SUR/g)).toHaveLength(9)
    expect(withTimes.match(/ 10\d +MATEO VÁSQUEZ PRADA +pago, seguro/g)).toHaveLength(9)
    expect(textOfPdf(await drawn([timed], false, true), '-layout')).toMatch(/08:00 · SUR/)
    expect(text.match(/ 10\d +MATEO VÁSQUEZ PRADA +pago, seguro y revisión técnica/g)).toHaveLength(9)
    expect(text).toContain('Página 1 de 1')
  })

  test('the number, the name and the club of a rider are on one line', async () => {
    const path = await drawn([aList('MX2', 1)])
    const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * 150)
    const page = execFileSync('pdftoppm', ['-r', '150', '-png', path], { maxBuffer: 2 ** 26 })
    /** Returns the lowest inked line of the row, between two distances from the left edge, in pixels. */
    const bottomOf = async (from: number, to: number) => {
      const area = { left: pixels(from), top: pixels(37), width: pixels(to - from), height: pixels(11) }
      const { data, info } = await sharp(page)
        .extract(area)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const inked = (row: number) =>
        data.subarray(row * info.width, (row + 1) * info.width).some((one) => one < 128)
      return Array.from({ length: info.height }, (_, row) => row).findLast(inked) ?? -1
    }
    const [number = 0, ...others] = [
      await bottomOf(11, 40),
      await bottomOf(45, 100),
      await bottomOf(142, 190),
    ]
    expect(number).toBeGreaterThan(0)
    // A rounded letter such as S ends a little below the line.
    for (const other of others) expect(Math.abs(other - number)).toBeLessThanOrEqual(pixels(0.2))
  })
})
