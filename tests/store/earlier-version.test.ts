/** Tests that the data of version 0.1.0 is read and changed: a folder, a backup, and a database. */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { passwordMatches } from '../../server/staff/passwords.ts'
import { openStores } from '../../server/store/open.ts'
import type { PilotStore } from '../../server/store/shared/pilots.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { root } from '../support/root.ts'
import { describeStores, type Stores } from '../support/stores.ts'

const earlier = join(root, 'tests', 'fixtures', '0.1.0')

/** Each returns the folder, or the address of the database, of a copy. */
const copies: Stores<() => Promise<string>> = {
  folder: {
    async 'a folder'() {
      const folder = await aFolder()
      await cp(join(earlier, 'data'), folder, { recursive: true })
      return folder
    },
    async 'a backup'() {
      const folder = await aFolder()
      const { code, stderr } = await pilotos(['restore', join(earlier, 'copia.tar.gz'), '--data', folder])
      expect([code, stderr]).toEqual([0, expect.any(String)])
      return folder
    },
  },
  database: {
    async 'a database'() {
      const address = await sharedPostgres().database()
      const name = address.split('/').at(-1) ?? ''
      await sharedPostgres().admin(await readFile(join(earlier, 'database.sql'), 'utf8'), name)
      return address
    },
  },
}

const ids = {
  withPhoto: 'QV9XR8PQ5S9E',
  changed: 'GT9Y1VWKGP0V',
  revoked: '61NZ6JRZXXP6',
  instead: 'BSMGCARH6D88',
  removed: 'QMKX1A5DF880',
}

describeStores('%s of version 0.1.0', copies, (_, copy) => {
  async function open(data: string) {
    const stores = await openStores(data)
    onTestFinished(() => stores.close())
    return stores
  }

  test('is opened with its pilots, photos, accounts, cards and history', async () => {
    const { pilots, photos, accounts } = await open(await copy())
    const { pilots: all, total } = await pilots.list()
    expect(total).toBe(8)
    expect(all.map(({ id }) => id)).toEqual([
      'JMG79GR5RS7J',
      ids.instead,
      'Y6C9HQGC7QHP',
      '08S7YPCNN1HW',
      'ATPYXHXFYKHE',
      'DW6Z76K9ZXEB',
      ids.changed,
      ids.withPhoto,
    ])
    const { photo, since, card } = await pilots.get(ids.withPhoto)
    expect([since, card]).toEqual([
      '2026-11-22T05:40:00.660Z',
      { at: '2026-11-22T05:40:01.516Z', address: 'http://192.0.2.2:4780' },
    ])
    expect((await photos.read(photo ?? '')).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    await expect(pilots.get(ids.revoked)).rejects.toMatchObject({ kind: 'gone' })
    const [account] = await accounts.list()
    expect(account?.user).toBe('marta')
    expect(passwordMatches(account?.password, 'la clave de marta')).toBe(true)
    expect(await kindsOf(pilots, ids.changed)).toEqual(['registered', 'printed', 'changed'])
    expect((await pilots.history(ids.changed))[0]?.by).toBe('la terminal')
    expect((await pilots.list({ search: 'munoz cambiado' })).total).toBe(1)
    expect(await pilots.list({ search: 'munos, cambiado' })).toMatchObject({ total: 1, isApproximate: true })
  })

  test('is changed, and is read with its changes when it is opened again', async () => {
    const data = await copy()
    const stores = await openStores(data)
    const draft = aDraft()
    const { id } = await stores.pilots.register(draft)
    await stores.pilots.undoRemove(ids.removed)
    const next = await stores.pilots.revoke(ids.changed)
    await stores.close()

    const { pilots } = await open(data)
    expect((await pilots.list()).total).toBe(10)
    expect(await pilots.get(id)).toMatchObject(draft)
    expect(await pilots.get(ids.removed)).toMatchObject({ lastname: 'Ordóñez' })
    await expect(pilots.get(ids.changed)).rejects.toMatchObject({ kind: 'gone' })
    expect(await kindsOf(pilots, next.id)).toEqual(['registered', 'printed', 'changed', 'revoked'])
  })
})

/** Returns the kinds of a pilot's changes, without the restore of a copy. */
async function kindsOf(pilots: PilotStore, id: string): Promise<string[]> {
  const kinds = (await pilots.history(id)).map(({ kind }) => kind)
  return kinds.filter((kind) => kind !== 'restored')
}
