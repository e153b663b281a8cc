/** Tests of the diagnosis of what a database holds. */
import { expect, onTestFinished, test } from 'vitest'
import { diagnose } from '../../../server/store/open.ts'
import { openDatabase } from '../../../server/store/postgres/database-stores.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'

test.skipIf(!hasPostgres)('the doctor names the invented values', async () => {
  const data = await sharedPostgres().databaseWithTables()
  const { pilots, close } = await openDatabase(data)
  onTestFinished(() => close())
  await pilots.register(aDraft({ email: 'sincorreo@gmail.com', club: 'Ninguno' }))
  await pilots.register(aDraft({ email: 'sincorreo@gmail.com' }))
  expect((await diagnose(data)).filter(({ text }) => text.includes(' tiene'))).toEqual([
    { level: 'warning', text: '2 pilotos tienen «sincorreo@gmail.com» en Correo Electronico' },
    {
      level: 'warning',
      text: '1 piloto tiene «Ninguno» en Club',
      advice: expect.stringContaining('«No tiene» o «Independiente»'),
    },
  ])
})
