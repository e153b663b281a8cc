/** Tests that a field is added by its entry alone, in a copy of the project with one more entry. */
import { execFile, execFileSync } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pilotosProcess, serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { openGate } from '../../support/gate.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { described, fill, openElsewhere, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { root } from '../../support/root.ts'
import { scan } from '../../support/scanner.ts'

const openPage = pageOpener()
const run = promisify(execFile)

/** The entry of a field that is in no file but the copied `fields.ts`. */
const entry = `
  rfid: {
    label: 'RFID',
    section: 'inscripcion',
    control: 'text',
    rule: textRule(20),
    isOptional: true,
    audience: 'everyone',
    example: '1234567',
    columnNames: ['numero rfid'],
    repeated: { warning: 'El RFID' },
    shown: { credential: 'RFID N°', card: 'RFID N°', list: 'RFID', terminal: 'RFID', gate: 'RFID' },
  },`

/** Returns the folder of a copy of the project with the entry, compiled and built. */
async function projectWithEntry(): Promise<string> {
  const project = await aFolder()
  for (const name of ['bin', 'client', 'server', 'package.json', 'package-lock.json', 'tsconfig.json'])
    await cp(join(root, name), join(project, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  const path = join(project, 'server/domain/pilot/fields.ts')
  const source = await readFile(path, 'utf8')
  await writeFile(path, source.replace(/(?=\n {2}licencia: \{)/, entry))
  const node = (...args: string[]) => run(process.execPath, args, { cwd: project })
  await node('node_modules/typescript/bin/tsc')
  await node('bin/build.js')
  return project
}

test('a new entry gives a field that is written, compared, listed, printed and shown at gates', async () => {
  const project = await projectWithEntry()
  const data = await aFolder()
  const { url } = await serve(['--data', data], { project })
  const ana = await register(url, {
    ...aDraft({ name: 'Ana', lastname: 'Quispe', modalidad: 'RALLY' }),
    rfid: '0714',
  })

  const none = await register(url, aDraft({ name: 'Luz', lastname: 'Paz' }))

  const page = await openElsewhere({ ...(await openPage()), url }, '/form')
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

  const { stdout } = await pilotosProcess(['list', '--data', data], { project })
  expect(stdout).toMatch(/ RFID .*\n(.*\n)*.* Quispe .* 0714 /)
  const pdf = join(data, 'cards.pdf')
  const printed = await pilotosProcess(['print', ana, '--data', data, '--out', pdf], { project })
  expect(printed.code).toBe(0)
  if (canReadPdfs())
    expect(execFileSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8' })).toMatch(/RFID N°\s+0714/)
})
