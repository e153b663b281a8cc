/** Lists the fields of one's own and the classes, and lets admins define them. */
import type { FastifyRequest } from 'fastify'
import { NotFoundError } from '#domain/errors'
import type { ClassesOrder } from '#domain/pilots/classes/class-changes'
import { type CountedClass, listedClasses, listedFields } from '#domain/pilots/own/listed'
import type { FieldsOrder } from '#domain/pilots/own/own-changes'
import { isOwnName, type OwnName } from '#domain/pilots/own/own-name'
import type { Guard } from '../http/guard.ts'
import { type Routes, serve } from '../http/serve.ts'
import type { PilotFields } from '../settings/current-settings.ts'
import type { Stores } from '../store/shared/stores.ts'
import { parts } from '../store/shared/versions.ts'

export const definitions: Routes<{ stores: Stores; guard: Guard; fields: PilotFields }> = async (
  app,
  { stores, guard, fields },
) => {
  serve(app, 'GET /api/fields', allFields)

  serve(app, 'POST /api/fields', (request) => changeFields(request, { kind: 'add', field: request.body }))

  serve(app, 'PUT /api/fields/:name', (request) => {
    const { version, ...given } = request.body
    const field = { options: [], isRequired: false, isOnCard: false, dataGroup: '' as const, ...given }
    return changeFields(request, { kind: 'change', name: requiredName(request.params.name), field, version })
  })

  serve(app, 'POST /api/fields/:name/retire', (request) => {
    const { params, body } = request
    const order = { kind: 'retire', name: requiredName(params.name), isRetired: body.retired } as const
    return changeFields(request, order)
  })

  serve(app, 'POST /api/fields/:name/move', (request) => {
    const { params, body } = request
    return changeFields(request, { kind: 'move', name: requiredName(params.name), step: stepOf(body) })
  })

  serve(app, 'GET /api/classes', allClasses)

  serve(app, 'POST /api/classes', (request) => {
    const { field, ...option } = request.body
    return changeClass(request, { kind: 'add-class', field, option })
  })

  serve(app, 'PUT /api/classes/:field/:key', (request) => {
    const { version, ...option } = request.body
    return changeClass(request, { kind: 'change-class', ...request.params, option, version })
  })

  serve(app, 'POST /api/classes/:field/:key/retire', (request) =>
    changeClass(request, { kind: 'retire-class', ...request.params, isRetired: request.body.retired }),
  )

  serve(app, 'POST /api/classes/:field/:key/move', (request) =>
    changeClass(request, { kind: 'move-class', ...request.params, step: stepOf(request.body) }),
  )

  async function changeFields(request: FastifyRequest, order: FieldsOrder) {
    await stores.settings.changeFields(order, guard.authorOf(request))
    return allFields()
  }

  async function allFields() {
    const { pilots } = await stores.pilots.list()
    const all = listedFields(fields.table.definitions, pilots)
    return { data: all.map((one) => ({ ...one, version: fields.versionOf(parts.field(one.name)) })) }
  }

  async function changeClass(request: FastifyRequest, order: ClassesOrder) {
    await stores.settings.changeClasses(order, guard.authorOf(request))
    return allClasses()
  }

  async function allClasses() {
    const { pilots } = await stores.pilots.list()
    const all = listedClasses(fields.table.definitions, pilots)
    const versionOf = ({ field, key }: CountedClass) => fields.versionOf(parts.class(field, key))
    return { data: all.map((one) => ({ ...one, version: versionOf(one) })) }
  }
}

function stepOf({ up }: { up: boolean }): 1 | -1 {
  return up ? -1 : 1
}

/** @throws NotFoundError */
function requiredName(text: string): OwnName {
  if (!isOwnName(text)) throw new NotFoundError('No existe ese campo')
  return text
}
