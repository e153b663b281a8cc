/** Tests of the orders for entries beside changes of the settings, also by another server of the database. */
import { expect, onTestFinished, test } from 'vitest'
import { openEvent } from '#domain/events/events'
import { openStores } from '../../server/store/open.ts'
import { openDatabase } from '../../server/store/postgres/database-stores.ts'
import { closing } from '../support/closing.ts'
import { anEvent } from '../support/events.ts'
import { aDraft } from '../support/pilots.ts'
import { places } from '../support/places.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'

const open = (place: string) => closing(openStores(place))

const enter = (id: string) =>
  ({ kind: 'enter', ids: [id], modalidades: ['RALLY'], numbers: { RALLY: '41' } }) as const

test.each(places)('in %s, a number stays taken after a rename of its modalidad', async (_, place) => {
  const { pilots, settings } = await open(await place())
  const [ana, eva] = [await pilots.register(aDraft()), await pilots.register(aDraft())]
  await pilots.changeEntries(enter(ana.id), openEvent())
  const { id: _id, ...event } = openEvent()
  await settings.change({
    events: { primero: { ...event, modalidades: ['RALLY DOS'] } },
    fields: { modalidad: { RALLY: { name: 'RALLY DOS', order: 6 } } },
  })
  const order = (id: string) => pilots.changeEntries(enter(id), openEvent(), 'marta')
  expect(await order(eva.id)).toMatchObject({ changed: 0, refused: [{ id: eva.id, other: ana.id }] })
  expect(await order(ana.id)).toMatchObject({ changed: 0, unchanged: 1 })
})

test.skipIf(!hasPostgres)(
  'an order follows the settings that another server has just stored, also before anybody has told this one',
  async () => {
    const address = await sharedPostgres().databaseWithTables()
    const [one, other] = [await open(address), await openDatabase(address)]
    onTestFinished(() => other.close())
    const ana = await other.pilots.register(aDraft())
    const reserved = [{ number: '41', modalidad: 'RALLY', for: 'Luz' }]
    await one.settings.change({ events: { primero: { ...anEvent({ reserved }), openedAt: '' } } })
    const report = await other.pilots.changeEntries(enter(ana.id), openEvent())
    expect(report).toMatchObject({ changed: 0, refused: [{ id: ana.id }] })
  },
)
