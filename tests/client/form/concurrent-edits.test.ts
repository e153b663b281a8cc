/** Tests two people who edit in two browsers: each sees the changes of the other, and neither loses data. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FieldName } from '#domain/pilot/fields'
import { choosePhoto, openElsewhere, pageOpener, register, type TestPage } from '../../support/page.ts'
import { expectWithinASecond, followTime } from '../../support/page-time.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'

const openPage = pageOpener()

/** Registers a pilot and opens it in two browsers. */
async function openTwo(path: '/form' | '/credencial', draft = aDraft({ name: 'Ana', lastname: 'Quispe' })) {
  const opened = await openPage()
  const id = await register(opened.url, draft)
  await opened.page.goto(`${path}/${id}`)
  const other = await openElsewhere(opened, `${path}/${id}`)
  return { ...opened, other, id, draft }
}

async function edit(page: Page, values: Partial<Record<'Nombres' | 'Club' | 'Celular', string>>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Editar' }).click()
}

async function stored({ url }: TestPage, id: string): Promise<Record<FieldName, unknown>> {
  const { data } = (await (await fetch(`${url}/api?list=${id}`)).json()) as {
    data: { data_driver: string }[]
  }
  return JSON.parse(data[0]?.data_driver ?? '')
}

const saved = 'El usuario fue actualizado exitosamente'

describe('two edits of one pilot', () => {
  test('are compared field by field and overwrite nothing, and a third change is noticed too', async () => {
    const opened = await openTwo('/form')
    const { page, other, id } = opened
    await followTime(page)
    await page.reload()
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

    const third = await openElsewhere(opened, `/form/${id}`)
    await edit(third, { Celular: '911222333' })
    await third.getByText(saved).waitFor()
    await side('Club', 'La suya').check()
    await dialog.getByRole('button', { name: 'Guardar así' }).click()
    await dialog.getByText('Otra persona cambió otra vez').waitFor()
    expect(await stored(opened, id)).toMatchObject({ name: 'Ana', club: 'Su club', celular: 911222333 })
    expect(await side('Celular', 'La de la otra persona').isChecked()).toBe(true)
    expect(await side('Club', 'La suya').isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Guardar así' }).click()
    await page.getByText(saved).waitFor()
    expect(await stored(opened, id)).toMatchObject({ name: 'Anita', club: 'Mi club', celular: 911222333 })
  })

  test('can be compared later: the typed values stay, and the next save asks again', async () => {
    const opened = await openTwo('/form')
    const { page, other } = opened
    await page.getByLabel('Club').fill('Mi club')
    await edit(other, { Club: 'Su club' })
    await page.getByRole('button', { name: 'Comparar' }).click()
    await page.getByRole('button', { name: 'Seguir editando' }).click()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('group', { name: 'Club' }).getByLabel('La de la otra persona').check()
    await page.getByRole('button', { name: 'Guardar así' }).click()
    await page.getByText(saved).waitFor()
    expect((await stored(opened, opened.id)).club).toBe('Su club')
  })

  test('are compared by photo too, and the chosen photo is stored', async () => {
    const opened = await openTwo('/form')
    const { page, other, id } = opened
    const buffer = await aPicture()
    await choosePhoto(page, buffer)
    await choosePhoto(other, buffer)
    await edit(other, {})
    await other.getByText(saved).waitFor()
    const photoOf = async () => {
      const answer = (await (await fetch(`${opened.url}/api?list=${id}`)).json()) as {
        data: { attachment: string }[]
      }
      return answer.data[0]?.attachment
    }
    const theirs = await photoOf()
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByAltText('La foto que usted eligió').waitFor()
    await page.getByAltText('La foto guardada').waitFor()
    await page.getByLabel('La suya').check()
    await page.getByRole('button', { name: 'Guardar así' }).click()
    await page.getByText(saved).waitFor()
    expect(await photoOf()).not.toBe(theirs)
  })

  test('are saved without a question if they are equal', async () => {
    const { page, other } = await openTwo('/form')
    await page.getByLabel('Club').fill('El mismo')
    await edit(other, { Club: 'El mismo' })
    await other.getByText(saved).waitFor()
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByText(saved).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('keep the typed values if the other person removes the pilot', async () => {
    const { page, other } = await openTwo('/form')
    await page.getByLabel('Club').fill('Mi club')
    await other.getByRole('button', { name: 'Borrar piloto' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
    await page.getByText('Este piloto fue borrado mientras tanto').waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    await other.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByText('Este piloto fue borrado mientras tanto').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByText(saved).waitFor()
  })
})

describe('an open credential', () => {
  test('shows a change from another browser within a second', async () => {
    const { page, other, id } = await openTwo('/credencial')
    await followTime(page)
    await page.reload()
    await page.getByRole('button', { name: 'Imprimir' }).waitFor()
    await other.goto(`/form/${id}`)
    await expectWithinASecond(
      page,
      () => edit(other, { Club: 'Los Cóndores' }),
      page.getByText('Los Cóndores'),
    )
  })

  test('says that its pilot was removed or that it was revoked', async () => {
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
})

describe('a removal', () => {
  test('asks first, names the removed pilot, and is undone with one press, which opens the credential', async () => {
    const { page, id } = await openTwo('/form')
    await page.getByRole('button', { name: 'Borrar piloto' }).click()
    const question = page.getByRole('dialog', { name: 'Borrar piloto' })
    await question.getByText('¿Borrar a Ana Quispe?').waitFor()
    await question.getByRole('button', { name: 'Borrar piloto' }).click()
    await page.getByText('Se borró a Ana Quispe').waitFor()
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')
    await page.getByLabel('Nombres').fill('Otra')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page.waitForURL(`**/credencial/${id}`)
    await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
  })

  test('says why it cannot be undone, or that another person has already removed the pilot', async () => {
    const { page, other, url, id, draft } = await openTwo('/form')
    const headers = { 'sec-fetch-site': 'same-origin' }
    await page.getByRole('button', { name: 'Borrar piloto' }).click()
    await other.getByRole('button', { name: 'Borrar piloto' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
    await other.getByText('Se borró a Ana Quispe').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
    await page.getByText('Este piloto ya estaba borrado.').waitFor()

    const owner = await register(url, aDraft({ dni: draft.dni }))
    await other.getByRole('button', { name: 'Deshacer' }).click()
    await other.getByText('No se pudo deshacer: Ya existe un piloto con este DNI').waitFor()
    expect(await other.getByRole('link', { name: 'ver el piloto' }).getAttribute('href')).toBe(
      `/credencial/${owner}`,
    )
    await fetch(`${url}/api/pilots/${owner}`, { method: 'DELETE', headers })
    await other.getByRole('button', { name: 'Deshacer' }).click()
    await other.waitForURL(`**/credencial/${id}`)
  })
})
