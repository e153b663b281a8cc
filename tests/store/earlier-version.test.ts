/** Tests that data from before version 1.0.0 is refused with words that say what to do, and stays as it is. */
import { expect } from 'vitest'
import { diagnose, openStores } from '../../server/store/open.ts'
import { aDraft } from '../support/pilots.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { testOnDatabase } from '../support/stores.ts'

const refusal =
  /es de un PilotOS anterior a la versión 1\.0\.0, que este no lee\. No se ha tocado nada: .* con PilotOS 1\.0\.0, haga con él una copia y restáurela con este$/

testOnDatabase('a database from before version 1.0.0 is refused, and stays as it is', async () => {
  const address = await sharedPostgres().database()
  const stores = await openStores(address)
  await stores.pilots.register(aDraft())
  await stores.close()
  const admin = (text: string) => sharedPostgres().admin(text, address.split('/').at(-1))
  await admin('UPDATE pilotos.schema SET number = 19; DROP VIEW pilotos.pilots')
  const contents = () =>
    admin(`SELECT table_to_xml('pilotos.schema', true, true, '') AS schema, table_to_xml('pilotos.rows', true, true, '') AS
      rows, (SELECT json_agg(relname ORDER BY relname) FROM pg_class WHERE relnamespace = 'pilotos'::regnamespace) AS names`)
  const before = await contents()
  await expect(openStores(address)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringMatching(refusal),
  })
  expect(await diagnose(address)).toMatchObject([{ level: 'problem', text: expect.stringMatching(refusal) }])
  expect(await contents()).toEqual(before)
})
