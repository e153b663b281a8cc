/** Lists the fields of one's own, and lets admins define them. */
import { NotFoundError } from '#domain/errors'
import { listedFields } from '#domain/pilots/own/listed-fields'
import { isOwnName, type OwnName } from '#domain/pilots/own/own-name'
import { type Routes, serve } from '../http/serve.ts'
import type { PilotFields } from '../settings/current-settings.ts'
import type { Stores } from '../store/shared/stores.ts'

export const pilotFields: Routes<{ stores: Stores; fields: PilotFields }> = async (
  app,
  { stores, fields },
) => {
  serve(app, 'GET /api/fields', listed)

  serve(app, 'POST /api/fields', async ({ body }) => {
    await fields.change({ kind: 'add', field: body })
    return listed()
  })

  serve(app, 'PUT /api/fields/:name', async ({ params, body: { base, ...field } }) => {
    await fields.change({ kind: 'change', name: requiredName(params.name), field, base })
    return listed()
  })

  serve(app, 'POST /api/fields/:name/retire', async ({ params, body }) => {
    await fields.change({ kind: 'retire', name: requiredName(params.name), isRetired: body.retired })
    return listed()
  })

  serve(app, 'POST /api/fields/:name/move', async ({ params, body }) => {
    await fields.change({ kind: 'move', name: requiredName(params.name), step: body.up ? -1 : 1 })
    return listed()
  })

  async function listed() {
    const { pilots } = await stores.pilots.list()
    return { data: listedFields(fields.table.definitions, pilots) }
  }
}

/** @throws NotFoundError */
function requiredName(text: string): OwnName {
  if (!isOwnName(text)) throw new NotFoundError('No existe ese campo')
  return text
}
