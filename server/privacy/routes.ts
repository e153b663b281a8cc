/** Lets admins see who is due by the rules of retention, and empty a group of fields of those whom they choose. */
import { fullName } from '#domain/pilots/pilot'
import { requireId } from '../credential/credentials.ts'
import { serve } from '../http/serve.ts'
import type { Routes } from '../services.ts'

export const retention: Routes = async (app, { retention, guard }) => {
  serve(app, 'GET /api/retention', async () => {
    const { health, contact, everything } = await retention.due()
    return { data: [{ health: health.length, contact: contact.length, everything: everything.length }] }
  })

  serve(app, 'GET /api/retention/:group', async ({ params: { group } }) => {
    const due = (await retention.due([group]))[group]
    const data = due.map(({ pilot, last, names }) => ({
      id_driver: pilot.id,
      name: fullName(pilot),
      ...(last !== undefined && { last }),
      fields: [...names],
    }))
    return { data }
  })

  serve(app, 'POST /api/retention/:group', async (request) => {
    const codes = request.body.ids.map(requireId)
    return { data: [await retention.forget(request.params.group, codes, guard.authorOf(request))] }
  })
}
