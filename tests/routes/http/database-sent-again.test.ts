/** Tests of orders that are sent again to another kiosk of the same database. */
import { describe, expect, test } from 'vitest'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { formRequest, startTestServer } from '../../support/server.ts'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  test('eight pages that send one order to two kiosks get one rider, also once the first kiosk is closed', async () => {
    const database = await sharedPostgres().databaseWithTables()
    const [one, other] = await Promise.all([0, 1].map(() => startTestServer({ folder: database })))
    const { headers, payload } = formRequest({ data_driver: aDraft() })
    const send = async (url = '', key = 'clave-de-un-pedido') => {
      const answer = await fetch(`${url}/api`, {
        method: 'POST',
        headers: { ...(headers as Record<string, string>), 'idempotency-key': key },
        body: new Uint8Array(payload as Buffer),
      })
      return [answer.status, (await answer.json()).data?.[0].id_driver]
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, page) => send([one, other][page % 2]?.url)),
    )
    await one?.close()
    answers.push(await send(other?.url))
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(201)
    expect((await send(other?.url, 'clave-de-otro-pedido'))[0]).toBe(409)
  })
})
