/** Tests of the screen *Por aprobar*: the desk decides on riders who have applied on their own phones, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { GivenEvent } from '#domain/events/event'
import type { PilotRecord } from '#domain/pilots/schemas'
import { anEvent, openEventOf, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { openElsewhere, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { openReception } from '../../support/reception.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

const strokes = 'M100 200l300 -80l300 140'

/** Writes the text of the waiver, and returns a signature below it. */
async function writeWaiver(url: string) {
  const [{ hash }] = await askAt(url, 'PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.' })
  return { hash, strokes }
}

async function statusOf(url: string, id: string) {
  return (await (await fetch(`${url}/api/applications/${id}/status`)).json()).data?.[0]
}

/** Returns the stored riders, with their values. */
async function riders(url: string) {
  const { data } = (await (await fetch(`${url}/api?list=all`)).json()) as { data: PilotRecord[] }
  return data.map((record) => ({ ...record, ...JSON.parse(String(record.data_driver)) }))
}

const hasFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(name)

/** Counts the keys that a person presses from now on. */
function keysOf(page: Page) {
  let pressed = 0
  return {
    press: async (key: string) => {
      pressed += 1
      await page.keyboard.press(key)
    },
    get count() {
      return pressed
    },
  }
}

test('a new rider is approved with at most six keys, with the photo of the phone, and goes on to the entry in the category asked for', async () => {
  const { page, url } = await openPage()
  await setEvent(url, {
    ...anEvent({ name: 'Copa Andina' }),
    categories: [
      { modalidad: 'MOTOCROSS', name: 'MX1' },
      { modalidad: 'MOTOCROSS', name: 'MX2' },
    ],
  } as GivenEvent)
  const mx2 = (await openEventOf(url)).categories.find(({ name }) => name === 'MX2')
  const send = await openReception(url)
  await page.goto('/search')
  await page.getByRole('link', { name: 'Por aprobar' }).click()
  await page.getByText('Nadie espera.').waitFor()
  await expectAccessibleLayout(page, 'the empty queue')
  const picture = await aPicture('png', 300, 300)
  const values = aDraft({ name: 'Ana', lastname: 'Paz', modalidad: 'MOTOCROSS' })
  const waiver = await writeWaiver(url)
  const id = await send(values, { picture, more: { category: mx2?.id, waiver } })
  await send(aDraft({ name: 'Eva', lastname: 'Paz', fechanac: '2014-05-01' }))
  // An open page learns of both.
  await page.getByText('2 personas por aprobar.').waitFor()
  await page.getByText('falta tipo de sangre').first().waitFor()
  expect(await page.getByText('falta el deslinde').count()).toBe(1)
  await page.getByText('MENOR').waitFor()
  await page.getByRole('link', { name: 'Por aprobar 2' }).waitFor()
  await expectAccessibleLayout(page, 'the queue')

  await hasFocus(page, 'turn')
  const keys = keysOf(page)
  await keys.press('Enter')
  await page.getByAltText('Foto del teléfono').waitFor()
  await hasFocus(page, 'tiposangre')
  await page.getByText('Deslinde firmado').waitFor()
  const drawing = page.getByRole('img', { name: 'Firma del deslinde' })
  expect(await drawing.locator('path').getAttribute('d')).toBe(strokes)
  await expectAccessibleLayout(page, 'an application')
  await keys.press('o')
  await keys.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  expect(keys.count).toBeLessThanOrEqual(6)
  const [stored] = await riders(url)
  expect(stored).toMatchObject({ name: 'Ana', tiposangre: 'O+', attachment: expect.stringMatching(/\.jpg$/) })
  expect(stored).toMatchObject({ signed: { version: 1 } })
  expect(await statusOf(url, id)).toMatchObject({ state: 'approved', pilot: stored?.id_driver })
  await page.getByText('1 persona por aprobar.').waitFor()

  await page.keyboard.press('F6')
  const category = page.getByRole('dialog').getByLabel('Categoría')
  await expect
    .poll(() => category.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text))
    .toBe('MX2')
  await page.keyboard.press('Enter')
  await page.getByText('1 inscrito').waitFor()
  await page.keyboard.press('Enter')
  await hasFocus(page, 'turn')
})

test('names in capitals, or in small letters, are offered to the desk as names', async () => {
  const { page, url } = await openPage()
  const send = await openReception(url)
  await send(aDraft({ name: 'JUAN CARLOS', lastname: 'quispe de la cruz' }))
  await page.goto('/por-aprobar?turno=001')
  await page.getByRole('heading', { name: 'JUAN CARLOS quispe de la cruz' }).waitFor()
  expect(await page.getByLabel('Nombres').inputValue()).toBe('Juan Carlos')
  expect(await page.getByLabel('Apellidos').inputValue()).toBe('Quispe de la Cruz')
})

test('of a known rider, the desk takes one value and leaves another, and the history says that the rider had applied', async () => {
  const { page, url } = await openPage()
  const draft = aDraft({ name: 'Ana', lastname: 'Paz', club: 'Uno', email: 'antes@correo.pe' })
  const pilot = await register(url, draft, await aPicture('png', 300, 300))
  const [before] = await riders(url)
  const send = await openReception(url)
  const picture = await aPicture('png', 200, 200)
  const waiver = await writeWaiver(url)
  const id = await send({ ...draft, club: 'Dos', email: 'ahora@correo.pe' }, { picture, more: { waiver } })
  await page.goto('/por-aprobar?turno=001')
  const dialog = page.getByRole('dialog')
  const row = (name: string) => dialog.getByRole('group', { name })
  await row('Club').getByText('Uno').waitFor()
  await dialog.getByText('Deslinde firmado.').waitFor()
  await expectAccessibleLayout(page, 'the differences of a known rider')
  await row('Club').getByLabel('Lo guardado').check()
  await row('Foto').getByLabel('Lo guardado').check()
  await page.keyboard.press('Enter')
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  const [after] = await riders(url)
  expect(after).toMatchObject({ club: 'Uno', email: 'ahora@correo.pe', attachment: before?.attachment })
  expect(after).toMatchObject({ signed: { version: 1 } })
  expect(await statusOf(url, id)).toMatchObject({ state: 'approved', pilot })
  await page.keyboard.press('F2')
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Historial' }).click()
  await page.getByText('por autoinscripción').waitFor()
})

test('a known rider who typed the same is approved with two keys, and one who lacks a value by the form', async () => {
  const { page, url } = await openPage()
  const draft = aDraft({ name: 'Ana', lastname: 'Paz', club: 'Uno' })
  await register(url, draft)
  const send = await openReception(url)
  await page.goto('/search')
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'Por aprobar' }).click()
  await page.getByText('Nadie espera.').waitFor()
  await send({ ...draft, club: 'Dos' })
  await page.getByText('Ya registrado').waitFor()
  await hasFocus(page, 'turn')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await button(page, 'Corregir').click()
  await hasFocus(page, 'send')
  await page.getByLabel('Club').fill('Tres')
  await page.keyboard.press('Control+Enter')
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  expect((await riders(url))[0]).toMatchObject({ club: 'Tres' })
  await writeWaiver(url)
  await send({ ...draft, club: 'Tres' })
  await page.getByText('1 persona por aprobar.').waitFor()
  await hasFocus(page, 'turn')
  await page.keyboard.press('Enter')
  await hasFocus(page, 'send')
  await page.getByText('Falta firmar el deslinde: se firma en la mesa, después de aprobar').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Nadie espera.').waitFor()
})

test('a refusal tells the phone the reason, a removal leaves nothing, and the QR of a phone opens its turn', async () => {
  const { page, url } = await openPage()
  const send = await openReception(url)
  const [first, second] = [await send(aDraft({ name: 'Ana' })), await send(aDraft({ name: 'Eva' }))]
  await page.goto('/search')
  await page.getByRole('searchbox').waitFor()
  await scan(page, `${url}/por-aprobar?turno=002`)
  await page.getByRole('heading', { name: '002 Eva' }).waitFor()
  await button(page, 'Más').click()
  await page.getByRole('menuitem', { name: 'Quitar el turno' }).click()
  await button(page, 'Quitar').click()
  await page.getByText('Se quitó el turno 002.').waitFor()
  expect(await statusOf(url, second)).toBeUndefined()
  await page.getByLabel('Turno').fill('9')
  await page.keyboard.press('Enter')
  await page.getByText('El turno 009 no espera').waitFor()
  await page.getByLabel('Turno').fill('1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '001 Ana' }).waitFor()
  expect(page.url()).toBe(`${url}/form?application=${first}`)
  await page.reload()
  await page.getByRole('heading', { name: '001 Ana' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^001/ }).click()
  await page.getByRole('heading', { name: '001 Ana' }).waitFor()
  await page.getByLabel('Club').fill('De la mesa')
  await page.keyboard.press('F4')
  await page.getByLabel('Motivo').fill('Falta la licencia')
  await page.keyboard.press('Enter')
  await page.getByText('Se rechazó el turno 001: su teléfono muestra el motivo.').waitFor()
  expect(await statusOf(url, first)).toEqual({ turn: 1, state: 'refused', refused: 'Falta la licencia' })
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('De la mesa')
  await page.getByText('Nadie espera.').waitFor()
})

test('what the desk has typed survives a reload, and leaves no trace once another desk has refused the rider', async () => {
  const { page, url } = await openPage()
  const id = await (await openReception(url))(aDraft({ name: 'Ana', club: 'Uno' }))
  await page.goto(`/form?application=${id}`)
  const club = page.getByLabel('Club')
  await club.fill('De la mesa')
  await page.reload()
  await page.getByText('Se recuperó lo que había escrito').waitFor()
  expect(await club.inputValue()).toBe('De la mesa')
  await button(page, 'Descartar').click()
  expect(await club.inputValue()).toBe('Uno')
  await club.fill('De la mesa')
  await page.getByRole('link', { name: 'Volver' }).click()
  await hasFocus(page, 'turn')
  const isKept = () => page.evaluate(() => JSON.stringify(localStorage).includes('De la mesa'))
  expect(await isKept()).toBe(true)
  await askAt(url, 'POST', `/api/applications/${id}/refuse`, { reason: 'Falta la licencia' })
  await expect.poll(isKept).toBe(false)
})

test('a rider whom another desk registers meanwhile is known at once, with the differences', async () => {
  const { page, url } = await openPage()
  const send = await openReception(url)
  const draft = aDraft({ name: 'Ana', lastname: 'Paz', club: 'Uno' })
  await send(aDraft({ name: 'Eva', dni: 40999999 }))
  await send({ ...draft, club: 'Dos' })
  await page.goto('/por-aprobar?turno=1')
  await hasFocus(page, 'tiposangre')
  await page.getByLabel('tipo de sangre').selectOption('O+')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '002 Ana' }).waitFor()
  await page.getByRole('link', { name: 'Volver' }).click()
  await hasFocus(page, 'turn')
  // The notice about the rider before does not come back.
  expect(await page.getByText('Registro exitoso').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '002 Ana' }).waitFor()
  await hasFocus(page, 'tiposangre')
  await register(url, draft)
  await page.getByText('Otra mesa registró este documento mientras tanto.').waitFor()
  await expectAccessibleLayout(page, 'a rider who was registered meanwhile')
  await button(page, 'Ver las diferencias').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Club' }).getByText('Uno').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  expect((await riders(url)).map(({ club }) => club)).toContain('Dos')
})

test('an approval that is refused for a document of now shows the differences, with what was typed', async () => {
  const { page, url } = await openPage()
  const send = await openReception(url)
  const draft = aDraft({ name: 'Ana', lastname: 'Paz', club: 'Uno' })
  await send({ ...draft, tiposangre: '', dni: 40888888 })
  await register(url, draft)
  await page.goto('/por-aprobar?turno=1')
  await hasFocus(page, 'tiposangre')
  await page.getByLabel('tipo de sangre').selectOption('AB-')
  await page.getByLabel('Documento de identidad (DNI)').fill(String(draft.dni))
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ya está registrado, con el documento').waitFor()
  await dialog.getByRole('group', { name: 'tipo de sangre' }).getByText('AB-').waitFor()
})

test('a desk whose application another desk has decided on learns it, and nothing is stored twice', async () => {
  const opened = await openPage()
  const { page, url } = opened
  const send = await openReception(url)
  const id = await send(aDraft({ name: 'Ana', lastname: 'Paz' }))
  await page.goto('/por-aprobar?turno=1')
  await hasFocus(page, 'tiposangre')
  const other = await openElsewhere(opened, '/por-aprobar?turno=1')
  for (const one of [other, page]) {
    await one.getByLabel('tipo de sangre').selectOption('O+')
    await one.keyboard.press('Control+Enter')
    await one.getByText(one === page ? 'Alguien ya aprobó el turno 001.' : 'Registro exitoso').waitFor()
  }
  await page.getByText('Nadie espera.').waitFor()
  expect(await riders(url)).toHaveLength(1)
  await page.goto('/por-aprobar?turno=1')
  await page.getByText('El turno 001 no espera: ya se atendió, o venció.').waitFor()
  await page.goto(`/form?application=${id}`)
  await page.getByText('Alguien ya aprobó el turno 001').waitFor()
  await page.getByRole('link', { name: 'Ir a Por aprobar' }).click()
  await page.getByText('Nadie espera.').waitFor()

  // Also of a known rider, whose change by the other desk is no conflict of two edits.
  const [{ data_driver }] = (await riders(url)) as [PilotRecord]
  await send({ ...JSON.parse(String(data_driver)), tiposangre: null, club: 'Otro' })
  for (const one of [page, other]) await one.goto('/por-aprobar?turno=2')
  for (const one of [page, other]) await button(one, 'Aprobar así').waitFor()
  for (const one of [other, page]) {
    await one.keyboard.press('Enter')
    const said = one === page ? 'Alguien ya aprobó el turno 002.' : 'El usuario fue actualizado exitosamente'
    await one.getByText(said).waitFor()
  }
})
