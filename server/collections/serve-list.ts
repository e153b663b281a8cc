/** Registers the routes of the calls of a list that an admin keeps: see `server/domain/collections/calls.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName } from '#domain/api/calls'
import type { ItemOrder } from '#domain/collections/collection'
import type { ListName, ListOrder } from '#domain/desk/lists'
import { serve } from '../http/serve.ts'

interface ServedList {
  /** The address of the list, and the parameters that name an item, such as `:name`. */
  path: '/api/fields' | '/api/classes'
  item: string
  /** Returns the list of a request, by the parameters of its address or of its body. */
  listOf: (named: Named) => ListName
  /** Returns the answer of all calls. */
  all: () => Promise<{ data: object[] }>
  change: (list: ListName, order: ListOrder<ListName>, request: FastifyRequest) => Promise<unknown>
}

type Named = Record<string, string>

export function serveList(app: FastifyInstance, { path, item, listOf, all, change }: ServedList): void {
  const keyName = item.slice(item.lastIndexOf(':') + 1)
  const changing = (call: string, orderOf: (body: ListBody, key: string) => ItemOrder<unknown>) =>
    serve(
      app,
      call as CallName,
      (async (request: FastifyRequest) => {
        const [params, body] = [request.params as Named, request.body as ListBody]
        const order = orderOf(body, params[keyName] ?? '') as ListOrder<ListName>
        await change(listOf({ ...body, ...params } as Named), order, request)
        return all()
      }) as never,
    )
  serve(app, `GET ${path}`, all as never)
  changing(`POST ${path}`, (typed) => ({ kind: 'add', item: typed }))
  changing(`PUT ${path}/${item}`, ({ version, ...typed }, key) => ({
    kind: 'change',
    key,
    item: typed,
    version,
  }))
  changing(`POST ${path}/${item}/retire`, ({ retired = false }, key) => ({
    kind: 'retire',
    key,
    isRetired: retired,
  }))
  changing(`POST ${path}/${item}/move`, ({ up }, key) => ({ kind: 'move', key, step: up ? -1 : 1 }))
}

/** A body that the schema of its call has checked. */
interface ListBody {
  version?: string
  retired?: boolean
  up?: boolean
}
