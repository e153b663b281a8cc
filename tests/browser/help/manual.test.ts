/** Tests the manual in the kiosk, in a real Chromium: its search, its print, its pictures, and the names in it. */
import { execFile, execFileSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { picturesIn, readHelp, readManual } from '../../../bin/manual.js'
import type { Part } from '../../../client/help/manual.ts'
import { aFolder } from '../../support/folder.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { addAccount, pageOpener, phone, signIn } from '../../support/page.ts'
import { textOfPdf } from '../../support/pdfs.ts'
import { root } from '../../support/root.ts'
import { committableFiles } from '../../support/tree.ts'

const openPage = pageOpener()
const sections = await readManual()
const pictures = picturesIn(sections)

test('the help leads to the manual, whose search jumps to the section and marks the words, without anything of another site', async () => {
  const { page, url } = await openPage('/ayuda', { installation: 'win32' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('credencial perdida')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ayuda/manual?buscar=credencial+perdida')
  const results = page.getByRole('list', { name: 'Secciones encontradas' })
  await results.getByRole('link', { name: 'Una credencial perdida' }).click()
  await expect.poll(() => topOf(page, 'una-credencial-perdida')).toBeLessThan(100)
  const heading = page.getByRole('heading', { name: 'Una credencial perdida' })
  expect(await heading.locator('mark').allInnerTexts()).toEqual(['credencial', 'perdida'])
  expect(new URL(page.url()).hash).toBe('#una-credencial-perdida')
  expect(await page.getByRole('link', { name: 'Ayuda', exact: true }).getAttribute('aria-current')).toBe(
    'page',
  )

  // A command is written as a person types it on this laptop.
  const terminal = await page.getByRole('main').innerText()
  expect(terminal).toContain('.\\PilotOS.cmd import planilla.csv --update')
  await page.getByRole('searchbox').fill('PERDIDAS credenciáles xyzzy')
  await page.getByText('Ninguna sección tiene todas esas palabras').waitFor()
  await page.getByRole('searchbox').fill('xyzzy')
  await page.getByText('Nada en el manual tiene esas palabras').waitFor()
  await page.getByRole('searchbox').fill('tildes')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ayuda/manual?*#columnas')
  await expect.poll(() => topOf(page, 'columnas')).toBeLessThan(100)

  // An address of a section, as another screen links to it.
  // An address that a chat has cut, in the middle of an encoded letter.
  await page.goto('/ayuda/manual#qu%C3%A')
  await page.getByRole('heading', { level: 1, name: 'Manual' }).waitFor()
  await page.goto('/ayuda/manual#qu%C3%A9-hacer-con-cada-respuesta')
  await expect.poll(() => topOf(page, 'qué-hacer-con-cada-respuesta')).toBeLessThan(100)
  await page.waitForLoadState('networkidle')
  const broken = await page
    .locator('article img')
    .evaluateAll((images) =>
      (images as HTMLImageElement[]).filter(
        ({ naturalWidth, width }) => naturalWidth === 0 || width > naturalWidth,
      ),
    )
  expect(broken).toEqual([])
  expect(await page.locator('article img').count()).toBe(pictures.length)
  expect(asked.filter((address) => !address.startsWith(url))).toEqual([])
})

test('each topic of the sheet leads to a section of the manual that is there', async () => {
  const { page } = await openPage('/ayuda')
  const links = page.getByRole('link', { name: 'Más en el manual' })
  await links.last().waitFor()
  const ids = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).hash.slice(1)),
  )
  expect(ids.length).toBeGreaterThan(10)
  expect(ids.map(decodeURIComponent).filter((id) => !sections.some((section) => section.id === id))).toEqual(
    [],
  )
  await page.getByRole('link', { name: 'Más en el manual: Copias' }).click()
  await page.waitForURL('**/ayuda/manual#copias')
  await expect.poll(() => topOf(page, 'copias')).toBeLessThan(100)
})

test('the manual passes the layout and accessibility checks; on a phone a button opens its contents, and a choice closes them', async () => {
  const { page } = await openPage('/ayuda/manual', { viewport: phone })
  await page.getByRole('heading', { name: 'El viernes' }).waitFor()
  const contents = page.getByRole('navigation', { name: 'Contenido' })
  expect((await contents.boundingBox())?.height).toBeLessThan(100)
  await expectAccessibleLayout(page, 'the manual')
  await contents.getByRole('button', { name: 'Contenido' }).click()
  await contents.getByRole('link', { name: 'Cerrar el día' }).click()
  await expect.poll(() => topOf(page, 'cerrar-el-día')).toBeLessThan(150)
  await contents.getByRole('link', { name: 'Cerrar el día' }).waitFor({ state: 'hidden' })
  // The button stays at hand, and does not cover the heading.
  const { y = 0, height = 0 } = (await contents.boundingBox()) ?? {}
  expect(await topOf(page, 'cerrar-el-día')).toBeGreaterThanOrEqual(y + height)
})

test('a gate has its own chapter of the manual, and nobody needs an account to read it', async () => {
  const { page, folder } = await openPage('/ayuda', { requireLogin: true, viewport: phone })
  await page.getByRole('link', { name: 'Manual', exact: true }).click()
  await page.getByRole('heading', { name: 'El viernes' }).waitFor()
  await addAccount(folder, 'paco', undefined, 'puerta')
  await page.goto('/login')
  await signIn(page, 'paco')
  await page.getByRole('button', { name: 'Empezar' }).waitFor()
  await page.goto('/ayuda')
  await page.getByRole('link', { name: 'Manual', exact: true }).click()
  await page.getByRole('heading', { name: 'Manual de la puerta' }).waitFor()
  const chapters = page.getByRole('heading', { level: 2 })
  expect(await chapters.filter({ visible: true }).allInnerTexts()).toEqual(['En la puerta'])
  await page.getByRole('searchbox').fill('credencial')
  const results = page.getByRole('list', { name: 'Secciones encontradas' })
  await results.getByRole('link', { name: 'Sin credencial' }).waitFor()
  expect(await results.getByRole('link', { name: 'Una credencial perdida' }).count()).toBe(0)
  const ids = await page
    .locator('article a[href^="#"]')
    .evaluateAll((links) =>
      links.filter(
        (link) => !document.getElementById(decodeURIComponent((link.getAttribute('href') ?? '').slice(1))),
      ),
    )
  expect(ids).toEqual([])
})

test.skipIf(!canReadPdfs())(
  'the manual prints with its contents first, each chapter on a new page, every picture whole, and numbered pages',
  async () => {
    const { page } = await openPage('/ayuda/manual')
    await page.getByRole('heading', { name: 'El viernes' }).waitFor()
    await page.waitForLoadState('networkidle')
    const path = join(await aFolder(), 'manual.pdf')
    await page.pdf({ path, preferCSSPageSize: true })
    const sheets = textOfPdf(path, '-layout').split('\f').slice(0, -1)
    const [contents = ''] = sheets
    for (const { title, level } of sections) if (level < 3) expect(contents).toContain(title)
    for (const text of ['Buscar', 'En una hoja']) expect(contents).not.toContain(text)
    const begun = sheets.map((sheet) => sheet.trimStart().split('\n')[0]?.trim())
    for (const { title, level } of sections) if (level === 1) expect(begun).toContain(title)
    sheets.forEach((sheet, index) => {
      expect(sheet.trimEnd().split(/\s+/).at(-1)).toBe(String(index + 1))
    })
    const listed = execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(2)
    expect(listed.filter((line) => line.split(/\s+/)[3] === 'image')).toHaveLength(pictures.length)
    expect(sheets.length).toBeLessThan(40)
  },
)

// On a busy machine, the twenty screens of five kiosks take longer than a test usually may.
test('the script of the pictures takes those that the manual names, each on the way to its screen, and they are small', async () => {
  const folder = await aFolder()
  const script = ['--import', 'tsx', 'tests/screens/pictures.ts', '--manual', folder]
  await promisify(execFile)(process.execPath, script, { cwd: root })
  const named = pictures.map(({ file }) => file.slice('docs/pictures/manual/'.length)).sort()
  expect((await readdir(folder)).sort()).toEqual(named)
  expect((await readdir(join(root, 'docs/pictures/manual'))).sort()).toEqual(named)
  const sizes = await Promise.all(pictures.map(async ({ file }) => (await stat(join(root, file))).size))
  expect(Math.max(...sizes)).toBeLessThan(60_000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000)
}, 240_000)

test('every name in bold in the manual and the help is on a screen', async () => {
  const files = committableFiles().filter((file) => /^(client|server)\/.*\.tsx?$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const product = texts.join('\n').replace(/\s+/g, ' ')
  // A number, a name or a row of dots stands for what differs: the words before it are on a screen.
  const missing = boldNames([...sections, ...(await readHelp())]).filter(
    (name) => !product.includes(name.split(/[\d…«]/)[0] || name),
  )
  expect(missing).toEqual([])
})

function boldNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(boldNames)
  if (typeof value !== 'object' || value === null) return []
  const names = Object.values(value).flatMap(boldNames)
  const part = value as Exclude<Part, string>
  return part.kind === 'strong' ? [...names, part.parts.join('')] : names
}

/** Returns the distance of a heading from the top of the window, above or below it. */
function topOf(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (name) =>
      Math.abs(document.getElementById(name)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY),
    id,
  )
}
