/** Tests of the bar that says that the clock of the laptop stands before what is stored, in a real Chromium. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { aFolder } from '../../support/folder.ts'
import { changeGates } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { withStores } from '../../support/opened-stores.ts'
import { openElsewhere, pageOpener, phone } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

/** Sets the clock of the server, which runs in this process, some days from now. */
function setClock(days: number): void {
  vi.useRealTimers()
  if (days !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 })
}

test('a bar on every screen says that the clock is wrong, with both times, until it is right', async () => {
  onTestFinished(() => setClock(0))
  const folder = await aFolder()
  setClock(2)
  const { id } = await withStores(folder, ({ pilots }) => pilots.register(aDraft({ name: 'Ana' })))
  setClock(0)
  const opened = await openPage('/search', { folder })
  await changeGates(opened.url, { gates: ['Norte'] })
  const [credential, gate] = [
    await openElsewhere(opened, `/credencial/${id}`, phone),
    await openElsewhere(opened, '/puerta', phone),
  ]
  const bar = /^El reloj de la laptop dice .+, y lo último guardado es del .+\. Corrija la fecha y la hora/
  for (const page of [opened.page, credential, gate]) {
    await page.getByRole('alert').filter({ hasText: bar }).waitFor()
    await expectAccessibleLayout(page, 'the bar about the clock')
  }
  await gate.getByRole('button', { name: 'Empezar' }).click()
  await gate.getByRole('heading', { name: 'Norte' }).waitFor()
  await gate.getByRole('alert').filter({ hasText: bar }).waitFor()
  await expectAccessibleLayout(gate, 'the bar about the clock at an open gate')
  setClock(2.1)
  for (const page of [opened.page, credential, gate])
    await expect.poll(() => page.getByText('El reloj de la laptop').count(), { timeout: 15_000 }).toBe(0)
})
