/** Tests two people who edit in two browsers: each sees the changes of the other, and neither loses data. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FieldName } from '#domain/pilots/fields'
import { openStores } from '../../../../server/store/open.ts'
import { aFolder } from '../../../support/folder.ts'
import { aMerge, fill } from '../../../support/merges.ts'
import {
  choosePhoto,
  openElsewhere,
  pageOpener,
  register,
  type TestPage,
  update,
} from '../../../support/page.ts'
import { expectWithinASecond, followTime } from '../../../support/page-time.ts'
import { aDraft, aPicture } from '../../../support/pilots.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()

/** Registers a pilot and opens the form with it. `prepare` gets the page before. */
async function openPilot(prepare: (page: Page) => Promise<void> = async () => {}) {
  const draft = aDraft({ name: 'Ana', lastname: 'Quispe' })
  const opened = await openPage()
  const id = await register(opened.url, draft)
  await prepare(opened.page)
  await opened.page.goto(`/form/${id}`)
  return { ...opened, id, draft }
}

/** Changes the state of a pilot as another browser does. */
async function post(url: string, id: string, operation: 'remove' | 'undo-remove' | 'revoke'): Promise<void> {
  const isRemoval = operation === 'remove'
  const path = `/api/pilots/${id}${isRemoval ? '' : `/${operation}`}`
  await askAt(url, isRemoval ? 'DELETE' : 'POST', path)
}

async function edit(page: Page, values: Partial<Record<'Nombres' | 'Club' | 'Celular', string>>) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
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
  test('are compared field by field and overwrite nothing; a form and a credential show each of them within a second, and a revocation', async () => {
    const opened = await openPilot(followTime)
    const { page, url, id } = opened
    const other = await openElsewhere(opened, `/form/${id}`)
    await page.getByLabel('Nombres', { exact: true }).fill('Anita')
    await page.getByLabel('Club', { exact: true }).fill('Mi club')
    // The notice appears within a second and leaves the typed values unchanged.
    await expectWithinASecond(
      page,
      () => edit(other, { Club: 'Su club', Celular: '999888777' }),
      page.getByText('Otra persona cambió a este piloto mientras tanto'),
    )
    await other.getByText(saved).waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    expect(await page.getByLabel('Celular', { exact: true }).inputValue()).toBe('987654321')

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
    await post(url, id, 'revoke')
    await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
    expect(await page.getByText('Quispe').count()).toBe(0)
  })

  test('keep the typed values while the pilot is removed, can be compared later, by photo too, and are saved without a question if they are equal', async () => {
    const opened = await openPilot()
    const { page, url, id, draft } = opened
    const picture = await aPicture('png', 400, 300)
    await page.getByLabel('Club', { exact: true }).fill('Mi club')
    await choosePhoto(page, picture)
    await post(url, id, 'remove')
    await page.getByText('Este piloto fue borrado mientras tanto').waitFor()
    expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Mi club')
    await post(url, id, 'undo-remove')
    await page.getByText('Este piloto fue borrado mientras tanto').waitFor({ state: 'detached' })

    await update(url, id, { ...draft, club: 'Su club' }, picture)
    await page.getByRole('button', { name: 'Comparar' }).click()
    await page.getByRole('button', { name: 'Seguir editando' }).click()
    expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Mi club')
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
    await page.getByLabel('Club', { exact: true }).fill('El mismo')
    await update(url, id, { ...draft, club: 'El mismo' })
    await page.getByRole('button', { name: 'Editar' }).click()
    await page.getByText(saved).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('a removal asks first, names the removed pilot, is undone with one press, says why it cannot be undone or has already happened, and is shown by an open credential', async () => {
  const { page, url, id, draft } = await openPilot()
  const question = page.getByRole('dialog', { name: 'Borrar piloto' })
  await page.getByRole('button', { name: 'Borrar piloto' }).click()
  await question.getByText('¿Borrar a Ana Quispe?').waitFor()
  await post(url, id, 'remove')
  await question.getByRole('button', { name: 'Borrar piloto' }).click()
  await page.getByText('Este piloto ya estaba borrado.').waitFor()
  await post(url, id, 'undo-remove')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Borrar piloto' }).click()
  await question.getByRole('button', { name: 'Borrar piloto' }).click()
  await page.getByText('Se borró a Ana Quispe').waitFor()
  await page.getByRole('button', { name: 'Registrar' }).waitFor()
  expect(await page.getByLabel('Nombres', { exact: true }).inputValue()).toBe('')
  const owner = await register(url, aDraft({ dni: draft.dni }))
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByText('No se pudo deshacer: Ya existe un piloto con este DNI').waitFor()
  expect(await page.getByRole('link', { name: 'ver el piloto' }).getAttribute('href')).toBe(
    `/credencial/${owner}`,
  )
  await post(url, owner, 'remove')
  await page.getByLabel('Nombres', { exact: true }).fill('Otra')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.waitForURL(`**/credencial/${id}`)
  await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()

  // The credential is open now.
  await post(url, id, 'remove')
  await page.getByText('Este piloto fue borrado').waitFor()
  expect(await page.getByText('Quispe').count()).toBe(0)
  await post(url, id, 'undo-remove')
  await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
})

test('a form under a code that a merge joined to another one is sent under it, as an undo of the merge gives its pilot back', async () => {
  const folder = await aFolder()
  const stores = await openStores(folder)
  const side = await fill(stores)
  const { order, otherEva } = aMerge(side)
  await stores.merges.commit(order)
  await stores.close()
  const opened = await openPage('/', { folder })
  const { page } = opened
  await page.goto(`/form/${side.eva.id}`)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api'))
  await edit(page, { Club: 'Mi club' })
  await page.getByText(saved).waitFor()
  const [, code] = /name="id_driver"\s+(\w+)/.exec((await sent).postData() ?? '') ?? []
  expect(code).toBe(side.eva.id)
  expect((await stored(opened, otherEva.id)).club).toBe('Mi club')
})
