/** Changes as they are made, and whether the data can be reached, told to open pages by server-sent events (WHATWG HTML, section 9.2). */
import type { ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { PilotosError, TooManyError } from '#domain/errors'
import { changesPath } from '#domain/web/addresses'
import type { AvailabilityEvent, BackupEvent, ChangeEvent } from '#domain/web/wire'
import { type Guard, sessionOf } from '../access/guard.ts'
import { dataHeaders } from '../access/headers.ts'
import type { BackupFailure } from '../backup/automatic-backups.ts'
import type { Availability } from '../store/availability.ts'
import type { Notice } from '../store/contract/pilot-store.ts'
import type { Stores } from '../store/contract/stores.ts'

interface Listener {
  response: ServerResponse
  /** The session that the page belongs to, or without one the address of its device. */
  owner: string
}

/** Pages of one owner; and of all. */
const maxOfOne = 40
const maxInAll = 1000

/** A page that hears nothing for longer asks again, in milliseconds. */
const beatEvery = 10_000

/** More identifiers than this are told as a change of everything. */
const maxIds = 50

interface ChangesOptions {
  stores: Stores
  guard: Guard
  availability: Availability
  backupFailure?: BackupFailure
}

export const changes: FastifyPluginAsync<ChangesOptions> = async (app, options) => {
  const { stores, guard, availability, backupFailure } = options
  const listeners = new Set<Listener>()
  const tell = (text: string) => {
    for (const { response } of listeners) response.write(text)
  }
  const unsubscribe = [
    stores.pilots.subscribe((notice) => tell(event('change', said(notice)))),
    availability.subscribe((there) => tell(event('presence', { there }))),
    backupFailure?.subscribe((failure) => tell(event('backup', failureText(failure)))),
  ]
  const beating = setInterval(() => tell(event('beat', {})), beatEvery)
  beating.unref()
  app.addHook('preClose', async () => {
    for (const end of unsubscribe) end?.()
    clearInterval(beating)
    for (const { response } of listeners) response.end()
  })

  app.get(changesPath, (request, reply) => {
    guard.requireStaff(request)
    const owner = sessionOf(request) ?? request.ip
    const same = [...listeners].filter((listener) => listener.owner === owner).length
    if (same >= maxOfOne || listeners.size >= maxInAll) throw new TooManyError(60)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, { ...dataHeaders, 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(`retry: 1000\n\n${event('hello', { number: stores.pilots.lastChange })}`)
    response.write(event('presence', { there: availability.isAvailable }))
    response.write(event('backup', failureText(backupFailure?.current)))
    const listener = { response, owner }
    listeners.add(listener)
    const unsubscribe = guard.onStaffEnd(request, () => {
      listeners.delete(listener)
      response.end()
    })
    response.on('close', () => {
      unsubscribe()
      listeners.delete(listener)
    })
  })
}

function said({ number, ids }: Notice): ChangeEvent {
  return { number, ids: ids && ids.length <= maxIds ? ids : undefined }
}

function failureText(error?: Error): BackupEvent {
  if (!error) return { failure: null }
  return { failure: error instanceof PilotosError ? error.message : 'Algo falló en el programa' }
}

function event(
  name: 'hello' | 'change' | 'presence' | 'backup' | 'beat',
  data: ChangeEvent | AvailabilityEvent | BackupEvent,
): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
