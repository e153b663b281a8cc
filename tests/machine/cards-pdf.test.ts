/** Tests of printed credentials, measured as a printer renders them and read as a phone does. */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { credentialUrl } from '#domain/api/addresses'
import { type Layout, layoutNames, layouts } from '#domain/credential/cards'
import { paperSizes } from '#domain/credential/paper'
import { defaultRules } from '#domain/credential/validity-rules'
import { defaultBrand } from '#domain/desk/brand'
import { maxCategoryName } from '#domain/events/categories/category'
import { openEvent } from '#domain/events/events'
import { fieldTable } from '#domain/pilots/own/field-table'
import type { Pilot } from '#domain/pilots/pilot'
import { groupedId } from '#domain/pilots/pilot-id'
import { addDays, formatDate, today } from '#domain/text/date'
import { drawCardPicture, drawCards } from '../../server/credential/print/cards-pdf.ts'
import { requireReadableQr } from '../../server/credential/print/face-parts.ts'
import { cardOf, sampleCard } from '../../server/credential/print/print-order.ts'
import { openFolder } from '../../server/store/open.ts'
import { type CardOptions, inThisThread, pdfOf } from '../support/cards.ts'
import { pilotos } from '../support/command.ts'
import { anEvent } from '../support/events.ts'
import { aFolder } from '../support/folder.ts'
import { canReadPdfs, canScan } from '../support/machine.ts'
import { withStores } from '../support/opened-stores.ts'
import { infoOfPdf, textOfPdf } from '../support/pdfs.ts'
import { aDraft, aPicture, aRow } from '../support/pilots.ts'
import { findQr, readQr } from '../support/qr-reader.ts'

const address = 'http://192.168.1.20:4780'
const noPoppler = !canReadPdfs()
const dotsPerMm = 300 / 25.4
/** The format of the pictures between two steps: lossless, as `drawn` returns them. */
const plain = { compression: 'none' } as const

const longest = {
  name: 'Ñusta María de los Ángeles 🏍️ '.repeat(4).trim(),
  lastname: 'W'.repeat(120),
  nlicencia: 'W'.repeat(120),
  npiloto: 'W'.repeat(20),
  club: 'Círculo de Őrség y Đặng '.repeat(5).trim(),
}

test.each(layoutNames)(
  'a page of the layout %s has its exact size, and asks the viewer not to scale it',
  async (layout) => {
    const text = (await made([aPilot()], { layout })).toString('latin1')
    const { width, height } = layouts[layout].page
    const [, x, y] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
    expect(Number(x)).toBeCloseTo((width * 72) / 25.4, 5)
    expect(Number(y)).toBeCloseTo((height * 72) / 25.4, 5)
    expect(text).toContain('/PrintScaling /None')
    expect(text).toContain('(Credenciales)')
    expect(text).toContain('/Lang (es)')
    expect(text).not.toContain('Helvetica')
  },
)

describe.skipIf(noPoppler)('on paper', () => {
  test('pdfinfo finds one page for each card, or one for each sheet of ten', async () => {
    const pilots = Array.from({ length: 11 }, () => aPilot())
    const info = async (layout: Layout) => infoOfPdf(await stored(await made(pilots, { layout })))
    expect(await info('card')).toMatch(/Pages: +11\n.*Page size: +242\.64\d* x 153\.01\d* pts/s)
    expect(await info('sheet')).toMatch(/Pages: +2\n.*Page size: +595\.27\d* x 841\.8\d* pts/s)
  })

  test.each(layoutNames)(
    'the QR of the layout %s has at least 22 mm, and a white zone around it',
    async (layout) => {
      const whole = await drawn(await made([aPilot(longest)], { layout }))
      const page = layout === 'sheet' ? await sharp(whole).extract(cardArea(0)).tiff(plain).toBuffer() : whole
      const qr = await findQr(page)
      const { topLeftCorner: at = { x: 0, y: 0 }, topRightCorner: end = at } = qr?.location ?? {}
      const side = end.x - at.x
      const modules = 17 + 4 * (qr?.version ?? 0)
      expect(side / dotsPerMm).toBeGreaterThanOrEqual(22)
      expect(side / modules / dotsPerMm).toBeGreaterThanOrEqual(0.33)
      const { data, info } = await grey(page)
      const lightness = (x: number, y: number) => data[Math.round(y) * info.width + Math.round(x)] ?? 0
      const module = side / modules
      const zone = 4 * module - 1.5
      const around: number[] = []
      for (let along = -zone; along < side + zone; along += 1) {
        for (let away = 2; away < zone; away += 1) {
          around.push(lightness(at.x + along, at.y - away), lightness(at.x + along, at.y + side + away))
          around.push(lightness(at.x - away, at.y + along), lightness(at.x + side + away, at.y + along))
        }
      }
      expect(new Set(around)).toEqual(new Set([255]))
      // Each edge of a finder pattern is seven dark modules in a row. A seam between them would be a lighter dot.
      const finder: number[] = []
      for (let along = 2; along < 7 * module - 2; along += 1) {
        finder.push(lightness(at.x + along, at.y + module / 2), lightness(at.x + module / 2, at.y + along))
      }
      expect(Math.max(...finder)).toBeLessThan(40)
    },
  )

  test('the picture for a phone has the size of the card, its QR, and the dots of its PDF, also with a photo', async () => {
    const pilot = aPilot(longest)
    const photo = await aPicture('jpeg', 800, 800)
    const style = { layout: 'card', address, brand: defaultBrand } as const
    const png = Buffer.from(await drawCardPicture(style, { ...cardOf(pilot, defaultRules), photo }))
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: 1011,
      height: 638,
      density: 300,
    })
    expect(await readQr(png)).toBe(credentialUrl(address, pilot.id))
    const file = await stored(await made([pilot], { layout: 'card' }, photo))
    const size = ['-scale-to-x', '1011', '-scale-to-y', '638']
    const page = execFileSync('pdftoppm', ['-png', '-singlefile', ...size, file], { maxBuffer: 2 ** 24 })
    // The programs differ by half a dot at the edges of letters. A shift of a whole dot is a mean of 4.8.
    const dots = (picture: Buffer) => sharp(picture).removeAlpha().blur(2).raw().toBuffer()
    const [drawn, expected] = await Promise.all([dots(png), dots(page)])
    expect(drawn.length).toBe(expected.length)
    const differences = drawn.map((value, index) => Math.abs(value - (expected[index] ?? 0)))
    expect(differences.reduce((sum, one) => sum + one, 0) / drawn.length).toBeLessThan(3.5)
    expect(differences.filter((one) => one > 48).length / drawn.length).toBeLessThan(0.005)
  })

  test('every QR of a full sheet is readable, also if it is blurred or half as large', async () => {
    const { pilots, page } = await fullSheet()
    for (const [index, { id }] of pilots.entries()) {
      const card = await sharp(page).extract(cardArea(index)).tiff(plain).toBuffer()
      const blurred = await sharp(card).blur(2).tiff(plain).toBuffer()
      const small = await sharp(card).resize({ width: 505 }).tiff(plain).toBuffer()
      for (const picture of [card, blurred, small])
        expect(await readQr(picture)).toBe(credentialUrl(address, id))
    }
  })

  test('on US Letter, the cards of a sheet have their size, in the middle of the page', async () => {
    const pilots = Array.from({ length: 10 }, () => aPilot())
    const [a4, letter] = await Promise.all(
      (['a4', 'letter'] as const).map(async (paper) => drawn(await made(pilots, { layout: 'sheet', paper }))),
    )
    const { width, height } = paperSizes.letter
    const shift = [width - paperSizes.a4.width, height - paperSizes.a4.height].map(
      (one) => (one / 2) * dotsPerMm,
    )
    for (const index of [0, 9]) {
      const area = cardArea(index)
      const [left, top] = [area.left, area.top].map((at, axis) => Math.round(at + (shift[axis] ?? 0)))
      const cards = [
        sharp(a4).extract(area),
        sharp(letter).extract({ ...area, left: left ?? 0, top: top ?? 0 }),
      ]
      const [dots, moved] = await Promise.all(cards.map((card) => card.greyscale().blur(2).raw().toBuffer()))
      const differences = (dots ?? Buffer.of()).map((value, dot) => Math.abs(value - (moved?.[dot] ?? 0)))
      expect(differences.filter((one) => one > 48).length / differences.length).toBeLessThan(0.005)
    }
    const { raster, page, card } = layouts.sheet
    // Printers leave up to 4.3 mm of each edge blank.
    expect((height - page.height) / 2 + raster.top).toBeGreaterThan(4.5)
    expect((height - page.height) / 2 + raster.top + raster.rows * card.height).toBeLessThan(height - 4.5)
  })

  test.each(layoutNames)(
    'the longest texts are complete in the layout %s, and stay inside of it',
    async (layout) => {
      const pilot = aPilot(longest)
      const file = await stored(await made([pilot], { layout }))
      const found = printableText(textOfPdf(file, '-raw'))
      for (const value of [
        ...Object.values(longest),
        pilot.modalidad ?? '',
        pilot.tiposangre ?? '',
        groupedId(pilot.id),
      ])
        expect(found).toContain(printableText(value))
      const words = textOfPdf(file, '-bbox')
      const { width } = layouts[layout].page
      for (const [, left, right] of words.matchAll(/<word xMin="([\d.]+)".* xMax="([\d.]+)"/g)) {
        expect((Number(left) / 72) * 25.4).toBeGreaterThan(3)
        expect((Number(right) / 72) * 25.4).toBeLessThan(width - 3)
      }
    },
  )

  test.each(layoutNames)(
    'categories with the longest names, and a value of one’s own, are complete in the layout %s, and stay inside of it',
    async (layout) => {
      const longName = 'Categoría Nacional de Veteranos Master 50'.slice(0, maxCategoryName)
      const categories = ['MOTOCROSS', 'RALLY'].map((modalidad) => ({
        ...{ id: `${modalidad}-1`, modalidad, name: longName },
      }))
      const event = { ...openEvent(), categories }
      const own = {
        propio_texto_bus: { label: 'Bus', audience: 'everyone', isOnCard: true, order: 1 },
      } as const
      const shown = { event, table: fieldTable(own) }
      const entries = categories.map(({ id, modalidad }, index) => ({
        ...{ event: event.id, modalidad, category: id, number: `9${index}`, at: '2026-11-20T12:00:00.000Z' },
      }))
      const riders = [
        { ...aPilot(longest), propio_texto_bus: 'W'.repeat(40), entries },
        // Only what every rider has.
        { ...aPilot({ club: undefined, tiposangre: undefined }), entries },
      ]
      for (const pilot of riders) {
        const file = await stored(await made([pilot], { layout, shown }))
        const found = printableText(textOfPdf(file, '-raw'))
        for (const { modalidad, number } of entries)
          expect(found).toContain(printableText(`${number} ${modalidad} ${longName}`))
        const { width, height } = layouts[layout].page
        const edges = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"/g
        for (const [, ...points] of textOfPdf(file, '-bbox').matchAll(edges)) {
          const [left = 0, top = 0, right = 0, bottom = 0] = points.map(
            (point) => (Number(point) / 72) * 25.4,
          )
          expect(Math.min(left, width - right)).toBeGreaterThan(3)
          expect(Math.min(top, height - bottom)).toBeGreaterThan(0)
        }
      }
    },
  )

  test.each(layoutNames)(
    'a card of the layout %s says until when it is valid, also if it is expired or suspended',
    async (layout) => {
      const suspension = { from: '2026-01-01', reason: 'Pago pendiente' }
      const pilots: Pilot[] = [
        { ...aPilot(), terms: { issued: '2026-03-01' } },
        { ...aPilot(), terms: { issued: '2024-02-29', suspension } },
        { ...aPilot(), terms: { until: '2026-07-31', medical: '2026-06-30' } },
        { ...aPilot({ licencia: 'Regional' }), terms: { issued: '2026-03-01' } },
      ]
      const rules = {
        ...defaultRules,
        Anual: { kind: 'days', days: 365 },
        Regional: { kind: 'date', date: '2026-11-30' },
      } as const
      const file = await stored(await made(pilots, { layout, rules }))
      const text = textOfPdf(file, '-raw')
      const dates = [...text.matchAll(/VÁLIDA HASTA\s+(\S+)/g)].map(([, date]) => date)
      expect(dates).toEqual(['01/03/2027', '28/02/2025', '30/06/2026', '30/11/2026'])
      expect(text).not.toContain('Pago pendiente')
    },
  )

  test.each(layoutNames)(
    'a card of the layout %s says MENOR for a rider under 18, and nothing about age for others',
    async (layout) => {
      const year = Number(today().slice(0, 4))
      const born = (years: number) => aPilot({ fechanac: `${year - years}-01-01` })
      const textOf = async (pilot: Pilot) => textOfPdf(await stored(await made([pilot], { layout })), '-raw')
      expect(await textOf(born(17))).toContain('MENOR')
      expect(await textOf(born(18))).not.toContain('MENOR')
    },
  )

  test.each(layoutNames)(
    'the name of the event is larger than the title of the card in the layout %s, however long it is',
    async (layout) => {
      for (const name of ['Copa Sur', 'Campeonato Nacional de Motocross y Enduro, cuarta fecha, Arequipa']) {
        const cards = [{ ...cardOf(aPilot(), defaultRules), photo: undefined }]
        const pdf = await buffer(drawCards({ layout, address, brand: { ...defaultBrand, name } }, cards))
        const words = textOfPdf(await stored(pdf), '-bbox')
        // The letters of the title are so far apart that they look like words.
        const heightOf = (word: string) => {
          const found = new RegExp(`yMin="([\\d.]+)" xMax="[\\d.]+" yMax="([\\d.]+)">${word}<`).exec(words)
          return Number(found?.[2]) - Number(found?.[1])
        }
        expect(heightOf(name.split(' ')[0] ?? '')).toBeGreaterThan(heightOf('(?:CREDENCIAL|C|CR|CRE)'))
      }
    },
  )

  test('cards and emergency sheets have the name that was typed for the event, and cards that of the organiser below it', async () => {
    const data = await aFolder()
    const stores = await openFolder(data)
    await stores.pilots.import([aRow(0)])
    const brand = { ...defaultBrand, name: 'Federación Andina' }
    await stores.settings.change({ brand })
    await stores.close()
    const textOf = async (...args: string[]) => {
      const out = join(await aFolder(), 'impreso.pdf')
      const print = ['print', '--all', '--data', data, '--out', out]
      expect(await pilotos([...print, ...args])).toMatchObject({ code: 0 })
      // The letters of the title are so far apart that they look like words.
      return textOfPdf(out, '-layout').replace(/\s/g, '')
    }
    expect(await textOf('--public-url', address)).toMatch(/FederaciónAndina.*CREDENCIALDEPILOTO/)
    await withStores(data, ({ settings }) =>
      settings.change({ events: { primero: { ...anEvent({ name: 'Copa Sur' }), openedAt: '' } } }),
    )
    for (const layout of layoutNames)
      expect(await textOf('--public-url', address, '--again', '--layout', layout), layout).toMatch(
        /CopaSur.*FEDERACIÓNANDINA·CREDENCIAL/,
      )
    expect(await textOf('--emergency')).toContain('CopaSur·')
  })

  test('a sample card is valid as long as a licence that is issued today', async () => {
    const rule = { kind: 'days', days: 10 } as const
    const pdf = await sampleCard(inThisThread, defaultBrand, address, { ...defaultRules, Anual: rule })
    const text = textOfPdf(await stored(pdf), '-raw')
    expect(text).toContain(`VÁLIDA HASTA\n${formatDate(addDays(today(), 9))}`)
  })

  test('a sheet contains only crop marks outside of its cards, in line with their edges', async () => {
    const { data, info } = await grey(
      await drawn(await made([aPilot(longest), aPilot(longest)], { layout: 'sheet' })),
    )
    const { card, raster } = layouts.sheet
    const edges = (start: number, size: number, count: number, gap: number) =>
      Array.from({ length: count }, (_, index) => start + index * (size + gap)).flatMap((at) => [
        at,
        at + size,
      ])
    const near = (places: number[], dot: number) => places.some((mm) => Math.abs(mm * dotsPerMm - dot) < 2)
    const columns = edges(raster.left, card.width, raster.columns, raster.gap)
    const rows = edges(raster.top, card.height, raster.rows, 0)
    const cards = [cardArea(0), cardArea(1)]
    let marks = 0
    data.forEach((lightness, dot) => {
      if (lightness === 255) return
      const [x, y] = [dot % info.width, Math.floor(dot / info.width)]
      const onCard = cards.some(
        ({ left, top, width, height }) =>
          x >= left - 1 && x <= left + width && y >= top - 1 && y <= top + height,
      )
      if (onCard) return
      marks += 1
      if (!near(columns, x) && !near(rows, y)) expect.fail(`drawn at ${x} ${y}`)
    })
    expect(marks).toBeGreaterThan(1000)
  })

  test('a partly used sheet starts at its first free position, and an offset moves everything on it', async () => {
    const usual = await firstRed((await fullSheet()).page)
    const options = { layout: 'sheet', start: 4, offset: [2.5, -1.5] } as const
    const moved = await firstRed(await drawn(await made([aPilot()], options)))
    const { card, raster } = layouts.sheet
    expect(Math.abs(moved.x - usual.x - (card.width + raster.gap) - 2.5)).toBeLessThan(0.1)
    expect(Math.abs(moved.y - usual.y - card.height + 1.5)).toBeLessThan(0.1)
  })
})

test.skipIf(noPoppler || !canScan())(
  'a second program reads every QR of a sheet too, a card at a time',
  async () => {
    const { pilots, page } = await fullSheet()
    const folder = await aFolder()
    const variants = [
      (card: Sharp) => card,
      (card: Sharp) => card.blur(2),
      (card: Sharp) => card.resize({ width: 505 }),
    ]
    for (const [variant, change] of variants.entries()) {
      const files = pilots.map((_, index) => join(folder, `${variant}-${index}.tif`))
      for (const [index, file] of files.entries())
        await change(sharp(page).extract(cardArea(index)))
          .tiff(plain)
          .toFile(file)
      const found = execFileSync('zbarimg', ['--quiet', '--nodbus', '--raw', ...files], { encoding: 'utf8' })
      expect(found.trim().split('\n')).toEqual(pilots.map(({ id }) => credentialUrl(address, id)))
    }
  },
)

test('an address too long for a readable QR is refused with advice', async () => {
  const long = `http://${'kiosko.'.repeat(45)}example`
  expect(() => requireReadableQr(long, 'card')).toThrow('use una más corta con --public-url')
  expect(() => requireReadableQr(`http://${'a'.repeat(3000)}`, 'a6')).toThrow('es demasiado larga')
  expect(() => requireReadableQr(address, 'card')).not.toThrow()
  const sample = sampleCard(inThisThread, defaultBrand, long, defaultRules)
  await expect(sample).rejects.toThrow('es demasiado larga')
})

test.each(['card', 'a7', 'a6'] as Layout[])(
  'with a bleed, a page of %s is 6 mm larger, and names the card inside it',
  async (layout) => {
    const { width, height } = layouts[layout].card
    const pdf = (await made([aPilot()], { layout, bleed: true })).toString('latin1')
    const boxes = (name: string) =>
      new RegExp(`/${name} \\[([\\d. ]+)\\]`)
        .exec(pdf)?.[1]
        ?.split(' ')
        .map((length) => (Number(length) * 25.4) / 72)
    const close = (lengths: number[]) => lengths.map((length) => expect.closeTo(length, 3))
    expect(boxes('MediaBox')).toEqual(close([0, 0, width + 6, height + 6]))
    expect(boxes('TrimBox')).toEqual(close([3, 3, width + 3, height + 3]))
  },
)

test('a sheet has no bleed, because its cards touch each other', async () => {
  const sheet = made([aPilot()], { layout: 'sheet', bleed: true })
  await expect(sheet).rejects.toThrow('Las tarjetas de una hoja se tocan')
  expect((await made([aPilot()], { layout: 'card' })).toString('latin1')).not.toContain('TrimBox')
})

test('each card is drawn as its photo arrives, a reader that stops ends the work, and a failed photo fails it', async () => {
  const photo = await aPicture('jpeg', 800, 800)
  let asked = 0
  async function* cards() {
    for (;;) {
      asked += 1
      if (asked > 10) throw new Error('the disk is gone')
      yield { ...cardOf(aPilot(), defaultRules), photo }
    }
  }
  const pdf = () => drawCards({ layout: 'card', address, brand: defaultBrand }, cards())
  for await (const _ of pdf()) break
  // The photos of two further cards are resized while a card is drawn.
  expect(asked).toBe(3)
  await expect(buffer(pdf())).rejects.toThrow('the disk is gone')
})

test('a card is made even if its photo is not a picture and its texts are not in the fonts', async () => {
  const odd = aPilot({
    name: '\u0000\ud800😀',
    lastname: '漢字 العربية',
    npiloto: '\u200b',
    club: 'e\u0301\u0302',
  })
  const pdf = await made([odd], { layout: 'card' }, Buffer.from('no picture'))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.subarray(-6).toString()).toBe('%%EOF\n')
})

let sheet: Promise<{ pilots: Pilot[]; page: Buffer }> | undefined

/** Returns ten pilots and their sheet, which is drawn once. */
function fullSheet() {
  const draw = async () => {
    const pilots = Array.from({ length: 10 }, () => aPilot())
    return { pilots, page: await drawn(await made(pilots, { layout: 'sheet' })) }
  }
  sheet ??= draw()
  return sheet
}

let lastId = 0

function aPilot(changes: Parameters<typeof aDraft>[0] = {}): Pilot {
  lastId += 1
  return { ...aDraft(changes), id: `7K3Q9XW2M${String(lastId).padStart(3, '0')}`, photo: null }
}

function made(pilots: Pilot[], options: CardOptions, photo?: Buffer): Promise<Buffer> {
  return pdfOf(pilots, { address, ...options }, photo)
}

async function stored(pdf: Buffer): Promise<string> {
  const file = join(await aFolder(), 'cards.pdf')
  await writeFile(file, pdf)
  return file
}

/** Renders the first page at 300 dpi, as TIFF without compression, which would take longer than the drawing. */
async function drawn(pdf: Buffer): Promise<Buffer> {
  const file = await stored(pdf)
  const format = ['-tiff', '-tiffcompression', 'none']
  execFileSync('pdftoppm', [...format, '-r', '300', '-f', '1', '-singlefile', file, file])
  return readFile(`${file}.tif`)
}

function grey(picture: Buffer) {
  return sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
}

function cardArea(index: number) {
  const { card, raster } = layouts.sheet
  return {
    left: Math.round((raster.left + (index % 2) * (card.width + raster.gap)) * dotsPerMm),
    top: Math.round((raster.top + Math.floor(index / 2) * card.height) * dotsPerMm),
    width: Math.round(card.width * dotsPerMm),
    height: Math.round(card.height * dotsPerMm),
  }
}

/** Returns the upper left corner of the red band, in millimetres. */
async function firstRed(picture: Buffer): Promise<{ x: number; y: number }> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  for (let dot = 0; dot < info.width * info.height; dot += 1) {
    const [red = 0, green = 0] = data.subarray(3 * dot, 3 * dot + 2)
    if (red > 180 && green < 20)
      return { x: (dot % info.width) / dotsPerMm, y: Math.floor(dot / info.width) / dotsPerMm }
  }
  throw new Error('There is no red')
}

/** Returns a text without the characters that leave no readable ink, such as spaces and emoji. */
function printableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s|\p{C}|\p{Extended_Pictographic}|\p{Default_Ignorable_Code_Point}/gu, '')
}
