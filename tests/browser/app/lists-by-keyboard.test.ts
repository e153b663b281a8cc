/** Walks through the lists of *Ajustes* by keyboard alone: the focus stays where a person goes on. */
import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anEvent, setEvent } from '../../support/events.ts'
import { pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

/** Returns the name of the focused control. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one, body } = document
    const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : undefined
    return one === body ? 'nothing' : (one?.getAttribute('aria-label') ?? label ?? one?.textContent ?? '')
  })

/** Presses Tab until a control has the focus, and then Enter. */
async function press(page: Page, name: string, tab = 'Tab'): Promise<void> {
  for (let presses = 0; (await focused(page)) !== name; presses++) {
    if (presses > 300) throw new Error(`No Tab reaches ${name}`)
    await page.keyboard.press(tab)
  }
  await page.keyboard.press('Enter')
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const expectFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name)

/** Presses a button that opens a dialog, does something there, and expects the focus where the dialog leaves it. */
async function inDialog(page: Page, opener: string, act: () => Promise<void>, after = opener) {
  await press(page, opener)
  await dialogOf(page).waitFor()
  await act()
  await dialogOf(page).waitFor({ state: 'detached' })
  await expectFocus(page, after)
}

const lists = [
  {
    ...{ id: 'campos', add: 'Agregar campo', like: 'Otro como este', names: ['Polo', 'Bus', 'Cena', 'Cama'] },
    ...{ leave: 'Retirar', retired: 'Retirados (1)' },
  },
  {
    ...{ id: 'clases', add: 'Agregar licencia', like: 'Otra como esta' },
    ...{ names: ['Uno', 'Dos', 'Tres', 'Cuatro'], leave: 'Retirar', retired: 'Retiradas (1)' },
  },
  {
    ...{ id: 'categorias', add: 'Agregar categoría', like: 'Otra como esta' },
    ...{ names: ['MX1', 'MX2', 'MX3', 'MX4'], leave: 'Quitar', retired: '' },
  },
  {
    ...{ id: 'reservados', add: 'Reservar un número', like: 'Otro como este' },
    ...{ names: ['1', '2', '3', '4'], leave: 'Quitar', retired: '' },
  },
]

test.each(lists)(
  '$id: an admin adds, moves, changes and copies items, and takes them out, by keyboard alone',
  async ({ id, add, like, names, leave, retired }) => {
    const { page, url } = await openPage()
    await setEvent(url, { ...anEvent(), modalidades: ['RALLY'] })
    await page.goto(`/ajustes/${id}`)
    const section = page.locator(`#${id}`)
    await section.getByRole('button', { name: add }).waitFor()
    const inOrder = () => section.locator('ul').last().locator('b').allTextContents()
    const [first = '', second = '', third = '', copy = ''] = names.map((name) =>
      id === 'reservados' ? `${name} de RALLY` : name,
    )
    const type = async (name: string) => {
      // The first part of these lists is a choice.
      if (id === 'categorias' || id === 'reservados') await page.keyboard.press('Tab')
      await page.keyboard.type(name)
      if (id === 'reservados') {
        await page.keyboard.press('Tab')
        await page.keyboard.type('Ana Paz')
      }
      await page.keyboard.press('Enter')
    }
    for (const name of names.slice(0, 3)) await inDialog(page, add, () => type(name))
    expect((await inOrder()).slice(-3)).toEqual([first, second, third])

    if (id !== 'reservados') {
      await press(page, `Subir ${third}`, 'Shift+Tab')
      await expect.poll(async () => (await inOrder()).slice(-3)).toEqual([first, third, second])
      await expectFocus(page, `Subir ${third}`)
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await inOrder()).slice(-3)).toEqual([third, first, second])
      // The first of all goes up no further.
      await expectFocus(page, id === 'clases' ? `Subir ${third}` : `Bajar ${third}`)
    } else await page.keyboard.press('Shift+Tab')

    await inDialog(page, `Editar ${second}`, () => page.keyboard.press('Escape'))
    await inDialog(page, `Editar ${second}`, () => press(page, 'Cancelar'))
    await inDialog(page, `Editar ${second}`, async () => {
      await press(page, like)
      await page.keyboard.type(names[3] ?? '')
      await page.keyboard.press('Enter')
    })
    expect((await inOrder()).at(-1)).toBe(copy)

    /** Takes an item out, after which the one that took its place has the focus, or the one above it. */
    const take = async (name: string) => {
      const order = await inOrder()
      const at = order.indexOf(name)
      const beside = order[at + 1] ?? order[at - 1]
      await inDialog(page, `${leave} ${name}`, () => press(page, leave), beside ? `${leave} ${beside}` : add)
    }
    await take(second)
    if (retired) {
      await press(page, retired)
      await press(page, `Volver a usar ${second}`)
      await expectFocus(page, add)
    } else for (const name of (await inOrder()).toReversed()) await take(name)
  },
)

test('a dialog that opens while an item moves stays open when the move is answered', async () => {
  const { page, url } = await openPage()
  await setEvent(url, { ...anEvent(), modalidades: ['RALLY'] })
  await page.goto('/ajustes/clases')
  const screen = new EventEmitter()
  const isOpen = once(screen, 'dialog')
  await page.route('**/move', async (route) => {
    await isOpen
    await route.continue()
  })
  const first = page.locator('#clases ul').first().locator('b').first()
  const before = await first.textContent()
  await page.getByRole('button', { name: `Bajar ${before}` }).click()
  await page.getByRole('button', { name: `Editar ${before}` }).click()
  const name = dialogOf(page).getByRole('textbox').first()
  await name.fill('Anual 2027')
  screen.emit('dialog')
  await expect.poll(() => first.textContent()).not.toBe(before)
  expect(await name.inputValue()).toBe('Anual 2027')
})
