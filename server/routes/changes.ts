/** Changes as they are made, told to open pages by server-sent events (WHATWG HTML, section 9.2). */
import type { ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { changesPath } from '#domain/addresses'
import { TooManyError } from '#domain/errors'
import type { ChangeEvent } from '#domain/wire'
import type { Guard } from '../access/guard.ts'
import { dataHeaders } from '../access/headers.ts'
import type { Desk } from '../store/desk.ts'
import type { Notice } from '../store/pilot-store.ts'
import { requireId } from './credentials.ts'

interface Listener {
  response: ServerResponse
  ip: string
  /** The one pilot that it is told of; without one, of all. */
  id?: string
}

/** Pages of one device; and of all. */
const maxOfOne = 40
const maxInAll = 1000

/** A page that hears nothing for longer asks again, in milliseconds. */
const beatEvery = 10_000

/** More identifiers than this are told as a change of everything. */
const maxIds = 50

export const changes: FastifyPluginAsync<{ desk: Desk; guard: Guard }> = async (app, { desk, guard }) => {
  const listeners = new Set<Listener>()
  const unwatch = desk.pilots.watch((notice) => {
    for (const listener of listeners) tell(listener, notice)
  })
  const beating = setInterval(() => {
    for (const { response } of listeners) response.write(event('beat', {}))
  }, beatEvery)
  beating.unref()
  app.addHook('preClose', async () => {
    unwatch()
    clearInterval(beating)
    for (const { response } of listeners) response.end()
  })

  /** Whoever has the address of a credential may follow it; all of them only staff. */
  app.get<{ Querystring: { id?: string } }>(changesPath(), (request, reply) => {
    const id = request.query.id === undefined ? undefined : requireId(request.query.id)
    if (id === undefined) guard.requireStaff(request)
    const same = [...listeners].filter(({ ip }) => ip === request.ip).length
    if (same >= maxOfOne || listeners.size >= maxInAll) throw new TooManyError(60)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, { ...dataHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(`retry: 1000\n\n${event('hello', { number: desk.pilots.lastChange })}`)
    const listener = { response, ip: request.ip, id }
    listeners.add(listener)
    response.on('close', () => listeners.delete(listener))
  })
}

function tell({ response, id }: Listener, { number, ids }: Notice): void {
  if (id !== undefined && !ids.includes(id)) return
  // Who follows one pilot learns of no other.
  response.write(event('change', { number, ids: id === undefined && ids.length <= maxIds ? ids : undefined }))
}

function event(name: 'hello' | 'change' | 'beat', data: ChangeEvent): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
