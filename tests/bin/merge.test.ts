/** Tests of `pilotos merge` with two folders that began as one, and of its undo. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { draftOf, type PilotDraft } from '#domain/pilots/pilot'
import { mergeDesk, readOtherBackup } from '../../server/merge/merge.ts'
import { preparePhoto } from '../../server/photos/pictures.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { readState } from '../../server/store/folder/log/saved-state.ts'
import type { Stores } from '../../server/store/shared/stores.ts'
import { lacks } from '../support/abilities.ts'
import { expectEnd, pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { openedStores, withStores } from '../support/opened-stores.ts'
import { aReceivedScan } from '../support/passages.ts'
import { aDraft, aPicture, complete } from '../support/pilots.ts'
import { startTestServer } from '../support/server.ts'
import { onTerminal } from '../support/terminal.ts'

const [ana, luz, rosa] = ['0000000000AA', '0000000000BB', '0000000000CC'] as const
const drafts = {
  [ana]: aDraft({ name: 'Ana', lastname: 'Rojas' }),
  [luz]: aDraft({ name: 'Luz', lastname: 'Rojas' }),
  [rosa]: aDraft({ name: 'Rosa', lastname: 'Rojas' }),
}
type Rider = keyof typeof drafts

async function change(stores: Stores, id: Rider, changes: Partial<PilotDraft>, by: string): Promise<void> {
  await stores.pilots.update(id, { ...drafts[id], ...changes } as PilotDraft, { by })
}

/**
 * Returns two folders of three riders which began as one. At both desks, Ana got another telephone and somebody
 * registered Iris; the other desk also changed the club of Luz, registered Olga, let Rosa in and added an account.
 */
async function twoDesks(): Promise<{ here: string; there: string; copy: string }> {
  const [here, there, elsewhere] = [await aFolder(), await aFolder(), await aFolder()]
  const [base, copy] = [join(elsewhere, 'base.tar.gz'), join(elsewhere, 'copia.tar.gz')]
  const rows = Object.entries(drafts).map(([id_driver, draft], index) => ({
    line: index + 2,
    values: { id_driver, ...draft },
  }))
  await withStores(here, async (stores) => {
    await stores.pilots.import(rows)
    await writeBackup(stores, base)
  })
  await withStores(there, async (stores) => restoreBackup(stores, await readBackup(base)))
  const iris = aDraft({ name: 'Iris', lastname: 'Quispe' })
  await withStores(here, async (stores) => {
    await change(stores, ana, { celular: 911111111 }, 'marta')
    await stores.pilots.register(iris, undefined, 'marta')
  })
  await withStores(there, async (stores) => {
    await change(stores, ana, { celular: 922222222 }, 'luis')
    await change(stores, luz, { club: 'Moto Club Sur' }, 'luis')
    const photo = await stores.photos.save(await preparePhoto(await aPicture('png', 60, 40)))
    await stores.pilots.register(iris, undefined, 'luis')
    await stores.pilots.register(aDraft({ name: 'Olga', lastname: 'Díaz' }), photo, 'luis')
    await stores.passages.record([aReceivedScan({ scanned: rosa, pilot: rosa })], 'warn')
    await stores.accounts.put({ user: 'luis', password: 'hash', role: 'mesa' })
    await writeBackup(stores, copy)
  })
  return { here, there, copy }
}

/** Returns the names of the riders, the telephone of Ana, the club of Luz, and all that is counted. */
function summaryOf(folder: string) {
  return withStores(folder, async (stores) => {
    const { pilots } = await stores.pilots.list()
    return {
      names: pilots.map(({ name }) => name).sort(),
      celular: pilots.find(({ id }) => id === ana)?.celular,
      club: pilots.find(({ id }) => id === luz)?.club,
      passages: (await stores.passages.log()).length,
      accounts: (await stores.accounts.list()).map(({ user }) => user),
    }
  })
}

const mine = {
  names: ['Ana', 'Iris', 'Luz', 'Rosa'],
  celular: 911111111,
  club: drafts[luz].club,
  passages: 0,
  accounts: [],
}
const merged = {
  names: ['Ana', 'Iris', 'Luz', 'Olga', 'Rosa'],
  celular: 911111111,
  club: 'Moto Club Sur',
  passages: 1,
  accounts: ['luis'],
}

/** Returns the content of every file of a folder. */
async function bytesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (path) => [path, (await readFile(path)).toString('base64')])),
  )
}

test('a rehearsal tells what both desks changed, and changes no byte', async () => {
  const { here, copy } = await twoDesks()
  const before = await bytesOf(here)
  const { code, stdout, stderr } = await pilotos(['merge', copy, '--dry-run', '--data', here])
  expect([code, stdout]).toEqual([
    1,
    'Ensayo, no se guardó nada: 1 nuevo, 2 iguales, 2 unidos, 1 dato en conflicto\n',
  ])
  expect(stderr).toContain(`Ana Rojas (${ana}), Celular\n    → aquí: 911111111 (`)
  expect(stderr).toMatch(/ {6}en .*: 922222222 \(.*, por luis, en /)
  expect(stderr).toContain('1 cuenta nueva: luis (Mesa)\nTambién: 1 lectura y 1 foto')
  expect(await bytesOf(here)).toEqual(before)
})

test('without a terminal, a conflict keeps the value of this side, and the merge ends with 1', async () => {
  const { here, copy } = await twoDesks()
  const { code, stdout, stderr } = await pilotos(['merge', copy, '--data', here])
  expect([code, stdout]).toEqual([1, '1 nuevo, 2 iguales, 2 unidos, 1 dato en conflicto\n'])
  expect(stderr).toContain('Nadie eligió, y 1 dato en conflicto quedó como aquí')
  expect(await summaryOf(here)).toEqual(merged)
  const [saved = ''] = await readdir(join(here, 'backups'))
  expect(saved).toMatch(/^antes-de-unir-pilotos-/)
  expect(stderr).toContain(`Lo que había quedó en ${join(here, 'backups', saved)}\n`)

  const again = await pilotos(['merge', copy, '--data', here])
  expect([again.code, again.stdout]).toEqual([1, '0 nuevos, 4 iguales, 1 unido, 1 dato en conflicto\n'])
  expect(again.stderr).toContain('No hay nada que traer')
  expect(await readdir(join(here, 'backups'))).toEqual([saved])
  const chosen = await pilotos(['merge', copy, '--prefer', 'this', '--data', here])
  expect([chosen.code, chosen.stdout]).toEqual([
    0,
    '0 nuevos, 4 iguales, 1 unido, 1 dato elegido, 0 datos en conflicto\n',
  ])
  const last = await pilotos(['merge', copy, '--data', here])
  expect([last.code, last.stdout]).toEqual([0, '0 nuevos, 5 iguales, 0 unidos, 0 datos en conflicto\n'])
  const history = await pilotos(['history', luz, '--data', here])
  expect(history.stdout).toMatch(
    /luis, en .+ Cambiado\n +Club: .*\n.* la terminal +Unido con los datos de otra mesa/,
  )
})

const openNameIn = (folder: string) =>
  withStores(folder, async ({ settings }) => openEvent((await settings.read()).events).name)

/** Gives a folder the event Fecha 2, which was opened last unless it says otherwise. */
const openSecondEvent = (folder: string, openedAt = '2026-11-22T10:00:00.000Z') =>
  withStores(folder, ({ settings }) =>
    settings.change({ events: { F2: { ...openEvent(), name: 'Fecha 2', openedAt } } }),
  )

/** Undoes the merge that a report names. */
async function undo(folder: string, { stderr }: { stderr: string }) {
  const [, number = ''] = /pilotos undo-import (\d+)/.exec(stderr) ?? []
  return pilotos(['undo-import', number, '--yes', '--data', folder])
}

test('the event of the other desk comes along with what belongs to it, and a rehearsal says that it is open then', async () => {
  const { here, there } = await twoDesks()
  await openSecondEvent(there, new Date().toISOString())
  const rehearsal = await pilotos(['merge', there, '--dry-run', '--data', here])
  expect(rehearsal.stderr).toContain('1 evento nuevo: «Fecha 2», que queda abierto\n')
  expect(await openNameIn(here)).toBe('')
  await pilotos(['merge', there, '--prefer', 'this', '--data', here])
  expect(await openNameIn(here)).toBe('Fecha 2')
  expect((await pilotos(['merge', there, '--data', here])).stderr).not.toContain('evento')
})

test('an admin of the other desk comes along only with --admins, and the report shows every role', async () => {
  const { here, there } = await twoDesks()
  await withStores(there, ({ accounts }) => accounts.put({ user: 'jefa', password: 'hash', role: 'admin' }))
  const merge = ['merge', there, '--prefer', 'this', '--data', here]
  const { stderr } = await pilotos(merge)
  expect(stderr).toContain('1 cuenta nueva: luis (Mesa)\n')
  expect(stderr).toMatch(/\n1 cuenta de admin de .+ que no entra, salvo con --admins: jefa\n/)
  expect((await summaryOf(here)).accounts).toEqual(['luis'])
  const { stdout } = await pilotos([...merge, '--admins', '--json'])
  expect(JSON.parse(stdout).accounts).toEqual([{ user: 'jefa', role: 'admin', isAdded: true }])
  expect((await summaryOf(here)).accounts).toEqual(['luis', 'jefa'])
})

test.each(['alone', 'beside a kiosk'])(
  'an undone merge takes back the events that it brought, %s',
  async (where) => {
    const { here, there } = await twoDesks()
    await openSecondEvent(there, '2099-01-01T10:00:00.000Z')
    if (where !== 'alone') await startTestServer({ folder: here })
    const merged = await pilotos(['merge', there, '--prefer', 'this', '--data', here])
    const eventsHere = async () => Object.keys((await readState(here)).shared.stored.events ?? {})
    expect(await eventsHere()).toEqual(['F2'])
    expect((await undo(here, merged)).code).toBe(0)
    expect(await eventsHere()).toEqual([])
  },
)

test.each([
  ['changed', 'cambió el evento «Fecha dos»', { F2: { name: 'Fecha dos', order: 1, change: 0 } }],
  ['ended', 'abrió el evento «Fecha 3»', { F3: { name: 'Fecha 3', order: 2, change: 99 } }],
])('a merge is not undone once somebody has %s the event that it brought', async (_how, message, changes) => {
  const { here, there } = await twoDesks()
  await openSecondEvent(there)
  const merged = await pilotos(['merge', there, '--prefer', 'this', '--data', here])
  const [[id, changed] = ['F2', {}]] = Object.entries(changes)
  const event = { ...openEvent(), openedAt: '2026-11-22T10:00:00.000Z', ...changed }
  await withStores(here, ({ settings }) => settings.change({ events: { [id]: event } }))
  await expectEnd(undo(here, merged), 1, message)
  expect(await openNameIn(here)).toBe(changed.name)
})

test('whom the other desk erased stays without --erase-too, also with --json, and comes back by the undo', async () => {
  const { here, there } = await twoDesks()
  const everybody = await withStores(there, async ({ pilots, erasures }) => {
    const ids = (await pilots.list()).pilots.map(({ id }) => id)
    await erasures.erase(ids.filter((id) => id in drafts))
    return ids.filter((id) => id in drafts).length
  })
  const merge = ['merge', there, '--prefer', 'this', '--data', here]
  const declined = await pilotos([...merge, '--json'])
  expect(JSON.parse(declined.stdout)).toMatchObject({
    erased: 0,
    erases: [{ id_driver: ana, name: 'Ana Rojas' }, { name: 'Luz Rojas' }, { name: 'Rosa Rojas' }],
  })
  expect(declined.stderr).toMatch(
    /3 personas que .+ borró para siempre, y que aquí están:\n {2}Ana Rojas .*\n {2}Luz Rojas .*\n {2}Rosa Rojas .*\nNo se borra a nadie aquí, salvo con --erase-too\./,
  )
  const kept = await summaryOf(here)
  expect(kept.names).toEqual(expect.arrayContaining(['Ana', 'Luz', 'Rosa']))

  const { stdout, stderr } = await pilotos([...merge, '--erase-too'])
  expect(stderr).toContain('Se borran para siempre también aquí; siguen en las copias de la carpeta backups')
  expect(stderr).toContain('Lo que había quedó en ')
  expect(stdout).toContain('0 nuevos')
  expect((await summaryOf(here)).names).toEqual(kept.names.filter((name) => !/Ana|Luz|Rosa/.test(name)))
  expect((await undo(here, { stderr })).stdout).toContain(`${everybody} como estaban antes`)
  expect(await summaryOf(here)).toEqual(kept)
})

test('two laptops of one name are told apart in the history of a third one, each under the same name in every merge', async () => {
  const [here, north, south] = [await aFolder(), await aFolder(), await aFolder()]
  const work = (folder: string, dni: number, by: string) =>
    withStores(folder, ({ pilots }) => pilots.register(aDraft({ dni }), undefined, by))
  const mergedAs = async (folder: string) => {
    const { stdout } = await pilotos(['merge', folder, '--prefer', 'this', '--json', '--data', here])
    return JSON.parse(stdout).desk
  }
  await work(here, 30_000_001, 'marta')
  await work(north, 30_000_002, 'luis')
  await work(south, 30_000_003, 'rosa')
  const names = [`${hostname()} (otra)`, `${hostname()} (otra 2)`]
  expect([await mergedAs(north), await mergedAs(south)]).toEqual(names)
  await work(north, 30_000_004, 'luis')
  expect(await mergedAs(north)).toBe(names[0])
  const { changes } = await withStores(here, ({ pilots }) => pilots.changeLog())
  const authors = changes.flatMap(({ past, change }) => (past ? [`${change.by} ${change.desk}`] : []))
  expect(new Set(authors)).toEqual(new Set([`luis ${names[0]}`, `rosa ${names[1]}`]))
})

test('--prefer other takes the value of the other side in every conflict, and --json asks nothing', async () => {
  const { here, copy } = await twoDesks()
  const conflict = {
    id_driver: ana,
    field: 'celular',
    this: { value: '911111111', by: 'marta', at: expect.stringMatching(/Z$/), desk: hostname() },
    other: { value: '922222222', by: 'luis', at: expect.stringMatching(/Z$/), desk: `${hostname()} (otra)` },
  }
  const rehearsal = await pilotos(['merge', copy, '--json', '--dry-run', '--data', here])
  expect(rehearsal.code).toBe(1)
  expect(JSON.parse(rehearsal.stdout)).toMatchObject({
    new: 1,
    same: 2,
    joined: 2,
    conflicts: [{ ...conflict, side: 'this', isChosen: false }],
  })
  const stored = await pilotos(['merge', copy, '--json', '--prefer', 'other', '--data', here])
  expect(stored.code).toBe(0)
  expect(JSON.parse(stored.stdout)).toMatchObject({ conflicts: [{ ...conflict, side: 'other' }] })
  expect(await summaryOf(here)).toEqual({ ...merged, celular: 922222222 })
})

test('a merge is listed with the imports and undone as a whole, until something changes', async () => {
  const { here, copy } = await twoDesks()
  const { stderr } = await pilotos(['merge', copy, '--prefer', 'other', '--data', here])
  const [, number = ''] = /pilotos undo-import (\d+)/.exec(stderr) ?? []
  const listed = await pilotos(['undo-import', '--data', here])
  expect(listed.stdout).toMatch(new RegExp(`\\n${number} .* unión con ${hostname()} \\(otra\\) +3\\n`))
  expect(await pilotos(['undo-import', number, '--yes', '--data', here])).toMatchObject({
    code: 0,
    stdout: 'Unión deshecha: 1 borrado, 2 como estaban antes\n',
  })
  expect(await summaryOf(here)).toEqual(mine)

  await pilotos(['merge', copy, '--prefer', 'other', '--data', here])
  expect(await summaryOf(here)).toEqual({ ...merged, celular: 922222222 })
  await withStores(here, ({ pilots }) => pilots.register(aDraft()))
  const [last = ''] = /^\d+/m.exec((await pilotos(['undo-import', '--data', here])).stdout) ?? []
  await expectEnd(pilotos(['undo-import', last, '--yes', '--data', here]), 1, 'no se deshizo')
})

test('a merge goes through the kiosk that holds the folder, and so does its undo', async () => {
  const { here, copy } = await twoDesks()
  const server = await startTestServer({ folder: here })
  const done = await pilotos(['merge', copy, '--prefer', 'this', '--data', here])
  expect(done.code).toBe(0)
  const names = async () => (await pilotos(['list', '--data', here])).stdout
  expect(await names()).toContain('Olga')
  expect(await undo(here, done)).toMatchObject({ code: 0 })
  expect(await names()).not.toContain('Olga')
  await server.close()
  expect(await summaryOf(here)).toEqual(mine)
})

test('the folder of the other desk is merged as its backup is, and stays as it is', async () => {
  const { here, there } = await twoDesks()
  const before = await bytesOf(there)
  expect(await pilotos(['merge', there, '--data', here])).toMatchObject({ code: 1 })
  expect(await summaryOf(here)).toEqual(merged)
  expect(await bytesOf(there)).toEqual(before)
})

const unused = {
  restore: () => Promise.reject(new Error('no restore')),
  answeredBefore: () => Promise.reject(new Error('no order')),
}

test('a merge decides again after a change that was made meanwhile, and its backup has that change', async () => {
  const { here, copy } = await twoDesks()
  const stores = await openedStores(here)
  let isFirst = true
  const merges: Stores['merges'] = {
    ...unused,
    async commit(order) {
      if (isFirst) await change(stores, rosa, { club: 'Moto Club Norte' }, 'marta')
      isFirst = false
      return stores.merges.commit(order)
    },
  }
  const folder = join(here, 'backups')
  const how = { by: 'marta', folder }
  const other = await readOtherBackup(copy)
  const { change: number, saved = '' } = await mergeDesk({ ...stores, merges }, other, how)
  expect(number).toBeGreaterThan(0)
  expect((await stores.pilots.get(rosa)).club).toBe('Moto Club Norte')
  expect((await stores.pilots.list()).total).toBe(5)
  expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([saved])
  const { pilots } = await readBackup(saved)
  expect(pilots.find(({ id }) => id === rosa)?.club).toBe('Moto Club Norte')

  const busy: Stores['merges'] = {
    ...unused,
    async commit(order) {
      await stores.pilots.register(aDraft())
      return stores.merges.commit(order)
    },
  }
  const next = await readOtherBackup(join(folder, (await readdir(folder))[0] ?? ''))
  const changed = { ...next, pilots: [...next.pilots, { ...aDraft(), id: '0000000000DD', photo: null }] }
  const refusal = { kind: 'conflict', message: expect.stringContaining('no se guardó nada') }
  await expect(mergeDesk({ ...stores, merges: busy }, changed, how)).rejects.toMatchObject(refusal)
})

test('photos are compared by their content, and one that is no picture is left out', async () => {
  const { here, there, copy } = await twoDesks()
  const jpeg = await preparePhoto(await aPicture('png', 80, 60))
  const other = await preparePhoto(await aPicture('png', 60, 80))
  const setPhoto = (folder: string, id: Rider, picture: Buffer) =>
    withStores(folder, async (stores) => {
      const photo = await stores.photos.save(picture)
      await stores.pilots.update(id, draftOf(complete(await stores.pilots.get(id))) as PilotDraft, { photo })
      return photo
    })
  const [own] = [await setPhoto(here, luz, jpeg), await setPhoto(there, luz, jpeg)]
  const [, newer] = [await setPhoto(here, ana, jpeg), await setPhoto(there, ana, other)]
  const lost = await setPhoto(there, rosa, other)
  await writeFile(join(there, 'photos', lost), '<script>')
  await withStores(there, (stores) => writeBackup(stores, copy.replace('copia', 'otra')))
  await pilotos(['merge', copy.replace('copia', 'otra'), '--prefer', 'other', '--data', here])
  await withStores(here, async ({ pilots, photos }) => {
    expect((await pilots.get(luz)).photo).toBe(own)
    expect((await pilots.get(ana)).photo).toBe(newer)
    expect(await photos.read(newer)).toEqual(other)
    expect((await pilots.get(rosa)).photo).toBe(null)
  })
})

describe.skipIf(lacks('script(1)'))('at a terminal', () => {
  const down = '\u001b[B'
  const answering = (source: string, here: string, answers: [string, string][]) =>
    onTerminal(['merge', source, '--data', here], undefined, { answers })

  test('a person chooses the side of a conflict, and confirms the merge', async () => {
    const { here, copy } = await twoDesks()
    const sent = await answering(copy, here, [
      ['todos los que faltan', `${down}\r`],
      ['¿Unir los datos de', 's\r'],
    ])
    expect(sent).toContain('Para deshacer esta unión: pilotos undo-import')
    expect(sent).toContain('1 nuevo, 2 iguales, 2 unidos, 1 dato elegido, 0 datos en conflicto')
    expect(sent).not.toContain('navigate')
    expect(await summaryOf(here)).toEqual({ ...merged, celular: 922222222 })
  })

  test('a person says who is the same, and decides with one answer all that is left', async () => {
    const { here, there } = await twoDesks()
    const eva = { name: 'Eva', lastname: 'Paz', fechanac: '1999-03-01' }
    for (const folder of [here, there])
      await withStores(folder, (stores) =>
        stores.pilots.register(aDraft({ ...eva, npiloto: folder === here ? '10' : '11' })),
      )
    const sent = await answering(there, here, [
      ['¿Son la misma persona? Eva Paz', 's\r'],
      ['todos los que faltan', `${down.repeat(3)}\r`],
      ['¿Unir los datos de', 's\r'],
    ])
    expect(sent).toContain('3 datos elegidos, 0 datos en conflicto')
    expect(await summaryOf(here)).toMatchObject({
      names: [...merged.names, 'Eva'].sort(),
      celular: 922222222,
    })
  })

  test('a person who does not confirm merges nothing', async () => {
    const { here, copy } = await twoDesks()
    const before = await bytesOf(here)
    const sent = await answering(copy, here, [
      ['todos los que faltan', '\r'],
      ['¿Unir los datos de', '\r'],
    ])
    expect(sent).toContain('No se unió nada.')
    const cancelled = await answering(copy, here, [['todos los que faltan', '\u0003']])
    expect(cancelled).toContain('No se unió nada.')
    expect(await bytesOf(here)).toEqual(before)
  })
})
