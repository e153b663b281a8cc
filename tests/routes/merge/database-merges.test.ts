/** Tests of a merge into a database over HTTP, while another server uses the same database. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { MergeAnswer, MergeUploadInfo } from '#domain/merge/calls'
import { serve } from '../../support/command.ts'
import { edit, otherDesk } from '../../support/other-desk.ts'
import { register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { startTestServer } from '../../support/server.ts'

test.skipIf(!hasPostgres)(
  'a backup is merged into a database, unless another server changes what was shown, and undone',
  async () => {
    const folder = await sharedPostgres().databaseWithTables()
    const one = await serve(['--data', folder])
    const other = await startTestServer({ folder })
    const ana = aDraft({ name: 'Ana', club: 'Uno' })
    const id = await register(one.url, ana)
    const path = await otherDesk(one.url, async (desk) => {
      await edit(desk, ana.dni, { club: 'Norte' })
      await desk.pilots.register(aDraft({ name: 'Luz' }), undefined, 'luis')
    })
    const post = async <Item>(address: string, body: object | Buffer) => {
      const type = Buffer.isBuffer(body) ? 'application/gzip' : 'application/json'
      const answer = await fetch(one.url + address, {
        method: 'POST',
        headers: { ...orderHeaders(), 'content-type': type },
        body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      })
      const { data, error } = (await answer.json()) as { data?: Item[]; error?: string }
      expect([answer.ok, error]).toEqual([true, undefined])
      return data?.[0] as Item
    }
    const clubs = async () => {
      const { data } = await (await fetch(`${other.url}/api?list=all`)).json()
      return data.map(({ data_driver }: { data_driver: string }) => JSON.parse(data_driver).club).sort()
    }

    const { id: merge, report } = await post<MergeUploadInfo>('/api/merges', await readFile(path))
    expect(report).toMatchObject({ new: 1, joined: 1, conflicts: [], hasChanges: true })
    await register(other.url, aDraft({ name: 'Eva', club: 'Otro' }))
    await update(other.url, id, { ...ana, club: 'Sur' })
    const refused = await post<MergeAnswer>(`/api/merges/${merge}`, {})
    expect(refused).toMatchObject({ stored: false, report: { conflicts: [{ field: 'club' }] } })
    const choices = { prefer: 'other' }
    await post(`/api/merges/${merge}/preview`, choices)
    const { stored, change } = await post<MergeAnswer>(`/api/merges/${merge}`, choices)
    expect(stored).toBe(true)
    expect(await clubs()).toEqual(['Moto Club "Ñandú"', 'Norte', 'Otro'])
    expect(await post('/api/import/undo', { change })).toEqual({ removed: 1, restored: 1 })
    expect(await clubs()).toEqual(['Otro', 'Sur'])
  },
)
