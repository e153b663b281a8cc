/** Tests the text of the consent and the consent of a form, by requests. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { today } from '#domain/text/date'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { formRequest, openApp, registered } from '../../support/server.ts'

const stranger = { 'x-forwarded-for': '192.168.1.77' }

test('a consent is noted with its time and author, becomes old with the text, and is withdrawn; strangers never see it', async () => {
  const { app } = await openApp()
  const change = (text: string) => write({ app }, 'PUT', '/api/settings', { consent: { text } })
  const text = async () => (await app.inject('/api/consent')).json().data[0]
  const send = (parts: Record<string, string | object>) => app.inject(formRequest(parts))
  expect(await text()).toEqual({ text: '', version: 0 })
  expect((await send({ data_driver: aDraft(), consent: { version: 1 } })).statusCode).toBe(400)
  const asked = await registered(app)
  expect([asked.consent, asked.consent_due]).toEqual([undefined, undefined])

  expect((await change(' Uso sus datos. ')).json().data[0].consent).toEqual({
    text: 'Uso sus datos.',
    version: 1,
  })
  expect((await change('x'.repeat(5001))).statusCode).toBe(400)
  expect(await text()).toEqual({ text: 'Uso sus datos.', version: 1 })
  const missing = await registered(app)
  expect([missing.consent, missing.consent_due]).toEqual([undefined, 1])

  const draft = aDraft()
  const response = await send({ data_driver: draft, consent: { version: 1, at: '2000-01-01T00:00:00Z' } })
  const { id_driver, consent, consent_due } = response.json().data[0]
  expect([response.statusCode, consent_due]).toEqual([201, undefined])
  expect(consent).toEqual({ version: 1, at: expect.any(String), by: `la laptop ${hostname()}` })
  expect(consent.at.slice(0, 4)).not.toBe('2000')

  await change('Uso sus datos y su foto.')
  const record = async () => (await app.inject(`/api?list=${id_driver}`)).json().data[0]
  expect(await record()).toMatchObject({ consent, consent_due: 2 })
  const seen = (await app.inject({ url: `/api?list=${id_driver}`, headers: stranger })).json().data[0]
  expect(seen).not.toHaveProperty('consent')
  expect(seen).not.toHaveProperty('consent_due')
  expect(seen.data_driver).not.toContain('consent')

  await send({ id_driver, data_driver: draft, consent: 'null' })
  expect(await record()).not.toHaveProperty('consent')
  const history = (await app.inject(`/api/pilots/${id_driver}/history`)).json().data
  expect(history.at(-1)).toMatchObject({
    kind: 'consent',
    changes: [{ field: 'consent', before: 'versión 1', after: '' }],
  })
})

test('an adult accepts for a rider under 18, whom nobody keeps from being registered', async () => {
  const { app } = await openApp()
  await write({ app }, 'PUT', '/api/settings', { consent: { text: 'Uso sus datos.' } })
  const draft = aDraft({ fechanac: `${Number(today().slice(0, 4)) - 10}-01-01` })
  const refused = await app.inject(formRequest({ data_driver: draft, consent: { version: 1 } }))
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { guardian: 'Es menor de 18 años: escriba quién acepta' },
  ])
  const consent = { version: 1, guardian: ' Rosa Núñez ' }
  const { data } = (await app.inject(formRequest({ data_driver: draft, consent }))).json()
  expect(data[0].consent).toMatchObject({ version: 1, guardian: 'Rosa Núñez' })
})

test('a backup has the text and the consents, and a restore keeps a newer text, also one that is typed meanwhile', async () => {
  const [one, other] = [await openApp(), await openApp()]
  await one.stores.settings.change({ consent: { text: 'Uso sus datos.', version: 2 } })
  const photo = await one.stores.photos.save(await aPicture('jpeg', 60, 60))
  const { id, consent } = await one.stores.pilots.register(aDraft(), photo, 'ana', { version: 2 })
  const path = join(one.folder, 'copia.tar.gz')
  await writeBackup(one.stores, path)
  const backup = await readBackup(path)

  await restoreBackup(other.stores, backup)
  expect((await other.stores.pilots.get(id)).consent).toEqual(consent)
  expect((await other.stores.settings.read()).consent).toEqual({ text: 'Uso sus datos.', version: 2 })
  await other.stores.settings.change({ consent: { text: 'Nuevo', version: 3 } })
  await restoreBackup(other.stores, backup)
  expect((await other.stores.settings.read()).consent).toEqual({ text: 'Nuevo', version: 3 })

  const { photos, settings, ...rest } = (await openApp()).stores
  const save: typeof photos.save = async (...args) => {
    await settings.change({ consent: { text: 'Nuevo', version: 3 } })
    return photos.save(...args)
  }
  await restoreBackup({ ...rest, settings, photos: { ...photos, save } }, backup)
  expect((await settings.read()).consent).toEqual({ text: 'Nuevo', version: 3 })
})
