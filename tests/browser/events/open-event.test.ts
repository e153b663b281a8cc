/** Tests the section *Evento* of *Ajustes*, and what a new event leaves behind, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { firstEventId } from '#domain/events/event'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, enter, openEventOf, setEvent } from '../../support/events.ts'
import { changeGates, sendScans } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, openElsewhere, pageOpener, register } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()
const form = (page: Page) => page.getByRole('form', { name: 'Evento abierto' })

test('a new event begins empty, takes over the entries of the last one, and leaves that one its passages', async () => {
  const opened = await openPage('/ajustes/evento')
  const { page, url } = opened
  const ana = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe', modalidad: 'MOTOCROSS' }))
  const eva = await register(url, aDraft({ name: 'Eva', lastname: 'Rojas', modalidad: 'RALLY' }))
  await enter(url, { ids: [ana, eva] })
  await changeGates(url, { gates: ['Norte'] })
  await sendScans(url, aScan({ scanned: ana }), aScan({ scanned: 'un texto' }))
  const passages = await openElsewhere(opened, '/incidencias?all=1')
  await passages.getByText('2 lecturas').waitFor()
  expect(await passages.getByLabel('Evento').count()).toBe(0)

  // The first event gets a name, and a place that the next one takes over.
  await form(page).getByLabel('Último día').fill('31/02/2026')
  await form(page).getByRole('button', { name: 'Guardar el evento' }).click()
  await expect.poll(() => described(form(page).getByLabel('Último día'))).toContain('día del calendario')
  await form(page).getByLabel('Último día').fill('')
  await form(page).getByRole('button', { name: 'Guardar el evento' }).click()
  await expect
    .poll(() => described(form(page).getByLabel('Nombre')))
    .toContain('Escriba el nombre del evento')
  await form(page).getByLabel('Nombre').fill('Copa Andina')
  await form(page).getByLabel('Lugar').fill('Tarma')
  await form(page).getByLabel('Pagó').check()
  await form(page).getByLabel('RALLY', { exact: true }).uncheck()
  await form(page).getByLabel('Las credenciales y tarjetas llevan la categoría').uncheck()
  await form(page).getByRole('button', { name: 'Guardar el evento' }).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  await expectAccessibleLayout(page, 'the open event')

  await form(page).getByRole('button', { name: 'Nuevo evento…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo evento' })
  await dialog.getByText('Copa Andina termina').waitFor()
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('')
  expect(await dialog.getByLabel('Lugar').inputValue()).toBe('Tarma')
  expect(await dialog.getByLabel('Pagó').isChecked()).toBe(true)
  expect(await dialog.getByLabel('Las credenciales y tarjetas llevan').isChecked()).toBe(false)
  expect(await dialog.getByLabel('RALLY', { exact: true }).isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Abrir el evento' }).click()
  await expect.poll(() => described(dialog.getByLabel('Nombre'))).toContain('Escriba el nombre del evento')
  await expectAccessibleLayout(page, 'the dialog of a new event')
  await dialog.getByLabel('Nombre').fill('Gran Premio')
  await dialog.getByRole('button', { name: 'Abrir el evento' }).dblclick()

  const done = page.getByRole('dialog', { name: 'Gran Premio está abierto' })
  await done.getByRole('button', { name: 'Inscribir a los del último evento' }).click()
  await done.getByText('1 inscripción hecha.').waitFor()
  await done.getByText('Eva Rojas (RALLY): RALLY no corre en este evento').waitFor()
  await expectAccessibleLayout(page, 'the report of the entries that were taken over')
  await done.getByRole('button', { name: 'Cerrar' }).click()
  expect(await form(page).getByLabel('Nombre').inputValue()).toBe('Gran Premio')

  // The other page follows: it shows the passages of the new event, and those of before when they are chosen.
  await passages.getByRole('heading', { name: 'No hay lecturas.' }).waitFor()
  await sendScans(url, aScan({ scanned: eva }))
  await passages.getByText('1 lectura', { exact: true }).waitFor()
  await passages.getByLabel('Evento').selectOption('Copa Andina')
  await passages.waitForURL(`**/incidencias?all=1&event=${firstEventId}`)
  await passages.getByText('2 lecturas').waitFor()
  await expectAccessibleLayout(passages, 'the passages of an earlier event')
  await passages.getByLabel('Evento').selectOption('Todos los eventos')
  await passages.getByText('3 lecturas').waitFor()

  const earlier = page.getByRole('list', { name: 'Eventos anteriores' })
  expect(await earlier.getByRole('listitem').count()).toBe(1)
  const saving = await downloadFrom(
    earlier.getByRole('button', { name: 'Descargar las lecturas de Copa Andina' }),
  )
  expect((await readFile(await saving.path())).subarray(0, 2).toString()).toBe('PK')
  await earlier.getByRole('link', { name: 'Ver las lecturas de Copa Andina' }).click()
  await page.getByText('2 lecturas').waitFor()
})

test('what is typed stays while another person opens an event, and is then not saved as that of the other one', async () => {
  const { page, url } = await openPage('/ajustes/evento')
  await form(page).getByRole('button', { name: 'Nuevo evento…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo evento' })
  await dialog.getByLabel('Nombre').fill('Gran Premio')
  await setEvent(url, anEvent({ name: 'Copa Andina' }), 'open')
  await dialog.getByRole('button', { name: 'Abrir el evento' }).click()
  await dialog.getByText('Mientras tanto se abrió Copa Andina').waitFor()
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('Gran Premio')
  // A second try ends the other event.
  await dialog.getByText('Copa Andina termina').waitFor()
  await dialog.getByRole('button', { name: 'Abrir el evento' }).click()
  await page.getByRole('dialog', { name: 'Gran Premio está abierto' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => form(page).getByLabel('Nombre').inputValue()).toBe('Gran Premio')
  await form(page).getByLabel('Lugar').fill('Cusco')
  await setEvent(url, anEvent({ name: 'Copa Sur', place: 'Lima' }), 'open')
  await form(page).getByText('Mientras tanto se abrió Copa Sur.').waitFor()
  expect(await form(page).getByLabel('Lugar').inputValue()).toBe('Cusco')
  await form(page).getByRole('button', { name: 'Guardar el evento' }).click()
  await expect.poll(() => form(page).getByLabel('Lugar').inputValue()).toBe('Lima')
  await page.getByRole('list', { name: 'Eventos anteriores' }).getByText('Cusco').waitFor()
})

test('the country of the event decides which numbers lead to WhatsApp, and the others can be called', async () => {
  const opened = await openPage('/ajustes/evento', { countryCode: undefined })
  const { page, url } = opened
  const ana = await register(url, aDraft({ name: 'Ana', celular: 3511234567 }))
  const eva = await register(url, aDraft({ name: 'Eva', dni: 40000002, celular: 987654321 }))
  const credential = await openElsewhere(opened, `/credencial/${ana}`)
  const chat = (celular: string) => credential.getByRole('link', { name: celular })
  expect(await chat('3511234567').getAttribute('href')).toBe('https://wa.me/3511234567')
  await credential.getByText('Sin código de país puede ser el chat de otra persona').waitFor()

  await form(page).getByLabel('Nombre').fill('Copa Andina')
  await form(page).getByLabel('País').selectOption('Argentina')
  await form(page).getByRole('button', { name: 'Guardar el evento' }).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  await expectAccessibleLayout(page, 'the country of the event')
  // The other page follows.
  await expect.poll(() => chat('3511234567').getAttribute('href')).toBe('https://wa.me/5493511234567')
  expect(await credential.getByText('Sin código de país').count()).toBe(0)

  await credential.goto(`/credencial/${eva}`)
  expect(await chat('987654321').getAttribute('href')).toBe('tel:987654321')
  await credential.getByText('Sin WhatsApp: no es un celular del país del evento').waitFor()
  await expectAccessibleLayout(credential, 'a credential whose number is of no country')
})

test('the country of --country-code is offered, and holds once it is saved', async () => {
  const { page } = await openPage('/ajustes/evento')
  await form(page).getByLabel('Nombre').fill('Copa Andina')
  expect(await form(page).getByLabel('País').inputValue()).toBe('')
  await form(page).getByRole('button', { name: 'Elegir Perú, por el código 51' }).click()
  await form(page).getByRole('button', { name: 'Guardar el evento' }).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  expect(await form(page).getByLabel('País').inputValue()).toBe('PE')
  expect(await form(page).getByRole('button', { name: 'Elegir Perú, por el código 51' }).count()).toBe(0)
})

test('an event opened by mistake is removed after a question, and one with passages says why it stays', async () => {
  const { page, url } = await openPage('/ajustes/evento')
  expect(
    await form(page)
      .getByRole('button', { name: /Quitar/ })
      .count(),
  ).toBe(0)
  await setEvent(url, anEvent({ name: 'Copa Andina' }), 'open')
  await changeGates(url, { gates: ['Norte'] })
  await sendScans(url, aScan({ scanned: 'un texto' }))
  await setEvent(url, anEvent({ name: 'Error' }), 'open')
  await expect.poll(() => form(page).getByLabel('Nombre').inputValue()).toBe('Error')
  await form(page).getByRole('button', { name: 'Quitar este evento…' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Quitar Error?' })
  await dialog.getByText('Queda abierto el evento anterior.').waitFor()
  await expectAccessibleLayout(page, 'the question before an event is removed')
  await dialog.getByRole('button', { name: 'Quitar' }).click()
  await expect.poll(() => form(page).getByLabel('Nombre').inputValue()).toBe('Copa Andina')
  await setEvent(url, anEvent({ name: 'Gran Premio' }), 'open')
  await page.getByRole('button', { name: 'Quitar Copa Andina' }).click()
  const refused = page.getByRole('dialog', { name: '¿Quitar Copa Andina?' })
  await refused.getByRole('button', { name: 'Quitar' }).click()
  await refused.getByText('El evento no se quitó: tiene 1 lectura.').waitFor()
})

test('what two desks change in one event is kept of both, and of a field that both changed, each version is shown and one chosen', async () => {
  const { page, url } = await openPage('/ajustes/evento')
  await setEvent(url, anEvent({ name: 'Copa Andina', place: 'Tarma' }))
  const field = (label: string) => form(page).getByLabel(label, { exact: true })
  const save = form(page).getByRole('button', { name: 'Guardar el evento' })
  await expect.poll(() => field('Nombre').inputValue()).toBe('Copa Andina')

  // Different fields: nobody has to choose.
  await field('Lugar').fill('Jauja')
  await setEvent(url, anEvent({ name: 'Copa Sierra', place: 'Tarma' }))
  await save.click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  expect(await openEventOf(url)).toMatchObject({ name: 'Copa Sierra', place: 'Jauja' })

  await field('Nombre').fill('Copa del Sol')
  await field('Último día').fill('23/11/2026')
  await setEvent(url, anEvent({ name: 'Copa de Oro', place: 'Jauja', checks: ['payment'] }))
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Dos versiones de este evento' })
  await dialog.getByText('Copa de Oro').waitFor()
  expect(await openEventOf(url)).toMatchObject({ name: 'Copa de Oro', last: '2026-11-22' })
  await dialog.getByRole('button', { name: 'Guardar así' }).click()
  await dialog.getByText('Los dos lo cambiaron: elija una').waitFor()
  await expectAccessibleLayout(page, 'the two versions of an event')
  await dialog.getByRole('group', { name: 'Nombre' }).getByLabel('La suya').check()
  await dialog.getByRole('button', { name: 'Guardar así' }).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  const chosen = { name: 'Copa del Sol', place: 'Jauja', last: '2026-11-23', checks: ['payment'] }
  expect(await openEventOf(url)).toMatchObject(chosen)
  expect(await field('Nombre').inputValue()).toBe('Copa del Sol')
  expect(await save.count()).toBe(0)
})
