/** Tests that a rename of a modalidad or of a licencia is whole after a kill, with everything that has the name. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ClassField } from '#domain/pilots/classes/classes'
import { newPilotId } from '#domain/pilots/pilot-id'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { anEvent, enter, openEventOf, setEvent } from '../support/events.ts'
import { aFolder } from '../support/folder.ts'
import { restore } from '../support/merges.ts'
import { register } from '../support/page.ts'
import { aDraft, aPilot } from '../support/pilots.ts'
import { askAt } from '../support/versions.ts'

const riders = 10_000
const rounds = Number(process.env.PILOTOS_TEST_ROUNDS ?? 6)
const writers = 4
/** The first names of the classes that are renamed. */
const keys = { modalidad: 'MX1', licencia: 'Nacional' }
/** Names that they have before or between: `MX1` or `MX1 3`. */
const ofTheirs = /^(MX1|Nacional)( \d+)?$/
const rule = { kind: 'date', date: '2031-05-01' } as const

/** The moments of the kills: once the settings are written, once the riders begin to be, and any. */
const moments = ['settings', 'riders', 'any'] as const

test(`a kiosk with ${riders} riders that is killed ${rounds} times in a rename leaves no former name, and loses no rider`, async () => {
  const folder = await aFolder()
  await prepare(folder)
  const names = { ...keys }
  const registered = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const field = round % 4 === 3 ? 'licencia' : 'modalidad'
    const name = `${keys[field]} ${round}`
    const isDone = await renameAndKill({ folder, field, name, names, registered, round })
    if ((await settingsIn(folder)).includes(`"name":"${name}"`)) names[field] = name
    else expect(isDone).toBe(false)
    await check(folder, names, registered)
  }
}, 600_000)

interface Round {
  folder: string
  field: ClassField
  /** The next name of the class. */
  name: string
  /** The names that the forms of the writers have. */
  names: Record<ClassField, string>
  /** The identifiers of the riders whose registration was acknowledged, to which new ones are added. */
  registered: Set<string>
  round: number
}

/** Renames a class beside writers, and kills the kiosk meanwhile. Resolves to true if the rename was acknowledged. */
async function renameAndKill({ folder, field, name, names, registered, round }: Round): Promise<boolean> {
  const kiosk = await serve(['--data', folder])
  let isDown = false
  const writing = Array.from({ length: writers }, async () => {
    while (!isDown) {
      const id = await register(kiosk.url, aDraft(names as never)).catch(() => undefined)
      if (id) registered.add(id)
    }
  })
  const before = await bytesIn(folder)
  const renaming = askAt(kiosk.url, 'PUT', `/api/classes/${field}/${keys[field]}`, { name }).then(
    () => true,
    () => false,
  )
  const moment = moments[round % moments.length]
  if (moment === 'settings') await until(async () => (await settingsIn(folder)).includes(`"${name}"`))
  if (moment === 'riders') await until(async () => (await bytesIn(folder)) > before + 100_000)
  if (moment === 'any') await Promise.race([delay(Math.random() * 400), renaming])
  isDown = true
  await kiosk.stop('SIGKILL')
  await Promise.all(writing)
  return renaming
}

/** Starts a kiosk, kills it once it is open, and looks for names of before in all that is stored. */
async function check(folder: string, names: Round['names'], registered: ReadonlySet<string>): Promise<void> {
  const kiosk = await serve(['--data', folder])
  const { data: lists } = await (await fetch(`${kiosk.url}/api/start-lists`)).json()
  expect(lists).toEqual([expect.objectContaining({ modalidad: names.modalidad, version: 1, changes: [] })])
  await kiosk.stop('SIGKILL')
  const stores = await openFolder(folder)
  const { pilots } = await stores.pilots.list()
  const { validity, events = {} } = await stores.settings.read()
  await stores.close()
  const stored = new Set<string>(pilots.map(({ id }) => id))
  expect([...registered].filter((id) => !stored.has(id))).toEqual([])
  const found = [
    ...pilots.flatMap(({ modalidad, licencia, entries = [] }) => [
      modalidad,
      licencia,
      ...entries.map((entry) => entry.modalidad),
    ]),
    ...Object.values(events).flatMap(({ modalidades, categories, startLists = {} }) => [
      ...modalidades,
      ...categories.map((category) => category.modalidad),
      ...Object.keys(startLists),
    ]),
  ]
  const theirs = new Set(found.filter((name) => ofTheirs.test(String(name))))
  expect([...theirs].sort()).toEqual([names.modalidad, names.licencia])
  expect(validity).toMatchObject({ [names.licencia]: rule })
}

/** Fills a folder with riders, half of them of the classes, who are entered in a category and on a start list. */
async function prepare(folder: string): Promise<void> {
  const stores = await openFolder(folder)
  const { settings, merges } = stores
  for (const [field, name] of Object.entries(keys) as [ClassField, string][])
    await settings.changeItem(field, { kind: 'add', item: { name } })
  await settings.change({ validity: { [keys.licencia]: rule } })
  const pilots = Array.from({ length: riders }, (_, index) => {
    const names = index % 2 ? keys : { modalidad: 'RALLY' }
    return aPilot(newPilotId(), aDraft({ ...names, npiloto: String(index) } as never))
  })
  await restore(merges, { pilots, settings: await settings.read() })
  await stores.close()
  const { url, stop } = await serve(['--data', folder])
  const { id: event, modalidades } = await openEventOf(url)
  const { modalidad } = keys
  await setEvent(url, { ...anEvent({ modalidades }), categories: [{ modalidad, name: 'Expertos' }] })
  await enter(url, { ids: pilots.slice(0, 800).map(({ id }) => id) })
  const order = { event, modalidad, kind: 'provisional', order: 'number', issue: true }
  await askAt(url, 'POST', '/api/start-lists', order)
  await stop()
}

/** Returns the text of the changes of settings in the journals. */
async function settingsIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('journal'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter((line) => line.includes('"set":'))).join('\n')
}

async function bytesIn(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('journal'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function until(isDue: () => Promise<boolean>): Promise<void> {
  await expect.poll(isDue, { interval: 1 }).toBe(true)
}
