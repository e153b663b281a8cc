/** Tests in a real Chromium of the desk that lends chips and takes them back, with a scanner that types. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anEvent, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { laptop, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { pricedEvent, sendOrder } from '../../support/till.ts'

const openPage = pageOpener()

/** Opens the screen of an event with chips and two riders who are entered, and one who is not. */
async function openDesk(viewport = laptop) {
  const opened = await openPage(undefined, { viewport })
  const { url, page } = opened
  const ana = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Quispe', npiloto: '71', celular: 912345678 }),
  )
  const eva = await register(url, aDraft({ name: 'Eva', lastname: 'Ruiz', npiloto: '72' }))
  const luz = await register(url, aDraft({ name: 'Luz', lastname: 'Soto', npiloto: '73', dni: 45678912 }))
  await sendOrder(url, '/api/entries', { ids: [ana, eva], modalidades: ['MOTOCROSS'] })
  const chips = ['12', '13', '14'].map((label) => ({ code: `AB-401${label}`, label, rented: false }))
  await sendOrder(url, '/api/chips', { chips })
  await page.goto('/chips')
  await page.getByRole('searchbox', { name: 'Chip o piloto' }).waitFor()
  return { ...opened, ana, eva, luz }
}

const answer = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const out = (page: Page, count: number) => button(page, `Sin devolver ${count}`)

/** Returns who has which chip. */
async function lentTo(url: string): Promise<[rider: string, chip: string][]> {
  const { data } = await (await fetch(`${url}/api/chips`)).json()
  return data[0].lent.map(({ name, chip }: { name: string; chip: string }) => [name, chip])
}

test('a chip and a rider are lent, and the lent chip is taken back with what the rider left', async () => {
  const { page, url, ana } = await openDesk()
  await button(page, 'Depósito: nada').click()
  const left = page.getByRole('textbox', { name: 'Qué dejan por el chip' })
  await left.fill('1.500')
  await button(page, 'Usar').click()
  await page.getByText('Escríbalo sin separar los miles').waitFor()
  await left.fill('DNI')
  await button(page, 'Usar').click()
  await scan(page, 'AB-40112')
  await page.getByText('Ahora escanee al piloto.').waitFor()
  await scan(page, `http://192.168.1.20:4780/credencial/${ana}`)
  await answer(page, 'Prestado: chip 12 a Ana Quispe').getByText('Deja: DNI').waitFor()
  await out(page, 1).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Ana Quispe' })
  await row.getByText('dejó DNI').waitFor()
  const chat = await row.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  expect(chat).toMatch(/^https:\/\/wa\.me\/51912345678\?text=Hola%2C%20Ana.*chip%2012/)
  await scan(page, 'AB-40112')
  await answer(page, 'Devolvió: Ana Quispe').getByText('Devuelva: DNI').waitFor()
  expect(await lentTo(url)).toEqual([])
  await page.reload()
  await button(page, 'Depósito: DNI').waitFor()
  await expectAccessibleLayout(page, 'the screen of chips')
})

test('a double scan lends once, a number and a name find the rider, and who is not entered is told', async () => {
  const { page, url, ana } = await openDesk()
  await scan(page, 'AB-40112')
  await scan(page, 'AB-40112')
  await scan(page, ana)
  await scan(page, ana)
  await answer(page, 'Prestado: chip 12 a Ana Quispe').waitFor()
  await scan(page, 'AB-40113')
  await page.getByText('Ahora escanee al piloto.').waitFor()
  const box = page.getByRole('searchbox', { name: 'Chip o piloto' })
  await box.fill('72')
  await box.press('Enter')
  await answer(page, 'Prestado: chip 13 a Eva Ruiz').waitFor()
  await box.fill('14')
  await box.press('Enter')
  await box.fill('45678912')
  await box.press('Enter')
  await answer(page, 'Prestado: chip 14 a Luz Soto').getByText('No está inscrito en este evento').waitFor()
  expect(await lentTo(url)).toEqual([
    ['Ana Quispe', 'AB-40112'],
    ['Eva Ruiz', 'AB-40113'],
    ['Luz Soto', 'AB-40114'],
  ])
})

test('an unknown chip is asked once and goes on, a rider who is not found leaves the chip, and a name of two is chosen', async () => {
  const { page, url } = await openDesk()
  await register(url, aDraft({ name: 'Ana', lastname: 'Solar', npiloto: '90' }))
  await scan(page, 'ZZ-90001')
  await answer(page, '«ZZ-90001» no es un chip').waitFor()
  await button(page, 'Agregarlo como chip').click()
  await page.getByRole('textbox', { name: 'Etiqueta' }).fill('20')
  await page.getByRole('checkbox', { name: 'Es alquilado' }).uncheck()
  await button(page, 'Agregar').last().click()
  await page.getByText('Chip 20').first().waitFor()
  const box = page.getByRole('searchbox', { name: 'Chip o piloto' })
  await box.fill('555')
  await box.press('Enter')
  await answer(page, 'Nadie tiene «555»').waitFor()
  await page.getByText('Ahora escanee al piloto.').waitFor()
  await box.fill('ana')
  await box.press('Enter')
  await button(page, /Ana Solar/).click()
  await answer(page, 'Prestado: chip 20 a Ana Solar').waitFor()
  expect(await lentTo(url)).toEqual([['Ana Solar', 'ZZ-90001']])
})

test('a chip that another desk has lent names who has it, and is taken from that rider first', async () => {
  const { page, url, ana, eva } = await openDesk()
  await scan(page, eva)
  await page.getByText('Ahora escanee el chip.').waitFor()
  await page.route('**/api/chips', (route) => route.abort())
  await sendOrder(url, '/api/chips/lend', { id: 'en-otra-mesa', rider: ana, chip: '12' })
  await scan(page, 'AB-40112')
  await answer(page, 'El chip 12 lo tiene Ana Quispe').waitFor()
  await button(page, 'Recibir de él').click()
  await answer(page, 'Devolvió: Ana Quispe').getByText('No lo tenía Eva Ruiz').waitFor()
  await page.getByText('Ahora escanee el chip.').waitFor()
  await page.unroute('**/api/chips')
  await scan(page, 'AB-40113')
  await answer(page, 'Prestado: chip 13 a Eva Ruiz').waitFor()
  await sendOrder(url, '/api/chips/lend', { id: 'en-otra-mesa-2', rider: ana, chip: '14' })
  await out(page, 2).waitFor()
  await scan(page, ana)
  await answer(page, 'Ya tiene el chip 14').waitFor()
})

test('the label of a chip may be the number of a rider, which is asked, and who still owes gets no deposit back', async () => {
  const { page, url, ana } = await openDesk()
  const { ask } = await pricedEvent(url)
  await ask('PUT', '/api/till/letter', { letter: 'A' })
  await register(url, aDraft({ name: 'Rosa', lastname: 'Paz', npiloto: '12' }))
  const box = page.getByRole('searchbox', { name: 'Chip o piloto' })
  await box.fill('12')
  await box.press('Enter')
  await button(page, /^Chip 12$/).waitFor()
  await button(page, /Rosa Paz/).click()
  await page.getByText('Ahora escanee el chip').waitFor()
  await box.press('Escape')
  await sendOrder(url, '/api/chips/lend', { id: 'con-deposito', rider: ana, chip: '12', deposit: 3000 })
  await out(page, 1).waitFor()
  await box.fill('12')
  await box.press('Enter')
  await button(page, /Rosa Paz/).waitFor()
  await button(page, /^Chip 12$/).click()
  await answer(page, 'Devolvió: Ana Quispe')
    .getByText('Todavía debe S/ 120.00: el depósito de S/ 30.00 no se devuelve.')
    .waitFor()
  await button(page, 'Cobrar').click()
  await page.getByText(/el monto exacto/).waitFor()
  // A chip that is scanned too early pays nothing.
  await scan(page, '0012311')
  expect(await page.getByRole('textbox', { name: 'Entrega' }).inputValue()).toBe('')
  await button(page, 'Cobrar S/ 120.00').click()
  await page.getByText('A-0001').first().waitFor()
  await page.keyboard.press('Escape')
  await answer(page, 'Devolvió').waitFor({ state: 'detached' })
  await scan(page, 'AB-40113')
  await scan(page, ana)
  await answer(page, 'Prestado: chip 13').getByText('Su inscripción tenía el transponder AB-40112.').waitFor()
})

test('a chip for a rider with several entries is asked for which it is, and a scan meanwhile changes nothing', async () => {
  const { page, url, ana } = await openDesk()
  const categories = ['KZ2', 'Máster A'].map((name) => ({ modalidad: 'RALLY', name }))
  await setEvent(url, anEvent({ categories: categories as never }))
  for (const [number, id] of [
    ['7', 'rally-kz2'],
    ['8', 'rally-mastera'],
  ])
    await sendOrder(url, '/api/entries', {
      ...{ ids: [ana], modalidades: ['RALLY'], number, further: true, categories: { RALLY: { id } } },
    })
  const box = page.getByRole('searchbox', { name: 'Chip o piloto' })
  const choices = page.getByRole('list', { name: 'Elija uno' }).getByRole('button')
  const transponders = async () => {
    const { data } = await (await fetch(`${url}/api?list=${ana}`)).json()
    return data[0].entries.map(({ transponder }: { transponder?: string }) => transponder)
  }
  await scan(page, 'AB-40112')
  await box.fill('8')
  await box.press('Enter')
  await page.getByText('Corre en varias: elija para cuáles es el chip.').waitFor()
  await scan(page, 'AB-40113')
  expect(await choices.allTextContents()).toEqual([
    ...['Para todas sus inscripciones', 'Solo para 71 MOTOCROSS'],
    ...['Para las de RALLY', 'Solo para 7 KZ2', 'Solo para 8 Máster A'],
  ])
  await expectAccessibleLayout(page, 'the entries for which a chip can be')
  expect(await lentTo(url)).toEqual([])
  await button(page, 'Para las de RALLY').click()
  await answer(page, 'Prestado: chip 12 a Ana Quispe').getByText('Para las de RALLY.').waitFor()
  expect(await transponders()).toEqual([undefined, 'AB-40112', 'AB-40112'])
  await scan(page, 'AB-40113')
  await scan(page, ana)
  await button(page, 'Solo para 71 MOTOCROSS').click()
  await answer(page, 'Prestado: chip 13 a Ana Quispe').waitFor()
  expect(await transponders()).toEqual(['AB-40113', 'AB-40112', 'AB-40112'])
  await out(page, 2).click()
  const row = page.getByRole('listitem').filter({ hasText: 'AB-40113' })
  await row.getByText('Número 71').waitFor()
})

test('a scan during which a closed dialog gives the focus back to the field is taken whole', async () => {
  const { page, ana } = await openDesk()
  await page.evaluate(() => {
    const box = document.activeElement as HTMLElement
    box.blur()
    let strokes = 0
    addEventListener('keydown', () => ++strokes === 5 && box.focus(), { capture: true })
  })
  await scan(page, 'AB-40113')
  await page.getByText('Ahora escanee al piloto.').waitFor({ timeout: 5000 })
  await scan(page, ana)
  await answer(page, 'Prestado: chip 13').waitFor()
})

test('an order whose answer was lost is sent again under its identifier, and lends once', async () => {
  const { page, url, ana } = await openDesk()
  await scan(page, 'AB-40112')
  await page.route('**/api/chips/lend', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await scan(page, ana)
  await answer(page, 'El kiosco no responde').waitFor()
  await page.unroute('**/api/chips/lend')
  await button(page, 'Reintentar').click()
  await answer(page, 'Prestado: chip 12 a Ana Quispe').waitFor()
  expect(await lentTo(url)).toEqual([['Ana Quispe', 'AB-40112']])
})

test('many chips are pasted, seen with their bad lines, and stored; an admin removes one', async () => {
  const { page, url } = await openDesk(phone)
  await button(page, 'Agregar chips').click()
  const list = page.getByRole('textbox', { name: 'Un chip por línea' })
  await scan(page, 'AB-40177')
  await scan(page, 'AB-40178')
  expect(await list.inputValue()).toBe('AB-40177\nAB-40178\n')
  await list.fill('X1\t31\tsí\nX2\t12\t\nX3\t33\ttal vez\nX4')
  await button(page, 'Revisar').click()
  await page.getByText('2 chips se pueden agregar, 2 líneas tienen un problema').waitFor()
  await page.getByText('12 ya es el código o la etiqueta del chip AB-40112').waitFor()
  await page.getByText('Alquilado es sí o no, y dice «tal vez»').waitFor()
  expect(await list.inputValue()).toMatch(/^X1/)
  await expectAccessibleLayout(page, 'the preview of a list of chips')
  await button(page, 'Agregar 2').click()
  await page.getByText('Se agregaron 2 chips.').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar en esta lista' }).fill('x4')
  await button(page, 'Quitar el chip X4').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Ningún chip tiene eso.').waitFor()
  const { data } = await (await fetch(`${url}/api/chips`)).json()
  expect(data[0].chips).toHaveLength(4)
})

test('the credential shows the chip of its rider, and the desk takes it back there with its rent', async () => {
  const { page, url, ana } = await openDesk()
  await pricedEvent(url)
  await sendOrder(url, '/api/chips', { chips: [{ code: 'AB-40112', label: '12', rented: true }] })
  await sendOrder(url, '/api/chips/lend', { id: 'para-la-credencial', rider: ana, chip: '12' })
  await page.goto(`/credencial/${ana}`)
  await page.getByText('Chip 12').waitFor()
  await button(page, 'Recibir').click()
  await page.getByText('Chip 12').waitFor({ state: 'detached' })
  await button(page, 'Quitar Alquiler de chip').click()
  await button(page, 'Quitar Alquiler de chip').waitFor({ state: 'detached' })
  expect(await lentTo(url)).toEqual([])
})
