/** Tests what the form says about a value as soon as its field is left, in a real Chromium. */
import { describe, expect, test } from 'vitest'
import { addDays, today } from '#domain/text/date'
import { changeTerms } from '../../../support/gate.ts'
import { holdBack } from '../../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { described, fill, labelled, pageOpener, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const ana = aDraft({ name: 'Ana', lastname: 'Paz', dni: 71000001, npiloto: '93', nlicencia: 'FM-1' })

describe('a registered DNI', () => {
  test('is reported when its field is left, with links, and what was typed is there on the way back', async () => {
    const { page, url } = await openPage('/form')
    const id = await register(url, ana)
    await fill(page, aDraft({ npiloto: '5', nlicencia: 'FM-5' }))
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso').waitFor()
    // The draft of a form that follows a registration is recovered too.
    await labelled(page, 'name').fill('Anita')
    await labelled(page, 'dni').fill('71.000.001')
    await labelled(page, 'fechanac').focus()
    const owner = page.getByRole('link', { name: 'Ana Paz' })
    await owner.waitFor()
    await page.getByText('Ana Paz ya está registrado VIGENTE').waitFor()
    expect(await page.getByText('Registro exitoso').count()).toBe(0)
    expect(await described(labelled(page, 'dni'))).toBe('Ya existe un piloto con este DNI: Ana Paz · Editar')
    expect(await labelled(page, 'dni').getAttribute('aria-invalid')).toBeNull()
    expect(await owner.getAttribute('href')).toBe(`/credencial/${id}`)
    await page.getByRole('link', { name: 'Editar', exact: true }).click()
    await page.getByRole('heading', { name: 'Editar piloto' }).waitFor()
    await labelled(page, 'dni').focus()
    const asked = page.waitForResponse('**/api/duplicates*')
    await labelled(page, 'dni').fill('71000001 ')
    await labelled(page, 'fechanac').focus()
    await labelled(page, 'dni').fill('71000002')
    await labelled(page, 'fechanac').focus()
    await (await asked).finished()
    expect(await page.getByText('Ya existe').count()).toBe(0)

    await page.getByRole('link', { name: 'Formulario' }).click()
    await page.getByText('Se recuperó lo que había escrito').waitFor()
    expect(await labelled(page, 'name').inputValue()).toBe('Anita')
    // A recovered value is compared at once.
    await owner.waitFor()
  })

  test('is not reported for another text, and only on saving if the server did not answer, with a link in a new tab', async () => {
    const { page, url } = await openPage('/form')
    const id = await register(url, ana)
    const asking = await holdBack(page, '**/api/duplicates*')
    await labelled(page, 'dni').fill('71000001')
    await labelled(page, 'fechanac').focus()
    await asking.arrived
    await labelled(page, 'dni').fill('71000009')
    asking.release()
    const answered = page.waitForResponse((response) => response.url().includes('71000009'))
    await labelled(page, 'fechanac').focus()
    await (await answered).finished()
    expect(await page.getByText('Ya existe').count()).toBe(0)

    await page.route('**/api/duplicates*', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await labelled(page, 'dni').fill('71000001')
    await labelled(page, 'fechanac').focus()
    await failed
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
    await fill(page, aDraft({ dni: 71000001 }))
    await page.getByRole('button', { name: 'Registrar' }).click()
    const link = page.getByRole('link', { name: 'ver el piloto' })
    await link.waitFor()
    expect(await described(labelled(page, 'dni'))).toBe(
      'Ya existe un piloto con este DNI: ver el piloto · Editar',
    )
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      `/credencial/${id}`,
      '_blank',
    ])
    expect(await labelled(page, 'name').inputValue()).toBe('Íñigo')
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await tab.getByRole('heading', { name: 'Ana Paz' }).waitFor()
  })
})

test('the document, in which a blank form begins, opens a known rider, who is renewed, printed, shown or edited with one key', async () => {
  const { page, url } = await openPage()
  const id = await register(url, ana)
  await changeTerms(url, id, { until: addDays(today(), -1) })
  await page.goto('/form')
  const dni = labelled(page, 'dni')
  const hasFocus = () =>
    expect.poll(() => dni.evaluate((field) => field === document.activeElement)).toBe(true)
  await hasFocus()
  await page.keyboard.type('71000001')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('region', { name: 'Ana Paz' })
  await notice.getByText('VENCIDA').waitFor()
  expect(await notice.locator('a, button').allTextContents()).toEqual([
    'Ver credencial F2',
    'Renovar F4',
    'Inscribir F6',
    'Imprimir F8',
    'Editar F9',
  ])
  expect(await labelled(page, 'name').evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessibleLayout(page, 'the form with a known rider')
  await page.keyboard.press('F4')
  await page.getByRole('button', { name: 'Renovar 1 credencial' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Listo' }).waitFor()
  await page.keyboard.press('Enter')
  await notice.getByText('VIGENTE').waitFor()
  expect(await notice.getByText('Renovar').count()).toBe(0)
  await hasFocus()
  await page.keyboard.press('F8')
  await page.getByText('Se imprime la de Ana Paz.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F2')
  await page.getByRole('heading', { name: 'Ana Paz' }).waitFor()

  // The typed values are kept, and the next document replaces this one.
  await page.goBack()
  await notice.waitFor()
  await page.keyboard.press('F9')
  await page.getByRole('heading', { name: 'Editar piloto' }).waitFor()
  expect(await notice.count()).toBe(0)
  await page.goBack()
  expect(await dni.inputValue()).toBe('71000001')
  await dni.fill('71000002')
  await notice.waitFor({ state: 'detached' })
})

test('a number and a licence of another pilot are a warning, and are stored and named again', async () => {
  const { page, url } = await openPage('/form')
  await register(url, ana)
  await fill(page, aDraft({ npiloto: '093', nlicencia: 'fm-1', modalidad: 'UTV', club: 'Sur' }))
  await labelled(page, 'npiloto').focus()
  expect(await page.getByText('Ya lo tiene').count()).toBe(0)
  await labelled(page, 'modalidad').selectOption(ana.modalidad)
  await page.getByText('Ya lo tiene').nth(1).waitFor()
  expect(await described(labelled(page, 'npiloto'))).toBe('Ya lo tiene Ana Paz')
  expect(await labelled(page, 'npiloto').getAttribute('aria-invalid')).toBeNull()
  await labelled(page, 'nlicencia').fill('FM-2')
  expect(await described(labelled(page, 'nlicencia'))).toBe('')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.getByText('Registro exitoso').waitFor()
  await page.getByText(`El número 093 de ${ana.modalidad} también es de Ana Paz.`).waitFor()
  expect(await page.getByText('La licencia').count()).toBe(0)
})

test('unlikely values get a warning that does not block, and a club that exists is suggested', async () => {
  const { page } = await openPage('/form', {
    pilots: [aDraft({ club: 'Moto Club Arequipa' }), aDraft({ club: 'Ñandú' })],
  })
  const year = new Date().getFullYear()
  await fill(
    page,
    aDraft({ celular: 98, fechanac: `01/01/${year}`, email: 'ana@gmial.com', club: 'moto club areqipa' }),
  )
  await labelled(page, 'name').focus()
  expect(await described(labelled(page, 'celular'))).toBe('Tiene solo 2 cifras: revise el número')
  expect(await described(labelled(page, 'fechanac'))).toBe('Nació este año: revise la fecha')
  await page.getByRole('button', { name: 'ana@gmail.com' }).click()
  expect(await labelled(page, 'email').inputValue()).toBe('ana@gmail.com')
  expect(await labelled(page, 'email').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByText('¿Quiso decir Moto Club Arequipa?').waitFor()

  // The list finds clubs without accents; the keys choose, and Escape closes it.
  const club = labelled(page, 'club')
  await club.fill('')
  await club.pressSequentially('nan')
  await page.getByRole('option', { name: 'Ñandú' }).waitFor()
  expect(await club.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await club.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('ArrowDown')
  expect(await club.getAttribute('aria-activedescendant')).not.toBeNull()
  await page.keyboard.press('Enter')
  expect(await club.inputValue()).toBe('Ñandú')
  expect(await labelled(page, 'tiposangre').evaluate((field) => field === document.activeElement)).toBe(true)
  await club.fill('Moto')
  await page.getByRole('option', { name: 'Moto Club Arequipa' }).click()
  expect(await club.inputValue()).toBe('Moto Club Arequipa')

  // A new club is stored as it is typed.
  await club.fill('Moto')
  await page.getByRole('button', { name: 'Registrar' }).click()
  // Somebody born this year is a minor.
  await page.getByRole('button', { name: 'Registrar sin apoderado' }).click()
  await page.getByText('Registro exitoso').waitFor()
})
