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

test.skipIf(!hasPostgres)('the doctor names the pilots whose photo is not stored', async () => {
  const data = await sharedPostgres().databaseWithTables()
  const { pilots, photos, close } = await openDatabase(data)
  onTestFinished(() => close())
  await pilots.register(aDraft(), await photos.save(Buffer.from('stored')))
  await pilots.register(aDraft())
  const missing: string[] = []
  for (const end of 'ABCDEF') missing.push((await pilots.register(aDraft(), `00000000000${end}.jpg`)).id)
  expect((await diagnose(data)).filter(({ text }) => text.includes('foto'))).toEqual([
    { level: 'ok', text: '1 foto' },
    {
      level: 'warning',
      text: `6 pilotos nombran una foto que no está: ${missing.slice(0, 5).join(', ')}…`,
      advice: 'ponga la foto otra vez en el formulario, o con pilotos import --photos',
    },
  ])
})
