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

interface Listener {
  response: ServerResponse
  ip: string
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
    for (const { response } of listeners) response.write(event('change', said(notice)))
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

  app.get(changesPath, (request, reply) => {
    guard.requireStaff(request)
    const same = [...listeners].filter(({ ip }) => ip === request.ip).length
    if (same >= maxOfOne || listeners.size >= maxInAll) throw new TooManyError(60)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, { ...dataHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(`retry: 1000\n\n${event('hello', { number: desk.pilots.lastChange })}`)
    const listener = { response, ip: request.ip }
    listeners.add(listener)
    response.on('close', () => listeners.delete(listener))
  })
}

function said({ number, ids }: Notice): ChangeEvent {
  return { number, ids: ids && ids.length <= maxIds ? ids : undefined }
}

function event(name: 'hello' | 'change' | 'beat', data: ChangeEvent): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
