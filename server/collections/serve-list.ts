/** Registers the routes of the calls of a list that an admin keeps: see `server/domain/collections/calls.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CallName, calls } from '#domain/api/calls'
import type { ItemOrder } from '#domain/collections/collection'
import type { ListName, ListOrder } from '#domain/desk/lists'
import { serve } from '../http/serve.ts'

interface ServedList {
  /** The address of the list, and the parameters that name an item, such as `:name`. */
  path: `/api/${string}`
  item: string
  /** Returns the list of a request, by the parameters of its address or of its body. */
  listOf: (named: Named) => ListName
  /** Returns the answer of all calls. */
  all: (params: Named) => Promise<{ data: object[] }>
  change: (list: ListName, order: ListOrder<ListName>, request: FastifyRequest) => Promise<unknown>
}

type Named = Record<string, string>

export function serveList(app: FastifyInstance, { path, item, listOf, all, change }: ServedList): void {
  const keyName = item.slice(item.lastIndexOf(':') + 1)
  const ofItem = `${path}/${item}`
  const answering = (call: string, before: (request: ListRequest) => Promise<unknown>) =>
    serve(
      app,
      call as CallName,
      (async (request: FastifyRequest) => {
        await before(request as ListRequest)
        return all(request.params as Named)
      }) as never,
    )
  const changing = (call: string, orderOf: (body: ListBody, key: string) => ItemOrder<unknown>) =>
    answering(call, async (request) => {
      const { params, query, body = {} } = request
      const order = orderOf({ ...query, ...body }, params[keyName] ?? '') as ListOrder<ListName>
      await change(listOf({ ...body, ...params } as Named), order, request)
    })
  answering(`GET ${path}`, async () => {})
  changing(`POST ${path}`, (typed) => ({ kind: 'add', item: typed }))
  changing(`POST ${path}/table`, ({ rows = [] }) => ({ kind: 'add-all', items: rows }))
  changing(`PUT ${ofItem}`, ({ version, ...typed }, key) => ({ kind: 'change', key, item: typed, version }))
  if (`DELETE ${ofItem}` in calls)
    changing(`DELETE ${ofItem}`, ({ version }, key) => ({ kind: 'remove', key, version }))
  else
    changing(`POST ${ofItem}/retire`, ({ retired = false }, key) => ({
      kind: 'retire',
      key,
      isRetired: retired,
    }))
  changing(`POST ${ofItem}/move`, ({ up }, key) => ({ kind: 'move', key, step: up ? -1 : 1 }))
}

/** A request that the schemas of its call have checked. */
type ListRequest = FastifyRequest & { params: Named; query: object; body?: ListBody }

interface ListBody {
  version?: string
  retired?: boolean
  up?: boolean
  rows?: object[]
}
