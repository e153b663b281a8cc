/** Tests how a person mends what other programs have damaged in a file, and chooses its encoding, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { test } from 'vitest'
import { importButton, startImport } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const sheet = async (name: string) => ({ name, buffer: await readFile(`tests/fixtures/sheets/${name}`) })

test('one press mends all damaged cells of a kind, also in several columns, and another one takes it back', async () => {
  const { page } = await openPage('/')
  await startImport(page, await sheet('03-mojibake.csv'))
  await page.getByText('2 celdas con letras que otro programa leyó mal').waitFor()
  await page.getByText('Otro programa la dañó: probablemente dice «Núñez»').waitFor()
  await expectAccessibleLayout(page, 'damaged cells of a file')
  await page.getByRole('button', { name: 'Corregir las 2 celdas' }).click()
  await importButton(page, 'Importar 1 piloto').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Corregir las 2 celdas' }).click()
  await page.getByRole('button', { name: 'Corregir la celda' }).first().click()
  await importButton(page, 'Importar 2 pilotos').waitFor()
  await page.getByRole('button', { name: 'Corregir la celda' }).click()
  await importButton(page, 'Importar 3 pilotos').click()
  await page.getByText('Se importaron 3 pilotos').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  for (const name of ['José Núñez', 'José Quispe', 'María Quispe'])
    await page.getByRole('link', { name }).first().waitFor()
})

test('a file that may have either of two encodings asks which one, and its letters are stored as in the one chosen', async () => {
  const { page } = await openPage('/')
  const plain = { name: 'Ana', lastname: 'Rojas', club: 'Sur', participacion: 'Debutante' }
  const drafts = [aDraft({ ...plain, lastname: 'Úbeda' }), aDraft(plain)]
  const text = [Object.keys(aDraft()), ...drafts.map(Object.values)]
    .map((cells) => cells.join(';'))
    .join('\n')
  await startImport(page, { name: 'dos.csv', buffer: iconv.encode(text, 'cp850') })
  const question = page.getByRole('group', { name: 'Codificación del archivo' })
  await importButton(page, 'Importar 1 piloto').waitFor()
  await page
    .getByText('El archivo puede ser Windows-1252 («ébeda») o DOS (CP850) («Úbeda»)')
    .first()
    .waitFor()
  await expectAccessibleLayout(page, 'the choice of an encoding')
  await question.getByRole('radio', { name: 'DOS (CP850)' }).check()
  await importButton(page, 'Importar 2 pilotos').click()
  await page.getByText('Se importaron 2 pilotos').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('link', { name: 'Úbeda' }).first().waitFor()
})
