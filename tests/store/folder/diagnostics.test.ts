/** Tests that the doctor finds the copies that a program which synchronizes folders made between the files of data. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagnoseFolder } from '../../../server/store/folder/diagnostics.ts'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { fill } from '../../support/merges.ts'

/** Returns what the doctor says about copies of a program that synchronizes. */
async function syncFindings(folder: string) {
  const findings = await diagnoseFolder(folder, undefined)
  return findings.filter(({ text }) => text.includes('sincroniza'))
}

async function aDataFolder(): Promise<string> {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  await fill(stores)
  await stores.settings.change({ address: 'http://192.168.1.20:4780' })
  await stores.close()
  return folder
}

test.each([
  ['Syncthing', 'journal-000001.sync-conflict-20261121-134500-D4LGQYW.jsonl'],
  ['Syncthing, of the previous snapshot', 'pilots.json.sync-conflict-20261121-134500-D4LGQYW.bak'],
  ['Dropbox', "pilots (marta's conflicted copy 2026-11-21).json"],
  ['Dropbox in Spanish', 'pilots (Copia en conflicto de marta 2026-11-21).json'],
  ['Nextcloud', 'passages (conflicted copy 2026-11-21 134500).jsonl'],
  ['OneDrive', 'journal-000002-LAPTOP-7Q2K.jsonl'],
  ['Google Drive', 'accounts (1).json'],
  ['iCloud', 'settings 2.json'],
])('the doctor names the copy of %s, and says how its data is merged', async (_, name) => {
  const folder = await aDataFolder()
  await writeFile(join(folder, name), '')
  expect(await syncFindings(folder)).toEqual([
    {
      level: 'warning',
      text: `Un programa que sincroniza carpetas dejó 1 copia en conflicto entre los datos: ${name}`,
      advice: expect.stringContaining('pilotos merge'),
    },
  ])
})

test('the doctor takes no file of PilotOS for a copy, also not one that a repair has set aside', async () => {
  const folder = await aDataFolder()
  for (const name of [
    'journal-000002.jsonl.torn-20261121T134500123Z',
    'pilots.json.corrupt-20261121T134500123Z',
    'kiosk.json',
    'pairings.json',
  ])
    await writeFile(join(folder, name), '')
  expect(await syncFindings(folder)).toEqual([])
})
