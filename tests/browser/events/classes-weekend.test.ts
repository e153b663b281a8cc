/** The weekend of a motocross with six categories: from the sheet of the office to the numbers and the start lists. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PilotRecord } from '#domain/pilots/schemas'
import { countingClicks } from '../../support/clicks.ts'
import { pilotos } from '../../support/command.ts'
import { anEvent, openEventOf, setEvent } from '../../support/events.ts'
import { at, csv, riders, slashes } from '../../support/federations.ts'
import { dropOnList } from '../../support/file-drag.ts'
import { importButton } from '../../support/import-page.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { pageOpener } from '../../support/page.ts'
import { textOfPdf } from '../../support/pdfs.ts'

const openPage = pageOpener()

const first = '2026-11-28'

/** The categories, each with the year in which its riders are born, its first number, and its spellings in the sheet. */
const classes = [
  { name: 'MX1', born: 1998, from: 1, spellings: ['MX1', 'mx 1', 'MX-1'] },
  { name: 'MX2', born: 2001, from: 1, spellings: ['MX2', 'mx 2', 'Mx-2'], engine: { to: 250 } },
  {
    name: '85 cc',
    born: 2014,
    from: 801,
    spellings: ['85', '85 cc', '85CC'],
    age: { to: 13 },
    numbers: '801-899',
  },
  { name: '65 cc', born: 2018, from: 601, spellings: ['65', '65cc'], age: { to: 10 }, numbers: '601-699' },
  {
    name: 'Veteranos',
    born: 1975,
    from: 401,
    spellings: ['VETERANOS', 'Veteranos'],
    age: { from: 40 },
    numbers: '401-499',
  },
  { name: 'Promocional', born: 2005, from: 1, spellings: ['PROMOCIONAL', 'Promocional'], places: 40 },
]
const categories = classes.map(({ name, age, engine, numbers, places }) => ({
  ...{ modalidad: 'MOTOCROSS', name },
  ...(age && { age: { ...age, on: 'year-end' as const } }),
  ...{ engine, numbers, places },
}))

/** Six categories of fifty riders. One in ten of those with ranges has the number of another category. */
const sheet = riders(4000, 300).map((rider, index) => {
  const { born, from, spellings, numbers } = at(classes, index)
  const place = Math.floor(index / classes.length)
  const number = numbers && place % 10 === 9 ? 700 + place : from + place
  return {
    'N° Piloto': number,
    Apellidos: `${rider.paternal} ${rider.maternal}`,
    Nombres: rider.name,
    DNI: rider.dni,
    'Fecha Nac.': slashes(`${born}${rider.born.slice(4)}`),
    Celular: rider.celular,
    Correo: rider.email,
    'N° Licencia': rider.licence,
    Licencia: at(['Nac.', 'NACIONAL', 'Nacional'], index),
    Modalidad: 'MOTOCROSS',
    Categoría: at(spellings, place),
    Club: at(['MX Lima Sur', 'Moto Club Cusco'], index),
    'Grupo Sanguíneo': rider.blood,
    'Historial deportivo': rider.history,
  }
})
const headers = Object.keys(sheet[0] ?? {})
const rows = sheet.map((rider) => headers.map((header) => rider[header as keyof typeof rider]))
const file = { name: 'inscritos.csv', content: Buffer.from(`\ufeff${csv([headers, ...rows], ';')}`) }

test('300 riders of six categories are imported from a sheet, entered in at most 10 clicks, with numbers of their own and all start lists as PDF', async () => {
  const { page, url, folder } = await openPage('/', { viewport: { width: 1366, height: 768 } })
  await setEvent(url, {
    ...anEvent({ name: 'Fecha 1', first, last: first, modalidades: ['MOTOCROSS'] }),
    categories,
  })
  const command = (...args: string[]) => pilotos([...args, '--data', folder])
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await dropOnList(page, [file])
  await button('Agregar «Nacional» como licencia').click()
  await importButton(page, 'Importar 300 pilotos').click()
  await page.getByText('Se importaron 300 pilotos').waitFor()

  const clicks = await countingClicks(page)
  await button('Listo').click()
  await button('Inscribir').click()
  await button('Inscribir 300').click()
  await page.getByText('285 inscritos').waitFor()
  await page.getByRole('link', { name: 'Resolverlos' }).click()
  await button('Inscribir a los 15 con un número libre').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribir' }).click()
  await page.getByText('15 inscripciones').waitFor()
  expect(await clicks()).toBeLessThanOrEqual(10)

  const { id: event, categories: stored } = await openEventOf(url)
  const { data } = await (await fetch(`${url}/api?list=all`)).json()
  const entries = data.flatMap(({ entries = [] }: PilotRecord) => entries)
  const groups = classes.map(({ name }, index) => {
    const id = stored[index]?.id
    const own = entries.filter(({ category }: { category?: string }) => category === id)
    const numbers = own.map(({ number }: { number?: string }) => Number(number))
    return { name, total: own.length, numbers }
  })
  for (const [index, { name, total, numbers }] of groups.entries()) {
    expect([name, total, new Set(numbers).size]).toEqual([name, 50, 50])
    const from = classes[index]?.numbers ? (classes[index]?.from ?? 0) : 1
    expect(Math.min(...numbers), name).toBeGreaterThanOrEqual(from)
    if (classes[index]?.numbers) expect(Math.max(...numbers), name).toBeLessThanOrEqual(from + 98)
  }

  const [body, out] = [join(folder, 'lista.json'), join(folder, 'listas.pdf')]
  await writeFile(body, JSON.stringify({ event, kind: 'final', order: 'number' }))
  const listed = await command('call', 'POST /api/start-lists', '--body', body)
  expect(listed.stdout, listed.stderr).toContain('Son 50 y en una manga caben 40')
  await command('call', 'POST /api/start-lists?format=pdf', '--body', body, '--out', out)
  if (!canReadPdfs()) return
  const text = textOfPdf(out, '-layout')
  for (const { name } of classes) expect(text).toContain(name)
  const places = text.match(/^ *\d+ .*/gm) ?? []
  expect(places.length).toBeGreaterThanOrEqual(300)
})
