/** Lists the modalidades and the licencias, and lets admins define them. */

import type { FastifyRequest } from 'fastify'
import type { ClassesOrder } from '#domain/pilots/classes/class-changes'
import { listedClasses } from '#domain/pilots/classes/listed-classes'
import type { Guard } from '../http/guard.ts'
import { type Routes, serve } from '../http/serve.ts'
import { changeClasses } from '../settings/class-changes.ts'
import type { PilotFields } from '../settings/current-settings.ts'
import type { Stores } from '../store/shared/stores.ts'

export const classes: Routes<{ stores: Stores; guard: Guard; fields: PilotFields }> = async (
  app,
  { stores, guard, fields },
) => {
  serve(app, 'GET /api/classes', listed)

  serve(app, 'POST /api/classes', (request) => {
    const { field, ...option } = request.body
    return change(request, { kind: 'add-class', field, option })
  })

  serve(app, 'PUT /api/classes/:field/:key', (request) => {
    const { base, ...option } = request.body
    return change(request, { kind: 'change-class', ...request.params, option, base })
  })

  serve(app, 'POST /api/classes/:field/:key/retire', (request) =>
    change(request, { kind: 'retire-class', ...request.params, isRetired: request.body.retired }),
  )

  serve(app, 'POST /api/classes/:field/:key/move', (request) =>
    change(request, { kind: 'move-class', ...request.params, step: request.body.up ? -1 : 1 }),
  )

  async function change(request: FastifyRequest, order: ClassesOrder) {
    await changeClasses(stores, order, guard.authorOf(request))
    return listed()
  }

  async function listed() {
    const { pilots } = await stores.pilots.list()
    return { data: listedClasses(fields.table.definitions, pilots) }
  }
}
