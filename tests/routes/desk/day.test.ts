/** Tests of the end of a day: a backup first, and then the end of the pairings of all phones. */
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { DiskFullError, UnavailableError } from '#domain/errors'
import { readBackup } from '../../../server/store/backup/backup.ts'
import type { Account } from '../../../server/store/documents/accounts.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const laptop = { headers: { 'sec-fetch-site': 'same-origin' } }
const url = '/api/day'

async function ask({ app }: Pick<TestServer, 'app'>, method: 'GET' | 'POST') {
  const answer = await app.inject({ ...laptop, method, url })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
}

async function scan({ app }: TestServer, changes: Parameters<typeof aScan>[0]): Promise<void> {
  const payload = { passages: [aScan({ offline: true, admitted: true, ...changes })] }
  expect((await app.inject({ ...laptop, method: 'POST', url: '/api/passages', payload })).statusCode).toBe(
    200,
  )
}

/** Opens an app with the gates Norte and Sur, an account with a password, and two phones, of which one has a session. */
async function openGates(): Promise<TestServer & { session: string }> {
  const server = await openApp()
  const { stores } = server
  await stores.settings.change({ gate: { again: 'warn', gates: ['Norte', 'Sur'] } })
  await stores.accounts.put({ user: 'ana', password: 'x', role: 'puerta' })
  const phone: Account = {
    user: 'Puerta Norte 1',
    password: 'a',
    role: 'puerta',
    gate: 'Norte',
    device: 'iPhone',
  }
  await stores.accounts.put(phone)
  await stores.accounts.put({ ...phone, user: 'Puerta Sur 1', password: 'b', gate: 'Sur', device: 'Android' })
  return Object.assign(server, { session: await stores.sessions.start(phone) })
}

const names = async ({ stores }: TestServer) => (await stores.accounts.list()).map(({ user }) => user).sort()

test('a day is closed by a backup and the end of all pairings, and says before and after who is still inside', async () => {
  const server = await openGates()
  const [ana, luz, eva] = [
    await registered(server.app, aDraft({ name: 'Ana', lastname: 'Paz', npiloto: '27' })),
    await registered(server.app, aDraft({ name: 'Luz' })),
    await registered(server.app, aDraft({ name: 'Eva' })),
  ]
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const [first, second] = [minutesAgo(3), minutesAgo(2)]
  await scan(server, { scanned: eva.id_driver, gate: 'Sur', at: second })
  await scan(server, { scanned: ana.id_driver, gate: 'Norte', at: first })
  await scan(server, { scanned: luz.id_driver, gate: 'Norte', at: first })
  await scan(server, { scanned: luz.id_driver, gate: 'Norte', direction: 'out', at: second })
  await server.stores.pilots.remove(eva.id_driver)

  const inside = [
    { id: ana.id_driver, name: 'Ana Paz', npiloto: '27', since: first, gate: 'Norte' },
    { since: second, gate: 'Sur' },
  ]
  const till = { tills: [], lent: [] }
  const before = await ask(server, 'GET')
  expect(before.data).toEqual([
    {
      ...till,
      inside,
      phones: [
        { user: 'Puerta Sur 1', gate: 'Sur', device: 'Android' },
        { user: 'Puerta Norte 1', gate: 'Norte', device: 'iPhone', last_seen: expect.any(String) },
      ],
    },
  ])
  expect(await names(server)).toEqual(['Puerta Norte 1', 'Puerta Sur 1', 'ana'])

  const closed = await ask(server, 'POST')
  expect(closed.status).toBe(200)
  const [{ backup, ...rest }] = closed.data
  expect(rest).toEqual({ ...till, ended: 2, inside })
  expect(backup.name).toMatch(/^antes-de-cerrar-pilotos-.*\.tar\.gz$/)
  expect(await names(server)).toEqual(['ana'])
  expect(await server.stores.sessions.find(server.session)).toBeUndefined()
  const content = await readBackup(join(server.folder, 'backups', backup.name))
  expect([content.pilots.length, content.log?.length]).toEqual([2, 4])
  const file = await server.app.inject({ ...laptop, url: `/api/backups/${backup.name}` })
  expect(file.rawPayload.length).toBe(backup.size)
  const [listed] = (await server.app.inject({ ...laptop, url: '/api/backups' })).json().data
  expect(listed.files).toMatchObject([{ name: backup.name, kind: 'day' }])
})

test('a day that is closed twice is closed once more, and one that is being closed is not closed at the same time', async () => {
  const server = await openGates()
  const [one, other] = await Promise.all([ask(server, 'POST'), ask(server, 'POST')])
  expect([one.status, one.data[0].ended, one.data[0].inside]).toEqual([200, 2, []])
  expect([other.status, other.error, other.headers['retry-after']]).toEqual([
    503,
    'Ya se está cerrando el día: espere a que termine',
    '10',
  ])
  const again = await ask(server, 'POST')
  expect([again.status, again.data[0].ended]).toEqual([200, 0])
  expect(again.data[0].backup.name).not.toBe(one.data[0].backup.name)
  expect(await names(server)).toEqual(['ana'])
})

test('if the backup fails, all phones stay paired, and the answer says what to do', async () => {
  const server = await openGates()
  const list = vi.spyOn(server.stores.pilots, 'list')
  list.mockRejectedValueOnce(new DiskFullError('/datos'))
  const full = await ask(server, 'POST')
  expect([full.status, full.error]).toEqual([
    507,
    'El día no se cerró, y los teléfonos siguen emparejados. No se guardó: el disco de /datos está lleno. Libere espacio y repita',
  ])
  expect(server.reported).toHaveLength(1)
  list.mockRejectedValueOnce(new UnavailableError())
  expect(await ask(server, 'POST')).toMatchObject({
    status: 503,
    error: expect.stringMatching(/^El día no se cerró, .*espere un momento y repita$/),
  })
  expect(await names(server)).toEqual(['Puerta Norte 1', 'Puerta Sur 1', 'ana'])
  expect(await server.stores.sessions.find(server.session)).toMatchObject({ gate: 'Norte' })
})

test('if a pairing cannot be ended, the answer says that the backup is made, and another call ends the rest', async () => {
  const server = await openGates()
  const { accounts } = server.stores
  const remove = accounts.remove.bind(accounts)
  vi.spyOn(accounts, 'remove').mockImplementationOnce(remove).mockRejectedValueOnce(new UnavailableError())
  expect(await ask(server, 'POST')).toMatchObject({
    status: 503,
    error: expect.stringContaining(
      'La copia está hecha, pero quedan teléfonos emparejados: cierre el día otra vez.',
    ),
  })
  expect(await names(server)).toHaveLength(2)
  expect((await ask(server, 'POST')).data[0].ended).toBe(1)
  expect(await names(server)).toEqual(['ana'])
})
