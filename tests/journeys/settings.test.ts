/** Tests the gates, the rules of validity and the pictures on the screen *Ajustes*, in a real Chromium. */
import { zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, formatDate, today } from '#domain/text/date'
import { openStores as openStore } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { expectAccessibleLayout } from '../support/looks.ts'
import { restore } from '../support/merges.ts'
import { described, pageOpener, register } from '../support/page.ts'
import { aDraft, aPicture, aPilot } from '../support/pilots.ts'
import { orderHeaders } from '../support/sent-orders.ts'

const openPage = pageOpener()
const day = today()
const yesterday = formatDate(addDays(day, -1))

test('gates, rules of validity and pictures say what is wrong and what they change, then apply at once', async () => {
  const pilots = [aDraft({ dni: 70000001 }), aDraft({ dni: 70000002, licencia: 'Regional' })]
  const { page, url, folder, context } = await openPage('/ajustes/puertas', { pilots })
  await register(url, aDraft({ dni: 70000003, licencia: 'Regional' }), await aPicture())
  const gates = gatesOf(page)
  await gates.giveWrongNames()
  await expectAccessibleLayout(page, 'wrong names of gates')
  await gates.save()
  await page.goto('/ajustes/vigencia')
  const annual = annualRule(page)
  await annual.proposeYesterday()
  await expectAccessibleLayout(page, 'a rule of validity')
  const stores = await openStore(folder)
  const renamed = [{ from: 'Puerta principal', to: 'Norte' }]
  expect((await stores.settings.read()).gate).toEqual({
    again: 'after-exit',
    gates: ['Norte', 'Boxes'],
    renamed,
  })
  await stores.close()

  const [list] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('/search')),
  ])
  await list.getByText('3 pilotos').waitFor()
  await page.bringToFront()
  await annual.save()
  await list.bringToFront()
  await list.getByText(`vencida el ${yesterday}`).waitFor()
  await page.bringToFront()

  await page.goto('/ajustes/fotos')
  await previewPictures(page)
  await expectAccessibleLayout(page, 'the preview of a ZIP')
  await page.getByRole('button', { name: 'Poner 1 foto', exact: true }).waitFor()
  await page.getByLabel('Reemplazar también las fotos que ya hay').check()
  await page.getByRole('button', { name: 'Poner 2 fotos' }).click()
  await page.getByText('Se pusieron 2 fotos.').waitFor()
  await page.getByText('No se pusieron (2)').waitFor()
  const { data } = (await (await fetch(`${url}/api?list=all`)).json()) as {
    data: { attachment: string | null }[]
  }
  expect(data.filter(({ attachment }) => attachment)).toHaveLength(2)

  await page.goto('/ajustes/puertas')
  await gates.expectSaved()
  await page.goto('/ajustes/vigencia')
  await annual.expectSaved()
})

/** Works with the form of the gates. */
function gatesOf(page: Page) {
  const save = page.getByRole('button', { name: 'Guardar las puertas' })
  const name = (number: number) => page.getByLabel(`Nombre de la puerta ${number}`)
  const afterExit = page.getByLabel('No pasa, salvo que antes haya salido')
  return {
    async giveWrongNames() {
      await name(1).fill('Norte')
      await page.getByRole('button', { name: 'Agregar puerta' }).click()
      await name(2).fill(' ｎORTE ')
      await page.getByRole('button', { name: 'Agregar puerta' }).click()
      await afterExit.check()
      await save.click()
      expect(await described(name(2))).toContain('Ya hay una puerta con este nombre')
      expect(await described(name(3))).toContain('Escriba el nombre')
      expect(await name(2).evaluate((input) => input === document.activeElement)).toBe(true)
      await name(3).fill('Sur\u202e')
      await save.click()
      expect(await described(name(3))).toContain('un carácter que no se ve')
      await name(3).fill('')
    },
    async save() {
      await name(2).fill('Boxes')
      await page.getByRole('button', { name: 'Quitar la puerta 3' }).click()
      await save.click()
      await page.getByText('Guardado: vale desde ahora.').waitFor()
    },
    async expectSaved() {
      await expect.poll(() => name(2).inputValue()).toBe('Boxes')
      expect(await afterExit.isChecked()).toBe(true)
    },
  }
}

/** Works with the rule of the annual licence. One credential has such a licence. */
function annualRule(page: Page) {
  const rule = page.getByRole('form', { name: 'Licencia Anual' })
  const save = rule.getByRole('button', { name: 'Guardar' })
  return {
    async proposeYesterday() {
      await rule.getByText(`emitida hoy vence el 31/12/${day.slice(0, 4)}.`).waitFor()
      expect(await save.count()).toBe(0)
      await rule.getByLabel('Un número de días').check()
      await rule.getByLabel('Días', { exact: true }).fill('0')
      await rule.getByText('Un número de 1 a 3.660').waitFor()
      await rule.getByLabel('Días', { exact: true }).fill('30')
      // The day of issue is the first of the 30.
      await rule.getByText(`emitida hoy vence el ${formatDate(addDays(day, 29))}.`).waitFor()
      await rule.getByText('Al guardar, ninguna credencial cambia de estado.').waitFor()
      await rule.getByLabel('Hasta una fecha fija').check()
      await save.click()
      await rule.getByText('Escriba un día del calendario').waitFor()
      await rule.getByLabel('Fecha', { exact: true }).fill(yesterday)
      await rule.getByText('Al guardar, 1 credencial pasa de VIGENTE a VENCIDA.').waitFor()
    },
    async save() {
      await save.click()
      await rule.getByText('Guardado: vale desde ahora. 1 credencial pasó de VIGENTE a VENCIDA.').waitFor()
      expect(await save.count()).toBe(0)
    },
    async expectSaved() {
      await expect.poll(() => rule.getByLabel('Fecha', { exact: true }).inputValue()).toBe(yesterday)
      const regional = page.getByRole('form', { name: 'Licencia Regional' })
      await regional.getByText(`vence el 31/12/${day.slice(0, 4)}`).waitFor()
    },
  }
}

/** Chooses a ZIP with a picture for a pilot without a photo, one for a pilot with a photo, and two useless files. */
async function previewPictures(page: Page): Promise<void> {
  const picture = await aPicture('jpeg')
  const files = {
    '70000001.jpg': picture,
    '70000003.jpg': picture,
    'nadie.jpg': picture,
    'lista.txt': picture,
  }
  const zip = (name: string, content: Buffer) => ({ name, mimeType: 'application/zip', buffer: content })
  await page.getByLabel('Elegir ZIP').setInputFiles(zip('roto.zip', Buffer.from('no es un ZIP')))
  await page.getByRole('alert').filter({ hasText: 'El archivo no es un ZIP' }).waitFor()
  await page.getByLabel('Elegir ZIP').setInputFiles(zip('fotos.zip', Buffer.from(zipSync(files))))
  await page.getByText('1 piloto sin foto tendrá la suya. 1 piloto ya tiene foto.').waitFor()
  await page.getByText('No se pondrán (1)').click()
  await page.getByText('nadie.jpg').waitFor()
  await page.getByText('No sirven como foto (1)').click()
  await page.getByText('lista.txt').waitFor()
}

test('data of riders who are away for long is reviewed, and forgotten for those whom a person chooses', async () => {
  const folder = await aFolder()
  const old = '2020-02-01T08:00:00.000Z'
  const before = await openStore(folder)
  const pilots = [
    { ...aPilot('7K3Q9XW2M4T0', aDraft({ name: 'Ana', alergias: 'Penicilina', poliza: 'P-1' })), since: old },
    { ...aPilot('7K3Q9XW2M4T1', aDraft({ name: 'Bea' })), since: old },
    { ...aPilot('7K3Q9XW2M4T2', aDraft({ name: 'Caro', tiposangre: null })), since: old },
  ]
  await restore(before.merges, { pilots })
  await before.close()
  const { page } = await openPage('/ajustes/datos', { folder, pilots: [aDraft({ name: 'Zoe' })] })
  const section = page.getByRole('region', { name: 'Datos personales' })
  await section.getByLabel('Salud y seguro: meses').fill('0')
  await section.getByRole('button', { name: 'Guardar plazos' }).click()
  await section.getByText('Un número de 1 a 240, o vacío si nunca').waitFor()
  await section.getByLabel('Salud y seguro: meses').fill('24')
  await section.getByLabel('La persona entera: meses').fill('60')
  await section.getByRole('button', { name: 'Guardar plazos' }).click()
  await section.getByText('Guardado: vale desde ahora.').waitFor()
  await section.getByText('2 personas').waitFor()
  await section.getByText('3 personas').waitFor()
  await section.getByRole('button', { name: 'Revisar: Salud y seguro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Última vez: 01/02/2020 · tipo de sangre, Alergias y medicación y Póliza').waitFor()
  await dialog.getByLabel('Ana Núñez Peña').check()
  await expectAccessibleLayout(page, 'the riders whose health data is due')
  await dialog.getByRole('button', { name: 'Olvidar los datos de 1 persona' }).click()
  await dialog.getByText('tampoco quedan en el historial').waitFor()
  await dialog.getByRole('button', { name: 'Olvidar ahora' }).click()
  await section.getByText('Se olvidaron los datos de 1 persona (Salud y seguro).').waitFor()
  await section.getByText('1 persona', { exact: true }).waitFor()
  await section.getByRole('button', { name: 'Revisar: La persona entera' }).click()
  await dialog.getByLabel('Caro Núñez Peña').check()
  await dialog.getByRole('button', { name: 'Borrar para siempre a 1 persona' }).click()
  await dialog.getByLabel('cuántas personas son: 1').fill('1')
  // Another person removes the rider between the list and the order.
  await page.request.delete(new URL('/api/pilots/7K3Q9XW2M4T2', page.url()).href, { headers: orderHeaders() })
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click()
  await section
    .getByText('No se borró a nadie: 1 persona ya no estaba en la lista y quedó como estaba.')
    .waitFor()
  await section.getByRole('button', { name: 'Revisar: La persona entera' }).click()
  await dialog.getByLabel('Bea Núñez Peña').check()
  await dialog.getByRole('button', { name: 'Borrar para siempre a 1 persona' }).click()
  const erase = dialog.getByRole('button', { name: 'Borrar para siempre' })
  expect(await erase.isDisabled()).toBe(true)
  await dialog.getByLabel('cuántas personas son: 1').fill('1')
  await erase.click()
  await section.getByText('Se borró para siempre a 1 persona').waitFor()
  const after = await openStore(folder)
  expect(await after.pilots.get('7K3Q9XW2M4T0')).toMatchObject({
    tiposangre: null,
    email: 'inigo@ejemplo.org',
  })
  expect((await after.pilots.list({})).pilots.map(({ name }) => name)).toEqual(['Zoe', 'Ana'])
  await after.close()
})
