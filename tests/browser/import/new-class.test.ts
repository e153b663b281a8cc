/** Tests that an unknown modalidad or licencia of a file is added from the import, once for all of its rows. */
import { expect, test } from 'vitest'
import { requiredNames } from '#domain/pilots/fields'
import { dropOnList } from '../../support/file-drag.ts'
import { importButton } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const riders = [
  ['MX1', 'Nac.'],
  ['mx 1', 'Nacional'],
  ['MX-1', 'NACIONAL'],
  ['85 cc', 'Nacional'],
].map(([modalidad, licencia], index) => ({
  ...aDraft({ name: `Eva ${'ABCD'[index]}` }),
  modalidad,
  licencia,
}))
const lines = [requiredNames, ...riders.map((rider) => requiredNames.map((name) => rider[name as never]))]
const file = { name: 'clases.csv', buffer: Buffer.from(lines.map((line) => line.join(';')).join('\n')) }

test('an admin adds the classes of a file from the import, each once for all of its spellings', async () => {
  const { page, url } = await openPage('/')
  await dropOnList(page, [{ name: file.name, content: file.buffer }])
  const add = (name: string) => page.getByRole('button', { name: `Agregar ${name}`, exact: true })
  await add('«Nacional» como licencia').waitFor()
  await expectAccessibleLayout(page, 'an import with unknown classes')
  // Only a kiosk without classes of its own is led to them.
  const fresh = page.getByText('Este kiosco tiene todavía las clases de uno nuevo.')
  await fresh.waitFor()
  expect(await page.getByRole('link', { name: 'Ir a Clases' }).getAttribute('href')).toBe('/ajustes/clases')
  await add('«Nacional» como licencia').click()
  await fresh.waitFor({ state: 'detached' })
  await add('«Nacional» como licencia').waitFor({ state: 'hidden' })
  await add('«85 cc» como modalidad').click()
  await importButton(page, 'Importar 1 piloto').waitFor()
  await add('«MX1» como modalidad').click()
  await importButton(page, 'Importar 4 pilotos').click()
  await page.getByText('Se importaron 4 pilotos').waitFor()

  const { data } = await (await fetch(`${url}/api?list=all&sort=name`)).json()
  const stored = data.map(({ data_driver }: { data_driver: string }) => JSON.parse(data_driver))
  expect(stored.map(({ modalidad, licencia }: Record<string, string>) => [modalidad, licencia])).toEqual([
    ['MX1', 'Nacional'],
    ['MX1', 'Nacional'],
    ['MX1', 'Nacional'],
    ['85 cc', 'Nacional'],
  ])
})
