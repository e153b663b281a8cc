/** Tests of the poster that invites riders to apply on their own phones, read as a person and as a phone read it. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultBrand } from '#domain/desk/brand'
import { drawPoster } from '../../server/applications/poster-pdf.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs } from '../support/machine.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'
import { readQr } from '../support/qr-reader.ts'

const url = 'http://192.168.1.20:4780/anotarme?c=a1b2c3'

test.skipIf(!canReadPdfs())(
  'a poster is one page with the steps in three languages, and a phone reads its QR',
  async () => {
    const path = join(await aFolder(), 'cartel.pdf')
    const names = { name: 'Copa Sur de Enduro '.repeat(3).trim(), organiser: 'Federación del Sur' }
    const brand = { ...defaultBrand, ...names }
    await writeFile(path, await drawPoster({ url, wifi: 'Carrera Ñandú', brand, paper: 'a4' }))
    const info = infoOfPdf(path)
    expect(info).toMatch(/Pages: +1\n.*Page size: +595\.2\d* x 841\.\d* pts/s)
    const text = textOfPdf(path, '-layout').replace(/\s+/g, ' ')
    for (const part of [
      'Copa Sur de Enduro',
      'Federación del Sur',
      'Wi-Fi: Carrera Ñandú',
      url,
      'Anótese desde su teléfono',
      'Quédese en esta red aunque diga «sin internet»',
      'Conéctese al Wi-Fi «Carrera Ñandú»',
      'Escanee este código con la cámara',
      'muestre su turno en la mesa',
      'Fique nesta rede',
      'Stay on this network',
    ])
      expect(text).toContain(part)
    const picture = execFileSync('pdftoppm', ['-png', '-r', '100', path])
    expect(await readQr(picture)).toBe(url)
  },
)
