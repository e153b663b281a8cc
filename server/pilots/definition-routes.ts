/** Lists the fields of one's own and the classes, and lets admins define them. */
import type { FastifyRequest } from 'fastify'
import type { ListName, ListOrder } from '#domain/desk/lists'
import { listedClasses, listedFields } from '#domain/pilots/own/listed'
import { serveList } from '../collections/serve-list.ts'
import type { Routes } from '../http/serve.ts'
import { parts } from '../store/shared/versions.ts'

export const definitions: Routes = async (app, { stores, guard, fields }) => {
  const change = (list: ListName, order: ListOrder<ListName>, request: FastifyRequest) =>
    stores.settings.changeItem(list, order, guard.authorOf(request))

  serveList(app, {
    path: '/api/fields',
    item: ':name',
    listOf: () => 'fields',
    async all() {
      const { pilots } = await stores.pilots.list()
      const all = listedFields(fields.table.definitions, pilots)
      return {
        data: all.map((one) => ({ ...one, version: fields.versionOf(parts.item('fields', one.name)) })),
      }
    },
    change,
  })

  serveList(app, {
    path: '/api/classes',
    item: ':field/:key',
    listOf: ({ field }) => field as ListName,
    async all() {
      const { pilots } = await stores.pilots.list()
      const all = listedClasses(fields.table.definitions, pilots)
      const versionOf = ({ field, key }: (typeof all)[number]) => fields.versionOf(parts.item(field, key))
      return { data: all.map((one) => ({ ...one, version: versionOf(one) })) }
    },
    change,
  })
}
