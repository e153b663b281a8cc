/** Tests two people who edit in two browsers: each sees the changes of the other, and neither loses data. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FieldName } from '#domain/pilot/fields'
import { choosePhoto, openElsewhere, pageOpener, register, type TestPage } from '../../support/page.ts'
import { expectWithinASecond, followTime } from '../../support/page-time.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'

const openPage = pageOpener()

/** Registers a pilot and opens it in two browsers. `prepare` gets the first page before it opens the pilot. */
async function openTwo(
  path: '/form' | '/credencial',
  prepare: (page: Page) => Promise<void> = async () => {},
) {
  const draft = aDraft({ name: 'Ana', lastname: 'Quispe' })
  const opened = await openPage()
  const id = await register(opened.url, draft)
  await prepare(opened.page)
  await opened.page.goto(`${path}/${id}`)
  const other = await openElsewhere(opened, `${path}/${id}`)
  return { ...opened, other, id, draft }
}

async function edit(page: Page, values: Partial<Record<'Nombres' | 'Club' | 'Celular', string>>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Editar' }).click()
}

/** Opens the form of the pilot who was saved last, without loading the page again. */
async function editAgain(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ver credencial' }).click()
  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByRole('button', { name: 'Editar' }).waitFor()
}

async function record({ url }: TestPage, id: string): Promise<{ data_driver: string; attachment: string }> {
  const { data } = (await (await fetch(`${url}/api?list=${id}`)).json()) as {
    data: [{ data_driver: string; attachment: string }]
  }
  return data[0]
}

async function stored(opened: TestPage, id: string): Promise<Record<FieldName, unknown>> {
  return JSON.parse((await record(opened, id)).data_driver)
}

const saved = 'El usuario fue actualizado exitosamente'

describe('two edits of one pilot', () => {
  test('are compared field by field and overwrite nothing; each of them appears elsewhere within a second', async () => {
    const opened = await openTwo('/form', followTime)
    const { page, other, id } = opened
    await page.getByLabel('Nombres').fill('Anita')
    await page.getByLabel('Club').fill('Mi club')
    // The notice appears within a second and leaves the typed values unchanged.
    await expectWithinASecond(
      page,
      () => edit(other, { Club: 'Su club', Celular: '999888777' }),
      page.getByText('Otra persona cambió a este piloto mientras tanto'),
    )
    await other.getByText(saved).waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    expect(await page.getByLabel('Celular').inputValue()).toBe('987654321')

    await page.getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dos versiones de este piloto' })
    const side = (field: string, name: 'La suya' | 'La de la otra persona') =>
      dialog.getByRole('group', { name: field }).getByLabel(name)
    await dialog.waitFor()
    expect(await dialog.getByRole('group').count()).toBe(3)
    expect(await side('Nombres', 'La suya').isChecked()).toBe(true)
    expect(await side('Celular', 'La de la otra persona').isChecked()).toBe(true)
    expect(await side('Club', 'La suya').isChecked()).toBe(false)
    expect(await side('Club', 'La de la otra persona').isChecked()).toBe(false)
    await dialog.getByRole('button', { name: 'Guardar así' }).click()
    await dialog.getByText('Los dos lo cambiaron: elija una').waitFor()
    expect((await stored(opened, id)).club).toBe('Su club')

    // A third change is noticed too.
    await editAgain(other)
    await edit(other, { Celular: '911222333' })
    await other.getByText(saved).waitFor()
    await side('Club', 'La suya').check()
    await dialog.getByRole('button', { name: 'Guardar así' }).click()
    await dialog.getByText('Otra persona cambió otra vez').waitFor()
    expect(await stored(opened, id)).toMatchObject({ name: 'Ana', club: 'Su club', celular: 911222333 })
    expect(await side('Celular', 'La de la otra persona').isChecked()).toBe(true)
    expect(await side('Club', 'La suya').isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Guardar así' }).click()
    await page.getByText(saved).waitFor()
    expect(await stored(opened, id)).toMatchObject({ name: 'Anita', club: 'Mi club', celular: 911222333 })

    await editAgain(other)
    await page.getByRole('link', { name: 'Ver credencial' }).click()
    await page.getByRole('button', { name: 'Imprimir' }).waitFor()
    await expectWithinASecond(
      page,
      () => edit(other, { Club: 'Los Cóndores' }),
      page.getByText('Los Cóndores'),
    )
  })

  test('keep the typed values while the pilot is removed, can be compared later, by photo too, and are saved without a question if they are equal', async () => {
    const opened = await openTwo('/form')
    const { page, other, id } = opened
    const buffer = await aPicture('png', 400, 300)
    await page.getByLabel('Club').fill('Mi club')
    await choosePhoto(page, buffer)
    await other.getByRole('button', { name: 'Borrar piloto' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
    await page.getByText('Este piloto fue borrado mientras tanto').waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    await other.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByText('Este piloto fue borrado mientras tanto').waitFor({ state: 'detached' })

    await other.getByRole('link', { name: 'Editar' }).click()
    await choosePhoto(other, buffer)
    await edit(other, { Club: 'Su club' })
    await page.getByRole('button', { name: 'Comparar' }).click()
    await page.getByRole('button', { name: 'Seguir editando' }).click()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    const theirs = (await record(opened, id)).attachment
    // The next save asks again.
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('group', { name: 'Club' }).getByLabel('La de la otra persona').check()
    await page.getByAltText('La foto que usted eligió').waitFor()
    await page.getByAltText('La foto guardada').waitFor()
    await page.getByRole('group', { name: 'Foto' }).getByLabel('La suya').check()
    await page.getByRole('button', { name: 'Guardar así' }).click()
    await page.getByText(saved).waitFor()
    expect((await stored(opened, id)).club).toBe('Su club')
    expect((await record(opened, id)).attachment).not.toBe(theirs)

    await editAgain(page)
    await editAgain(other)
    await page.getByLabel('Club').fill('El mismo')
    await edit(other, { Club: 'El mismo' })
    await other.getByText(saved).waitFor()
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByText(saved).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('an open credential says that its pilot was removed or that it was revoked', async () => {
  const { page, other, url, id } = await openTwo('/credencial')
  await page.getByRole('button', { name: 'Imprimir' }).waitFor()
  await other.getByRole('button', { name: 'Anular credencial' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Anular credencial' }).click()
  await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
  expect(await page.getByText('Quispe').count()).toBe(0)

  await other.getByText('La credencial anterior quedó anulada').waitFor()
  const next = other.url().split('/').at(-1)
  expect(next).not.toBe(id)
  const headers = { 'sec-fetch-site': 'same-origin' }
  await fetch(`${url}/api/pilots/${next}`, { method: 'DELETE', headers })
  await other.getByText('Este piloto fue borrado').waitFor()
  expect(await other.getByText('Quispe').count()).toBe(0)
})

test('a removal asks first, names the removed pilot, is undone with one press, and says why it cannot be undone or has already happened', async () => {
  const { page, other, url, id, draft } = await openTwo('/form')
  const headers = { 'sec-fetch-site': 'same-origin' }
  await page.getByRole('button', { name: 'Borrar piloto' }).click()
  await other.getByRole('button', { name: 'Borrar piloto' }).click()
  const question = other.getByRole('dialog', { name: 'Borrar piloto' })
  await question.getByText('¿Borrar a Ana Quispe?').waitFor()
  await question.getByRole('button', { name: 'Borrar piloto' }).click()
  await other.getByText('Se borró a Ana Quispe').waitFor()
  await other.getByRole('button', { name: 'Registrar' }).waitFor()
  expect(await other.getByLabel('Nombres').inputValue()).toBe('')
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
  await page.getByText('Este piloto ya estaba borrado.').waitFor()

  const owner = await register(url, aDraft({ dni: draft.dni }))
  await other.getByRole('button', { name: 'Deshacer' }).click()
  await other.getByText('No se pudo deshacer: Ya existe un piloto con este DNI').waitFor()
  expect(await other.getByRole('link', { name: 'ver el piloto' }).getAttribute('href')).toBe(
    `/credencial/${owner}`,
  )
  await fetch(`${url}/api/pilots/${owner}`, { method: 'DELETE', headers })
  await other.getByLabel('Nombres').fill('Otra')
  await other.getByRole('button', { name: 'Deshacer' }).click()
  await other.waitForURL(`**/credencial/${id}`)
  await other.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
})
