/** Tests what the form says of somebody who is registered under another DNI, or was removed, in a real Chromium. */
import { expect, test } from 'vitest'
import { openFolder } from '../../../../server/store/open.ts'
import { aFolder } from '../../../support/folder.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import {
  addAccount,
  asLan,
  blank,
  described,
  fill,
  labelled,
  openElsewhere,
  pageOpener,
  register,
  signIn,
} from '../../../support/page.ts'
import { aDraft, aPicture, aRow } from '../../../support/pilots.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()
const ana = aDraft({ name: 'Ana María', lastname: 'Núñez', dni: 40123456, npiloto: '7', nlicencia: 'FM-7' })

test('a person who is registered with nearly the same DNI is shown beside the name before and after saving, with the photo', async () => {
  const { page, url } = await openPage('/form')
  const id = await register(url, ana, await aPicture('png', 400, 400))
  await labelled(page, 'dni').fill('40123465')
  await labelled(page, 'name').fill('ana maria')
  await labelled(page, 'lastname').fill('Nuñez')
  await labelled(page, 'fechanac').fill('28/02/1994')
  await labelled(page, 'nlicencia').focus()
  const owner = page.getByRole('link', { name: 'Ana María Núñez' })
  await owner.waitFor()
  expect(await described(labelled(page, 'name'))).toBe(
    '¿Es la misma persona? Ana María Núñez, de la misma fecha de nacimiento, está con el documento 40123456, que difiere en una cifra.',
  )
  expect(await owner.getAttribute('href')).toBe(`/credencial/${id}`)
  const photo = page.locator('form img')
  await photo.evaluate((image: HTMLImageElement) => image.decode())
  await expectAccessibleLayout(page, 'a form of a person with nearly the same DNI')

  // Another birth date is another person.
  await labelled(page, 'fechanac').fill('01/03/1994')
  await expect.poll(() => owner.count()).toBe(0)
  await labelled(page, 'fechanac').fill('28/02/1994')
  await labelled(page, 'nlicencia').focus()
  await owner.waitFor()
  // It is a question, and no refusal.
  await fill(page, {
    ...aDraft({ npiloto: '8', nlicencia: 'FM-8' }),
    name: 'Ana María',
    lastname: 'Núñez',
    dni: '40123465',
  })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  await page
    .getByText('tiene el mismo nombre y la misma fecha de nacimiento, con el documento 40123456')
    .waitFor()
})

test('a rider of the list without a document is shown beside the name with a link that completes it, so that nobody is doubled', async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  await stores.pilots.import([aRow(0, { ...ana, dni: '', fechanac: '' })], { incomplete: true })
  const [rider] = (await stores.pilots.list({})).pilots
  await stores.close()
  const { page, url } = await openPage('/form', { folder })
  await labelled(page, 'name').fill('ana maria')
  await labelled(page, 'lastname').fill('Nuñez')
  await labelled(page, 'dni').focus()
  const question = '¿Es la misma persona? Ana María Núñez está incompleto, sin documento'
  await page.getByRole('link', { name: 'Ana María Núñez' }).waitFor()
  expect(await described(labelled(page, 'name'))).toBe(`${question} · Completar`)
  await expectAccessibleLayout(page, 'a form of a person who is in the list without a document')
  // Two riders of one name are stored only by somebody who was asked, and is told again.
  await fill(page, { ...aDraft({ npiloto: '7' }), name: 'Ana María', lastname: 'Núñez', dni: '40123465' })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  await page.getByText('Ana María Núñez tiene el mismo nombre y está incompleto, sin documento').waitFor()

  await labelled(page, 'name').fill('Ana María')
  await labelled(page, 'lastname').fill('Núñez')
  await labelled(page, 'dni').fill('40123477')
  await labelled(page, 'nlicencia').fill('FM-70')
  await labelled(page, 'fechanac').focus()
  await page.getByRole('link', { name: 'Completar', exact: true }).click()
  await page.waitForURL(`${url}/form/${rider?.id}`)
  await labelled(page, 'dni').waitFor()
  await expect.poll(() => labelled(page, 'name').inputValue()).toBe('Ana María')
  // The typed values fill in those that the rider lacks, and change no other.
  expect(await labelled(page, 'dni').inputValue()).toBe('40123477')
  expect(await labelled(page, 'nlicencia').inputValue()).toBe('FM-7')
  await labelled(page, 'fechanac').fill('28/02/1994')
  await page.keyboard.press('Control+Enter')
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
})

test('the DNI of a removed rider offers to restore the rider at once, whose notice then follows', async () => {
  const folder = await aFolder()
  await addAccount(folder, 'eva', undefined, 'mesa')
  const opened = await openPage('/form', { folder })
  const { page, url } = opened
  const id = await register(url, ana)
  await askAt(url, 'DELETE', `/api/pilots/${id}`)
  await labelled(page, 'dni').fill('40123456')
  await labelled(page, 'name').focus()
  await page.getByText(/Ana María Núñez, de este documento, se borró el \d\d\/\d\d\/\d{4}/).waitFor()
  await expectAccessibleLayout(page, 'the notice of a removed rider')

  // The desk without an admin learns of the rider, and restores nobody.
  const desk = await openElsewhere(opened, blank)
  await asLan(desk)
  await desk.goto('/login')
  await signIn(desk, 'eva')
  await desk.goto('/form')
  await labelled(desk, 'dni').fill('40123456')
  await labelled(desk, 'name').focus()
  await desk.getByText('Un administrador puede restaurarlo, con su credencial anterior.').waitFor()
  expect(await desk.getByRole('button', { name: 'Restaurar' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Restaurar' }).dblclick()
  await page.getByText('Ana María Núñez ya está registrado VIGENTE').waitFor()
  expect(await page.getByRole('button', { name: 'Restaurar' }).count()).toBe(0)
  expect((await fetch(`${url}/api?list=${id}`)).status).toBe(200)
})
