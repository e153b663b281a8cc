/** Tests of the PDF of signed waivers, read as a person reads it. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultBrand } from '#domain/desk/brand'
import { maxWaiverLines, maxWaiverText } from '#domain/waivers/waiver'
import { drawWaivers } from '../../server/waivers/waivers-pdf.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'

const line = 'Libero de toda responsabilidad a la federación y al club organizador. '
const longest = Array.from({ length: maxWaiverLines }, (_, index) =>
  `${index + 1} ${line.repeat(2)}`.slice(0, 82),
)
  .join('\n')
  .slice(0, maxWaiverText)
const [short, long] = ['a'.repeat(64), 'b'.repeat(64)]
const signed = { version: 2, hash: short, at: '2026-11-28T15:00:00.000Z', by: 'ana' }
const rider = {
  event: 'Copa Ñandú',
  name: 'María Núñez',
  document: 'DNI 70123456',
  birth: '12/03/1998',
  numbers: 'N° 27',
}

test.skipIf(!canReadPdfs())(
  'each signature is one page with its text, the drawing and who was there, also below the longest text',
  async () => {
    const path = join(await aFolder(), 'deslindes.pdf')
    const guardian = { name: 'Rosa Paz', document: 'DNI 40506070' }
    const sheet = {
      paper: 'a4' as const,
      texts: { [short]: { version: 2, text: line }, [long]: { version: 3, text: longest } },
      brand: { ...defaultBrand, name: 'Copa Ñandú' },
      pages: [
        {
          ...rider,
          waiver: { ...signed, strokes: 'M100 300l200 -200l300 250', device: 'Android, 192.168.1.40' },
        },
        { ...rider, waiver: { ...signed, version: 3, hash: long, strokes: 'M0 0l1000 400', guardian } },
        { ...rider, waiver: { ...signed, hash: 'c'.repeat(64), paper: true as const } },
      ],
    }
    await writeFile(path, await drawWaivers(sheet))
    expect(infoOfPdf(path)).toMatch(/Pages: +3\n.*Page size: +595\.2\d* x 841\.\d* pts/s)
    const pageText = (page: number) =>
      textOfPdf(path, '-layout', '-f', `${page}`, '-l', `${page}`).replace(/\s+/g, ' ')
    const inPages = [
      [
        'Copa Ñandú',
        'María Núñez',
        'nacido el 12/03/1998 · N° 27',
        line.trim(),
        'ante ana',
        'Android',
        short,
      ],
      [
        `1 ${line.trim()}`,
        `${maxWaiverLines} Libero`,
        'Rosa Paz',
        'DNI 40506070',
        'adulto responsable de',
        long,
      ],
      ['Firmó en papel. Lo vio: ana', 'El texto de esta versión no está en este equipo'],
    ]
    for (const [index, parts] of inPages.entries())
      for (const part of parts) expect(pageText(index + 1)).toContain(part)
    const inkIn = (page: number) => {
      const where = ['-x', '80', '-y', '890', '-W', '320', '-H', '90']
      const options = ['-r', '100', '-gray', '-f', `${page}`, '-l', `${page}`, ...where]
      const pixels = execFileSync('pdftoppm', [...options, path]).subarray(-320 * 90)
      return pixels.filter((grey) => grey < 128).length
    }
    expect(inkIn(1)).toBeGreaterThan(200)
    expect(inkIn(2)).toBeGreaterThan(200)
    expect(inkIn(3)).toBe(0)
  },
)
