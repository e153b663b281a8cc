/** The weekend of a federation in Chile, from three sheets to the gate: nobody is anywhere under the number of somebody else. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Entry } from '#domain/events/entry'
import { findRiders, indexRiders } from '#domain/gate/rider-search'
import type { PilotRecord } from '#domain/pilots/schemas'
import { numberKey } from '#domain/text/names'
import { pilotos } from '../../support/command.ts'
import { enter, openEventOf, setEvent } from '../../support/events.ts'
import { dropOnList } from '../../support/file-drag.ts'
import { aFolder } from '../../support/folder.ts'
import { openGate } from '../../support/gate.ts'
import { pageOpener } from '../../support/page.ts'
import { type SheetRow, threeSheets, weekend } from '../../support/three-sheets.ts'
import { sendOrder } from '../../support/till.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

const prices = [
  { id: 'ins', kind: 'entry', label: 'Inscripción', cents: 3_000_000 },
  { id: 'seg', kind: 'second', label: 'Segunda categoría', cents: 1_500_000 },
]
const chips = Array.from({ length: 20 }, (_, index) => ({
  ...{ code: `AB-${50_001 + index}`, label: String(index + 1), rented: false },
}))

const sheetOf = (rows: readonly SheetRow[], modalidad: string) =>
  rows.filter((row) => row.modalidad === modalidad)
const documentOf = ({ rut }: SheetRow) => rut.replace('-', '')
const key = (number?: string) => numberKey(number) ?? ''

/** Imports the three sheets as the desk does: the first is entered before the others come. */
async function importAndEnter(
  page: Page,
  { rows, files }: Awaited<ReturnType<typeof threeSheets>>,
): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const [enduro, karting, motocross] = files
  const importSheet = async (
    file: (typeof files)[number] | undefined,
    riders: number,
    correct: () => Promise<void>,
  ) => {
    await dropOnList(page, file ? [file] : [])
    await page.getByText('quedan por inscribir').first().waitFor()
    await correct()
    await button(`Importar ${riders} pilotos`).click()
    await page.getByText(`Se importaron ${riders} pilotos`).waitFor()
    await button('Listo').click()
  }
  const enterAll = async (text: string) => {
    await button('Inscribir').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Inscribir \d/ })
      .click()
    await page.getByText(text).waitFor()
  }
  const update = () => page.getByLabel('Cambiar los pilotos que ya existen').check()
  await importSheet(enduro, 104, () => button('Poner «Sin número»').click())
  await enterAll('97 inscritos')
  await button('Listo').click()
  await importSheet(karting, 134, async () => {
    await update()
    const line = sheetOf(rows, 'KARTING').findIndex((row) => row.mistyped) + 2
    await page.getByText('Es de otra persona').first().waitFor()
    await page.locator('dialog [aria-busy=true]').first().waitFor({ state: 'hidden' })
    const cell = page.getByLabel(`Número de documento, línea ${line}`)
    await cell.fill(sheetOf(rows, 'KARTING')[line - 2]?.rut ?? '')
    await cell.press('Enter')
  })
  await importSheet(motocross, 126, async () => {
    await update()
    await button('Poner «Sin número»').click()
  })
  await enterAll('inscritos, 90 ya estaban')
  await page.getByRole('link', { name: 'Resolverlos' }).click()
  await button('Inscribir a los 19 con un número libre').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribir' }).click()
  await page.getByText('19 inscripciones').waitFor()
}

/** Returns all riders with their entries, that in the own modalidad first. */
async function loadRiders(url: string) {
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (one) => (await fetch(`${url}/api?list=all&per_page=100&page=${one}`)).json()),
  )
  return pages
    .flatMap(({ data }) => data as PilotRecord[])
    .map(({ id_driver: id, data_driver, entries: stored = [], ...record }) => {
      const { npiloto, documento, modalidad, name, lastname } = JSON.parse(data_driver)
      const isOther = (entry: Entry) => Number(entry.modalidad !== modalidad)
      const entries = stored.toSorted((one, other) => isOther(one) - isOther(other))
      const numbers = entries.flatMap(({ number }) => number ?? [])
      return { ...record, id, npiloto, documento, entries, numbers, name: `${name} ${lastname}` }
    })
}
type Rider = Awaited<ReturnType<typeof loadRiders>>[number]

/** The comparisons of a test, which are counted. */
function comparisons() {
  let total = 0
  const same = (what: unknown, actual: unknown, expected: unknown) => {
    total += 1
    expect([what, actual]).toEqual([what, expected])
  }
  return { same, total: () => total }
}

const sorted = (lines: readonly string[]) => lines.filter(Boolean).toSorted()

type Same = ReturnType<typeof comparisons>['same']

/** Each row is an entry, with its number unless a row before has it, and no two in a category have one number. */
function checkRows(
  rows: readonly SheetRow[],
  entriesOf: (row: SheetRow) => readonly Entry[] | undefined,
  same: Same,
): void {
  const firsts = new Map(rows.toReversed().map((row) => [`${row.category} ${key(row.number)}`, row]))
  const taken = new Set<string>()
  for (const row of rows) {
    const its = entriesOf(row) ?? []
    const number = key(its[0]?.number)
    same(row, [its.length, taken.has(`${row.category} ${number}`)], [1, false])
    if (number) taken.add(`${row.category} ${number}`)
    if (key(row.number) && firsts.get(`${row.category} ${key(row.number)}`) === row)
      same(row, its[0]?.number, row.number)
  }
}

interface Lent {
  rider: Rider
  entry: Entry
  chip: string
  /** The name of the category. */
  category: string
}

/** Lends chips by the numbers on the plates, of which several riders have each. */
async function lendChips(page: Page, riders: readonly Rider[], lent: readonly Lent[]): Promise<void> {
  await page.goto('/chips')
  const choices = page.getByRole('list', { name: 'Elija uno' }).getByRole('button')
  const box = page.getByRole('searchbox', { name: 'Chip o piloto' })
  // A second Enter after the first one, faster than a person presses it, would be of one scan.
  const type = async (text: string) => {
    await box.fill(text)
    await box.press('Enter', { delay: 120 })
  }
  for (const { rider, entry, chip, category } of lent) {
    const { number = '' } = entry
    await type(chip)
    await page.getByText('Ahora escanee al piloto.').waitFor()
    await type(number)
    const all = riders.filter(({ npiloto, numbers }) => [npiloto, ...numbers].includes(number))
    if (all.length > 1) await choices.filter({ hasText: category }).filter({ hasText: rider.name }).click()
    if (rider.entries.length > 1) await choices.filter({ hasText: `Solo para ${number} ${category}` }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: `a ${rider.name}` })
      .waitFor()
  }
}

test('350 riders of three sheets are shown, found, printed, lent chips, charged, let in and timed by the number of each entry', {
  timeout: 240_000,
}, async () => {
  const { page, url, folder } = await openPage('/', { viewport: { width: 1366, height: 768 } })
  for (const name of ['ENDURO', 'KARTING'])
    await askAt(url, 'POST', '/api/classes', { field: 'modalidad', name })
  await setEvent(url, weekend)
  const { id: event, categories } = await openEventOf(url)
  await askAt(url, 'PUT', '/api/till', { event, currency: 'CLP', prices, means: [] })
  await sendOrder(url, '/api/chips', { chips })
  const sheets = await threeSheets(77)
  const { rows } = sheets
  await importAndEnter(page, sheets)

  const command = (...args: string[]) => pilotos([...args, '--data', folder])
  const named = new Map(categories.map(({ id, name }) => [id, name]))
  const categoryOf = ({ category = '' }: Entry) => named.get(category) ?? ''
  const placeOf = (entry: Entry) => `${entry.number ?? 'sin número'} ${categoryOf(entry)}`
  const riderOf = (all: readonly Rider[], row: SheetRow) =>
    all.find(({ documento }) => documento === documentOf(row))
  // A second category of one modalidad is entered by hand: a sheet has its riders once.
  const before = await loadRiders(url)
  for (const row of rows.filter(({ isTwice }) => isTwice)) {
    const { modalidad, number } = row
    const { id } = categories.find(({ name }) => name === row.category) ?? {}
    const place = { modalidades: [modalidad], categories: { [modalidad]: { id } } }
    await enter(url, { ids: [riderOf(before, row)?.id], ...place, number, further: true })
  }
  const cards = join(await aFolder(), 'tarjetas.pdf')
  await command('print', '--all', '--layout', 'hoja', '--out', cards, '--public-url', url)

  const { same, total } = comparisons()
  let riders = await loadRiders(url)
  same('entries', [riders.length, riders.flatMap(({ entries }) => entries).length], [350, 370])
  checkRows(
    rows,
    (row) => riderOf(riders, row)?.entries.filter((one) => categoryOf(one) === row.category),
    same,
  )

  const sharing = riders.filter(({ numbers }) => numbers.length > 1).slice(0, 5)
  const alone = riders.filter(({ numbers }) => numbers.length === 1 && numbers[0] === '9')
  const lent = [...sharing, ...alone].slice(0, 12).map((rider, index): Lent => {
    const entry = rider.entries.at(-1) as Entry
    return { rider, entry, chip: chips[index]?.code ?? '', category: categoryOf(entry) }
  })
  await lendChips(page, riders, lent)
  riders = await loadRiders(url)
  const chipOf = ({ id }: Rider, { category }: Entry) =>
    lent.find(({ rider, entry }) => rider.id === id && entry.category === category)?.chip

  // The list, the card, the gate, the till and the terminal have the number of each entry.
  const { pilots: roster } = (await (await fetch(`${url}/api/gate/roster`)).json()).data[0]
  const listed = (await command('list', '--limit', '400')).stdout
  for (const rider of riders) {
    const { id, name, entries, numbers, number, category, card, charges = [], owed } = rider
    const [first = ''] = numbers
    const isOne = entries.length === 1
    same(name, [number, category], [first, isOne ? category : entries.map(placeOf).join(' · ')])
    same(name, [card?.number ?? '', card?.outdated], [first, undefined])
    const { npiloto, numbers: others = [] } = roster.find((one: { id: string }) => one.id === id)
    same(name, sorted([npiloto, ...others]), sorted(numbers))
    same(name, listed.match(new RegExp(`^${id} .*? Anual +${first} +[A-Z]`, 'm'))?.length, 1)
    same(name, [charges.length, owed], [entries.length, 1_500_000 * (entries.length + 1)])
    for (const entry of entries) same([name, entry.category], entry.transponder, chipOf(rider, entry))
  }
  for (const { rider } of lent)
    same(
      rider.name,
      (await command('show', rider.id)).stdout.match(/^Inscrito con +(.*)$/m)?.[1],
      rider.entries.map(placeOf).join(' · '),
    )

  // The timing file and the start lists have each entry once, with its number and its chip.
  const timed = await (await fetch(`${url}/api/export?for=webscorer&entered=all`)).text()
  const bibs = timed
    .split('\r\n')
    .slice(1)
    .map((line) => line.split('\t'))
  const entered = riders.flatMap((rider) => rider.entries.map((entry) => ({ rider, entry })))
  same(
    'timing',
    sorted(
      bibs.map(([bib, one, last, , clase, , , , chip]) => [bib, one, last, clase, chip].join(' ').trim()),
    ),
    sorted(
      entered.map(({ rider, entry }) =>
        [entry.number, rider.name, categoryOf(entry), chipOf(rider, entry)].join(' ').trim(),
      ),
    ),
  )
  for (const { id, modalidad } of categories) {
    const order = { modalidad, category: id, kind: 'final', order: 'number' }
    const { data } = await sendOrder(url, '/api/start-lists', order)
    const starts: { number: string; name: string }[] = data[0].heats.flatMap(
      (heat: { riders: [] }) => heat.riders,
    )
    const own = entered.filter(({ entry }) => entry.category === id)
    same(
      id,
      sorted(starts.map((one) => `${one.number} ${one.name}`)),
      sorted(own.map(({ entry, rider }) => `${entry.number ?? ''} ${rider.name}`)),
    )
  }

  // Each number that somebody has or prefers finds those who race with it first, at the desk and at a gate.
  const index = indexRiders(
    roster as { id: string; name: string; lastname: string; npiloto: string | null }[],
  )
  for (const number of new Set(riders.flatMap(({ npiloto, numbers }) => [npiloto, ...numbers]))) {
    if (!key(number)) continue
    const ids = sorted(riders.filter(({ numbers }) => numbers.includes(number)).map(({ id }) => id))
    const { data } = await (await fetch(`${url}/api?list=all&per_page=100&search=${number}`)).json()
    same(number, sorted(data.slice(0, ids.length).map((one: PilotRecord) => one.id_driver)), ids)
    same(
      number,
      sorted(
        findRiders(index, number)
          .slice(0, ids.length)
          .map(({ id }) => id),
      ),
      ids,
    )
  }

  // A gate that searches by number shows each rider with the category, and answers with the number.
  await openGate(page)
  for (const { rider, entry } of lent.slice(0, 3)) {
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByLabel('Número, nombre, DNI o código').fill(entry.number ?? '')
    const found = page.getByRole('list', { name: 'Pilotos encontrados' }).getByRole('button')
    await found
      .filter({ hasText: rider.name })
      .filter({ hasText: placeOf(entry) })
      .click()
    await page.getByRole('button', { name: 'Entra sin credencial' }).click()
    await page.getByRole('region', { name: 'Respuesta' }).getByText(placeOf(entry)).waitFor()
    await page.getByRole('button', { name: 'Siguiente' }).click()
  }
  expect(total()).toBeGreaterThan(3000)
})
