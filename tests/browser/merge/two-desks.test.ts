/** Two kiosks that begin with one backup, register and edit for a day, and are merged both ways in a real Chromium. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PilotDraft } from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { dropOnList } from '../../support/file-drag.ts'
import { aFolder } from '../../support/folder.ts'
import { withStores } from '../../support/opened-stores.ts'
import { downloadBackup } from '../../support/other-desk.ts'
import { pageOpener, register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { startTestServer } from '../../support/server.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

type Draft = PilotDraft & { dni: number }

/** A rider whom both desks know from the start. */
interface Known {
  id: string
  draft: Draft
}

const drafts = (count: number, name: string, changes: Partial<PilotDraft> = {}) =>
  Array.from({ length: count }, (_, index): Draft => aDraft({ name: `${name} ${index}`, ...changes }))

function registerEach(url: string, riders: readonly Draft[]): Promise<Known[]> {
  return Promise.all(riders.map(async (draft) => ({ id: await register(url, draft), draft })))
}

/** Starts a kiosk with the data of a backup. */
async function startFrom(backup: Buffer) {
  const folder = await aFolder()
  const path = join(folder, 'copia.tar.gz')
  await writeFile(path, backup)
  const data = join(folder, 'data')
  await withStores(data, async (stores) => restoreBackup(stores, await readBackup(path)))
  return startTestServer({ folder: data })
}

async function change(url: string, riders: readonly Known[], changes: Partial<PilotDraft>): Promise<void> {
  await Promise.all(riders.map(({ id, draft }) => update(url, id, { ...draft, ...changes })))
}

/** Returns the records of all pilots in the order of their codes, without the chats, which depend on the country of a desk. */
async function recordsOf(url: string): Promise<Partial<PilotRecord>[]> {
  const { data } = (await (await fetch(`${url}/api?list=all`)).json()) as { data: PilotRecord[] }
  return data
    .map(({ chat: _chat, ...record }) => record)
    .sort((one, other) => (one.id_driver < other.id_driver ? -1 : 1))
}

/** Returns the status of a code, and the DNI of its pilot. */
async function lookUp(url: string, code: string): Promise<[status: number, dni?: number]> {
  const answer = await fetch(`${url}/api?list=${code}`)
  const { data } = (await answer.json()) as { data?: PilotRecord[] }
  return [answer.status, data?.[0] && JSON.parse(data[0].data_driver).dni]
}

async function drop(page: Page, url: string, backup: Buffer): Promise<void> {
  await page.goto(`${url}/search`)
  await dropOnList(page, [{ name: 'otra-mesa.tar.gz', content: backup }])
  await page
    .getByText('Todavía no se guardó nada.')
    .or(page.getByText(/por decidir\.$/))
    .waitFor()
}

/** Returns the counts of the dialog: new, changed, removed and equal pilots. */
function countsOf(page: Page): Promise<number[]> {
  return page
    .locator('dialog dl')
    .first()
    .locator('dd')
    .allTextContents()
    .then((texts) => texts.map(Number))
}

test('two kiosks that registered 50 riders each are merged both ways, and then have the same', async () => {
  const { page, url: here } = await openPage()
  const base = await registerEach(here, drafts(60, 'Base'))
  const there = (await startFrom(await downloadBackup(here))).url
  const [disputed, mine, theirs, [revoked, removed, gone]] = [
    base.slice(0, 3),
    base.slice(3, 20),
    base.slice(20, 37),
    base.slice(37) as [Known, Known, Known],
  ]
  const shared = drafts(5, 'Ambas')
  const sharedHere = await registerEach(here, shared)
  await registerEach(here, drafts(45, 'Aquí', { npiloto: '1' }))
  await change(here, [...disputed, ...mine], { club: 'Sur' })
  await askAt(here, 'DELETE', `/api/pilots/${gone.id}`)
  const sharedThere = await registerEach(there, shared)
  await registerEach(there, drafts(45, 'Allá', { npiloto: '1' }))
  await change(there, [...disputed, ...theirs], { club: 'Norte' })
  await askAt(there, 'POST', `/api/pilots/${revoked.id}/revoke`)
  await askAt(there, 'DELETE', `/api/pilots/${removed.id}`)

  await drop(page, here, await downloadBackup(there))
  await page.getByText('Faltan 3 diferencias por decidir.').waitFor()
  // The edits of the other desk, the disputed ones and the revoked card. The riders of both desks are equal.
  const counts = await countsOf(page)
  expect(counts.slice(0, 3)).toEqual([45, 17 + 3 + 1, 1])
  await page.getByText('1 credencial queda anulada, porque una mesa la anuló').waitFor()
  await page
    .getByRole('group', { name: /^Club de Base 0 / })
    .getByLabel('Sur')
    .check()
  await page
    .getByRole('group', { name: /^Club de Base 1 / })
    .getByLabel('Norte')
    .check()
  await page.getByText('Falta 1 diferencia por decidir.').waitFor()
  await page.getByRole('button', { name: 'Todo lo de la otra' }).click()
  await page.getByRole('button', { name: /^Unir \d+ pilotos$/ }).click()
  await page.getByText(/^Se unieron \d+ pilotos de /).waitFor()

  await drop(page, there, await downloadBackup(here))
  await page.getByText('Todavía no se guardó nada.').waitFor()
  expect((await countsOf(page))[0]).toBe(45)
  await page.getByRole('button', { name: /^Unir \d+ pilotos$/ }).click()
  await page.getByText(/^Se unieron \d+ pilotos de /).waitFor()

  const records = await recordsOf(here)
  expect(records).toHaveLength(60 - 2 + 45 + 45 + 5)
  expect(await recordsOf(there)).toEqual(records)
  const clubOf = new Map(
    records.map(({ data_driver = '' }) => {
      const { dni, club } = JSON.parse(data_driver)
      return [dni, club]
    }),
  )
  const clubs = (riders: readonly Known[]) => [...new Set(riders.map(({ draft }) => clubOf.get(draft.dni)))]
  expect(disputed.map((one) => clubs([one])[0])).toEqual(['Sur', 'Norte', 'Norte'])
  expect([clubs(mine), clubs(theirs)]).toEqual([['Sur'], ['Norte']])
  for (const url of [here, there]) {
    expect((await lookUp(url, revoked.id))[0]).toBe(410)
    for (const { id, draft } of [...sharedHere, ...sharedThere])
      expect(await lookUp(url, id)).toEqual([200, draft.dni])
  }
})
