/**
 * Tests that a fact on a pilot, with its button, is added in six files, that a field and a layout are added by their
 * entries alone, and a licence by an admin: in a copy of the project that has all of them.
 */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#domain/text/date'
import { openStores } from '../../../server/store/open.ts'
import { pilotosProcess, serve } from '../../support/command.ts'
import { type Edit, editedProject } from '../../support/edited-project.ts'
import { aFolder } from '../../support/folder.ts'
import { openGate } from '../../support/gate.ts'
import { choose, importButton } from '../../support/import-page.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { described, fill, openElsewhere, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { places } from '../../support/places.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

/** The fact that a doctor has examined the rider, when and by whom it was noted. Imports have names of their own here. */
const factEdits: readonly Edit[] = [
  {
    file: 'server/domain/pilots/facts/facts.ts',
    before: '\nexport const facts = {',
    entry: `
import { formatMoment } from '../../text/date.ts'

type MedicalCheck = FactShape<'medicalCheck'>

function describeCheck({ at, by }: MedicalCheck): string {
  return \`\${formatMoment(at)}, \${by}\`
}
`,
  },
  {
    file: 'server/domain/pilots/facts/facts.ts',
    before: '\n  /** The credential that was printed. */',
    entry: `
  medicalCheck: {
    audience: 'desk',
    kinds: { medicalCheck: { title: 'Control médico', refusal: 'se anotó el control médico de' } },
    values: {
      medicalCheck: {
        label: 'Control médico',
        text: describeCheck,
        key: ({ at, by }: MedicalCheck) => \`\${at} \${by}\`,
        merge: 'latest',
        dataGroup: 'health',
      },
    },
    columns: { control_medico: { label: 'Control médico', text: describeCheck } },
    moments: ({ at }: MedicalCheck) => [at],
    isActivity: true,
    section: { title: 'Control médico', rows: ({ at, by }: MedicalCheck) => [[formatMoment(at), by]] },
  },`,
  },
  {
    file: 'server/domain/stored/fact-shapes.ts',
    before: '\nexport const factShapes = {',
    entry: `
const medicalCheck = Type.Object({ at: moment('The time.'), by: text('The author.') })
`,
  },
  {
    file: 'server/domain/stored/fact-shapes.ts',
    before: '\n  pending: entries,',
    entry: `
  medicalCheck,`,
  },
  {
    file: 'server/domain/privacy/calls.ts',
    before: '\nexport const privacyCalls = {',
    entry: `
import { pilotRecord as pilotShown } from '../pilots/schemas.ts'
`,
  },
  {
    file: 'server/domain/privacy/calls.ts',
    before: "\n  'POST /api/pilots/:id/erase': {",
    entry: `
  'POST /api/pilots/:id/medical-check': {
    role: 'mesa',
    summary: 'Notes that a doctor has examined a pilot.',
    params: pilotParams,
    answers: { 200: dataOf(pilotShown) },
  },`,
  },
  {
    file: 'server/pilots/routes.ts',
    before: '\n  const unfollow = ',
    entry: `
  serve(app, 'POST /api/pilots/:id/medical-check', async (request) => {
    const id = await holderOf(stores, requireId(request.params.id))
    const by = guard.authorOf(request)
    const check = { at: new Date().toISOString(), by }
    return { data: [toRecord(await store.setFact(id, 'medicalCheck', check, by))] }
  })
`,
  },
  {
    file: 'client/credential/waiting-parts.tsx',
    before: "\n  history: 'Historial de cambios',",
    entry: `
  medicalCheck: 'Control médico',`,
  },
  {
    file: 'client/credential/credential-actions.tsx',
    before: "\nimport { useSession } from '../api/session.ts'",
    entry: `
import { callForOne as callForCheck } from '../api/call.ts'
import { useAction as useCheck } from '../ui/form.tsx'`,
  },
  {
    file: 'client/credential/credential-actions.tsx',
    before: '\n  if (!pilot) return null\n',
    entry: `
  const check = useCheck(() => callForCheck('POST /api/pilots/:id/medical-check', { params: { id } }))`,
  },
  {
    file: 'client/credential/credential-actions.tsx',
    before: '\n            { name: actionNames.history, ',
    entry: `
            {
              name: actionNames.medicalCheck + (pilot.medicalCheck ? \`: \${pilot.medicalCheck.by}\` : ''),
              onChoose: () => void check.run(),
            },`,
  },
]

/** A field and a layout of cards, which are added by their entries alone. */
const entries: readonly Edit[] = [
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

const project = editedProject([...factEdits, ...entries])

/** Returns a function that runs a command of the copy on some data, and returns what it prints. */
function commandOn(data: string) {
  return async (...args: string[]) => {
    const cwd = await aFolder()
    const { code, stdout, stderr } = await pilotosProcess([...args, '--data', data], {
      project: project(),
      cwd,
    })
    expect([code, stderr]).toEqual([0, expect.any(String)])
    return stdout
  }
}

/** Notes the fact through a server of the copy, and returns the record. */
async function note(data: string, id: string) {
  const server = await serve(['--data', data], { project: project() })
  const [record] = await askAt(server.url, 'POST', `/api/pilots/${id}/medical-check`)
  await server.stop()
  return record
}

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
  const body = join(await aFolder(), 'cuerpo.json')
  const licence = { field: 'licencia', name: 'Fin de semana', spellings: ['Weekend'] }
  await writeFile(body, JSON.stringify(licence))
  await command('call', 'POST /api/classes', '--body', body)
  await writeFile(body, JSON.stringify({ validity: { 'Fin de semana': { kind: 'days', days: 2 } } }))
  await command('call', 'PUT /api/settings', '--body', body)
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

test('a fact with a call and a button is added in at most six files', () => {
  expect(new Set(factEdits.map(({ file }) => file)).size).toBeLessThanOrEqual(6)
})

describe.each(places)('in %s of a program without the fact, its copy', (_, place) => {
  test('notes the fact with a button, tells it in the history, and reads it again', async () => {
    const data = await place()
    const before = await openStores(data)
    const { id } = await before.pilots.register(aDraft({ name: 'Ana', lastname: 'Quispe', dni: 70123456 }))
    await before.close()
    const { url, stop } = await serve(['--data', data], { project: project() })
    const page = await openElsewhere({ ...(await openPage()), url }, `/credencial/${id}`)
    await chooseFromMenu(page, 'Control médico')
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Control médico: esta laptop' }).waitFor()
    await page.keyboard.press('Escape')
    await chooseFromMenu(page, 'Historial de cambios')
    const history = page.getByRole('dialog')
    await history.getByRole('heading', { name: 'Control médico' }).waitFor()
    await history.getByText(/^Control médico: «» → «.*, esta laptop»$/).waitFor()
    const list = async (init?: RequestInit) =>
      (await (await fetch(`${url}/api?list=${id}`, init)).json()).data
    const check = { at: expect.any(String), by: 'esta laptop' }
    expect(await list()).toMatchObject([{ medicalCheck: check }])
    const [public_] = await list({ headers: { 'x-forwarded-for': '192.168.1.77' } })
    expect(JSON.stringify(public_)).not.toContain('medicalCheck')
    await stop()

    const command = commandOn(data)
    expect(JSON.parse(await command('list', '--json'))).toMatchObject([
      { control_medico: expect.stringContaining('esta laptop') },
    ])
    expect(await command('export', '--plain')).toMatch(
      /^id_driver.*,control_medico\r?\n.*, esta laptop"\r?\n$/s,
    )
    expect(await command('history', id)).toMatch(/Control médico: «» → «.*, esta laptop»/)
    // A program that does not know the fact keeps it.
    const { pilots, close } = await openStores(data)
    expect(await pilots.update(id, aDraft({ dni: 70123456, club: 'Dos' }))).toMatchObject({
      medicalCheck: check,
    })
    await close()
    await command('history', id)
    expect(await command('list', '--json')).toContain('esta laptop')
  })

  test('merges the later of two, and erases it with the person', async () => {
    const [data, other, folder] = [await place(), await aFolder(), await aFolder()]
    const [command, elsewhere] = [commandOn(data), commandOn(other)]
    const before = await openStores(data)
    const { id } = await before.pilots.register(aDraft({ name: 'Ana', lastname: 'Quispe', dni: 70123456 }))
    await before.close()
    await command('backup', join(folder, 'base.tar.gz'))
    await elsewhere('restore', join(folder, 'base.tar.gz'))
    const earlier = await note(data, id)
    const later = await note(other, id)
    expect(later.medicalCheck.at > earlier.medicalCheck.at).toBe(true)
    await elsewhere('backup', join(folder, 'otra.tar.gz'))
    expect(JSON.parse(await command('merge', join(folder, 'otra.tar.gz'), '--json'))).toMatchObject({
      joined: 1,
      conflicts: [],
    })
    const stores = await openStores(data)
    expect(await stores.pilots.get(id)).toMatchObject({ medicalCheck: later.medicalCheck })
    await stores.close()

    await command('erase', '70123456', '--yes')
    expect(await command('list', '--json')).toBe('[]\n')
    const left = await openStores(data)
    expect(JSON.stringify(await left.pilots.changeLog())).not.toContain('"medicalCheck"')
    await left.close()
    if (place !== aFolder) return
    for (const file of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const content = await readFile(join(file.parentPath, file.name), 'latin1')
      expect([file.name, content.includes('"medicalCheck"')]).toEqual([file.name, false])
    }
  })
})

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
