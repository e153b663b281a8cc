/** Tests that a field and a layout are added by their entries alone, in a copy of the project, and a licence by an admin. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#domain/text/date'
import { openStores } from '../../../server/store/open.ts'
import { pilotosProcess, serve } from '../../support/command.ts'
import { editedProject } from '../../support/edited-project.ts'
import { aFolder } from '../../support/folder.ts'
import { openGate } from '../../support/gate.ts'
import { choose, importButton } from '../../support/import-page.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { described, fill, openElsewhere, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { places } from '../../support/places.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()

/** The entries that only the copied files have, each with the text before which it stands. */
const entries = [
  {
    file: 'server/domain/pilots/fields.ts',
    before: '\n  licencia: {',
    entry: `
  rfid: {
    label: 'RFID',
    section: 'inscripcion',
    control: 'text',
    rule: textRule(20),
    isOptional: true,
    searched: 'code',
    repeated: { warning: 'El RFID' },
    audience: 'everyone',
    example: '1234567',
    columnNames: ['numero rfid'],
    shown: { credential: 'RFID N°', card: 'RFID N°', list: 'RFID', terminal: 'RFID', gate: 'RFID' },
  },`,
  },
  {
    file: 'server/domain/credential/cards.ts',
    before: '\n} as const satisfies Record<string, LayoutDescription>',
    entry: `
  tags: {
    label: 'Hoja A4 con 4 colgantes',
    words: 'hoja A4 con 4 colgantes',
    page: a4,
    card: a7,
    raster: { columns: 2, rows: 2, left: 20, top: 40, gap: 22 },
    face: 'portrait',
    bleed: 0,
  },`,
  },
]

const project = editedProject(entries)

/** Registers a pilot with this project, which knows none of the entries, and returns the identifier. */
async function registerBefore(data: string): Promise<string> {
  const stores = await openStores(data)
  const { id } = await stores.pilots.register(aDraft({ name: 'Luz', lastname: 'Paz', modalidad: 'RALLY' }))
  await stores.close()
  return id
}

/** Serves data with the copy, opens its page, and returns what its commands print. */
async function openCopy(data: string, path: string) {
  const { url } = await serve(['--data', data], { project: project() })
  const command = commandOn(data)
  await addWeekend(command)
  const page = await openElsewhere({ ...(await openPage()), url }, path)
  return { url, page, command }
}

async function addWeekend(command: ReturnType<typeof commandOn>): Promise<void> {
  await command('classes', 'add', 'licencia', 'Fin de semana', '--spellings', 'Weekend')
  await command('settings', '--licence', 'Fin de semana=2 días')
}

function commandOn(data: string) {
  return async (...args: string[]) => {
    const { code, stdout, stderr } = await pilotosProcess([...args, '--data', data], { project: project() })
    expect([code, stderr]).toEqual([0, expect.any(String)])
    return stdout
  }
}

async function dataOf(address: string, request?: RequestInit) {
  return (await (await fetch(address, request)).json()).data
}

/** Chooses in the list what the summary counts of the licence. */
async function showOnlyWeekends(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resumen' }).click()
  await page.getByRole('button', { name: /^Fin de semana\s*1$/ }).click()
  await page.getByText('1 piloto', { exact: false }).first().waitFor()
}

describe.each(places)('in %s of a program without the entries, their copy', (_, place) => {
  test('has a field that is written, compared, searched, listed, printed and shown at gates', async () => {
    const data = await place()
    const none = await registerBefore(data)
    const { url, page, command } = await openCopy(data, '/form')
    const ana = await register(url, {
      ...aDraft({ name: 'Ana', lastname: 'Quispe', modalidad: 'RALLY' }),
      rfid: '0714',
    })

    await fill(page, aDraft({ name: 'Eva', modalidad: 'UTV' }))
    const control = page.getByLabel(/^RFID/)
    await control.fill('714')
    await control.blur()
    await page.getByText('Ya lo tiene').waitFor()
    expect(await described(control)).toBe('Ya lo tiene Ana Quispe')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('El RFID 714 también es de Ana Quispe.').waitFor()

    await page.goto('/search')
    await page.getByRole('columnheader', { name: 'RFID' }).waitFor()
    await page.getByRole('cell', { name: '0714', exact: true }).waitFor()
    await page.goto(`/credencial/${ana}`)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
    const facts = await page.locator('dl > div').allInnerTexts()
    expect(facts.at(-1)?.split(/\s*\n/)).toEqual(['RFID N°', '0714'])
    await openGate(page)
    const answer = page.getByRole('region', { name: 'Respuesta' })
    await scan(page, ana)
    await answer.getByText('RFID 0714').waitFor()
    await scan(page, none)
    await answer.getByText('Luz Paz').waitFor()
    expect(await answer.getByText('RFID').count()).toBe(0)

    const listed = await command('list')
    expect(listed).toMatch(/ RFID .*\n(.*\n)*.* Quispe .* 0714 /)
    expect(await command('list', '--search', '0714')).not.toContain('Luz Paz')
    const [old] = await dataOf(`${url}/api?list=${none}`)
    expect(JSON.parse(old.data_driver)).not.toHaveProperty('rfid')
    const pdf = join(await aFolder(), 'cards.pdf')
    await command('print', ana, '--out', pdf)
    if (canReadPdfs())
      expect(execFileSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8' })).toMatch(/RFID N°\s+0714/)
  })

  test('has a licence with its rule of validity, and a layout with its places', async () => {
    const data = await place()
    const none = await registerBefore(data)
    const { url, page, command } = await openCopy(data, '/form')
    // The server of a database hears of what a command has stored, and the open form of what the server hears.
    await page.getByRole('option', { name: 'Fin de semana' }).waitFor({ state: 'attached' })
    await fill(page, aDraft({ name: 'Eva', lastname: 'Paz', licencia: 'Fin de semana' }))
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Eva Paz').first().waitFor()
    const [eva] = await dataOf(`${url}/api?list=all&licencia=Fin%20de%20semana`)
    expect(eva.status).toMatchObject({ kind: 'valid', until: addDays(today(), 1) })
    await page.goto(`/credencial/${eva.id_driver}`)
    await page
      .getByText(formatDate(addDays(today(), 1)))
      .first()
      .waitFor()
    await page.goto('/search')
    await showOnlyWeekends(page)
    expect(await page.getByText('Luz Paz').count()).toBe(0)

    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
    await page.getByLabel('Hoja A4 con 4 colgantes').check()
    expect(await page.getByRole('radio', { name: /^Lugar/ }).count()).toBe(4)
    await page.getByRole('button', { name: 'Preparar PDF' }).click()
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
    const pdf = join(await aFolder(), 'cards.pdf')
    const sheet = ['--again', '--layout', 'tags', '--out', pdf]
    const pages = () => /Pages: +(\d+)/.exec(execFileSync('pdfinfo', [pdf], { encoding: 'utf8' }))?.[1]
    await command('print', '--all', ...sheet)
    if (canReadPdfs()) expect(pages()).toBe('1')
    await command('print', '--all', ...sheet, '--start', '4')
    if (canReadPdfs()) expect(pages()).toBe('2')

    const [{ validity }] = await dataOf(`${url}/api/settings`)
    expect(validity).toMatchObject({ 'Fin de semana': { kind: 'days', days: 2 } })
    expect(JSON.stringify(await dataOf(`${url}/api?list=${none}`))).toContain('Anual')
  })

  test('reads the column and the spelling of a file, and writes both again', async () => {
    const data = await place()
    await registerBefore(data)
    const { url, page, command } = await openCopy(data, '/')
    const header =
      'Nombres;Apellidos;DNI;Nacimiento;Celular;Correo;N° Licencia;Dorsal;N.º RFID;Tipo de licencia'
    const lines = [
      `${header};Modalidad;Club;Sangre;Historial`,
      'Ana;Quispe;51000001;05/02/1990;987654321;a@x.pe;L-1;1;0714;weekend;RALLY;Andes;O+;-',
      `Eva;Rojas;51000002;05/02/1990;987654322;e@x.pe;L-2;2;${'9'.repeat(21)};Anual;RALLY;Andes;O+;-`,
      'Rosa;Rojas;51000003;05/02/1990;987654323;r@x.pe;L-3;3;;Mes;RALLY;Andes;O+;-',
    ]
    const file = { name: 'padron.csv', buffer: Buffer.from(lines.join('\n')) }
    const headers = { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' }
    const [preview] = await dataOf(`${url}/api/import?dry_run=1`, {
      method: 'POST',
      headers,
      body: file.buffer,
    })
    expect(preview.report).toMatchObject({ registered: 1, rejectedRows: 2 })
    for (const reason of ['N.º RFID: Escriba como máximo 20', 'Anual, Regional o Fin de semana'])
      expect(preview.rejects).toContain(reason)
    await chooseFromMenu(page, 'Importar')
    await choose(page, file)
    await importButton(page, 'Importar 1 piloto').waitFor()
    await page.getByText('Escriba como máximo 20 caracteres', { exact: false }).first().waitFor()
    await page.getByText('«Mes»', { exact: false }).first().waitFor()
    await importButton(page, 'Importar 1 piloto').click()
    await page.getByText('Se importaron 1 piloto').waitFor()
    const [ana] = await dataOf(`${url}/api?list=all&search=0714`)
    expect(JSON.parse(ana.data_driver)).toMatchObject({ rfid: '0714', licencia: 'Fin de semana' })

    const folder = await aFolder()
    for (const format of ['csv', 'xlsx', 'json']) {
      const path = join(folder, `padron.${format}`)
      await command('export', path)
      const other = join(folder, format)
      const commandThere = commandOn(other)
      await addWeekend(commandThere)
      await commandThere('import', path)
      const [there] = JSON.parse(await commandThere('list', '--search', '0714', '--json'))
      expect(there).toMatchObject({ name: 'Ana', rfid: '0714', licencia: 'Fin de semana' })
      expect(JSON.parse(await commandThere('list', '--json'))).toHaveLength(2)
    }
    const document = await (await fetch(`${url}/api/openapi.json`)).text()
    for (const text of ['"rfid":{"type"', '"rfid es un texto"', '"sheet","tags"]'])
      expect(document).toContain(text)
  })
})
