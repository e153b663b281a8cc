/** Lists the fields of one's own, and lets admins define them. */
import { NotFoundError } from '#domain/errors'
import {
  decideAddField,
  decideChangeField,
  decideMoveField,
  decideRetireField,
} from '#domain/pilots/own/own-changes'
import { entriesOf } from '#domain/pilots/own/own-fields'
import { isOwnName, type OwnName, ownNamesIn } from '#domain/pilots/own/own-name'
import { type Routes, serve } from '../http/serve.ts'
import type { PilotFields } from '../settings/current-settings.ts'
import type { Stores } from '../store/shared/stores.ts'

export const pilotFields: Routes<{ stores: Stores; fields: PilotFields }> = async (
  app,
  { stores, fields },
) => {
  serve(app, 'GET /api/fields', listed)

  serve(app, 'POST /api/fields', async ({ body }) => {
    await fields.change((stored) => decideAddField(stored, body))
    return listed()
  })

  serve(app, 'PUT /api/fields/:name', async ({ params, body }) => {
    const name = requiredName(params.name)
    await fields.change((stored) => decideChangeField(stored, name, body))
    return listed()
  })

  serve(app, 'POST /api/fields/:name/retire', async ({ params, body }) => {
    const name = requiredName(params.name)
    await fields.change((stored) => decideRetireField(stored, name, body.retired))
    return listed()
  })

  serve(app, 'POST /api/fields/:name/move', async ({ params, body }) => {
    const name = requiredName(params.name)
    await fields.change((stored) => decideMoveField(stored, name, body.up ? -1 : 1))
    return listed()
  })

  async function listed() {
    const counts = new Map<OwnName, number>()
    const { pilots } = await stores.pilots.list()
    for (const pilot of pilots)
      for (const name of ownNamesIn(pilot)) counts.set(name, (counts.get(name) ?? 0) + 1)
    const data = entriesOf(fields.table.definitions).map(([name, { options, ...field }]) => ({
      name,
      ...field,
      ...(options && { options: [...options] }),
      pilots: counts.get(name) ?? 0,
    }))
    return { data }
  }
}

/** @throws NotFoundError */
function requiredName(text: string): OwnName {
  if (!isOwnName(text)) throw new NotFoundError('No existe ese campo')
  return text
}
