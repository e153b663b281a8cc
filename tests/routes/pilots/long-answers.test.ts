/** Tests of exports over HTTP: they arrive whole or not at all, and other requests are answered meanwhile. */
import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { columnLabel, exportFormats, pilotColumns } from '#domain/import/columns'
import { sendExport } from '../../../server/http/transfers.ts'
import { readTable } from '../../../server/spreadsheets/table-reader.ts'
import { Workers } from '../../../server/workers/workers.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { built } from '../../support/script.ts'
import { openApp } from '../../support/server.ts'
import type { TestJobs } from '../../workers/a-worker.ts'

const few = 3000

const workerFile = built(join(import.meta.dirname, '../../workers/a-worker.ts'))

async function openLarge() {
  const { app, stores } = await openApp()
  await stores.pilots.import(Array.from({ length: few }, (_, index) => aRow(index)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const { pilots } = await stores.pilots.list({ perPage: 1 })
  return { url: `http://127.0.0.1:${port}`, stores, id: pilots[0]?.id ?? '' }
}

async function ask(url: string): Promise<IncomingMessage> {
  const [response] = await once(get(url), 'response')
  return response
}

test('while a workbook is written, other requests are answered', async () => {
  const { url, id } = await openLarge()
  let [isOver, answered] = [false, 0]
  const answer = ask(`${url}/api/export?format=xlsx`)
    .then(buffer)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await buffer(await ask(`${url}/api?list=${id}`))
    if (!isOver) answered += 1
  }
  expect((await answer).length).toBeGreaterThan(100_000)
  expect(answered).toBeGreaterThanOrEqual(3)
})

test.each(exportFormats)(
  'an export to %s states its length, and has the pilots as they were when it began, whoever changes them meanwhile',
  async (format) => {
    const { url, stores, id } = await openLarge()
    const response = await ask(`${url}/api/export?format=${format}`)
    await stores.pilots.remove(id)
    await stores.pilots.register(aDraft({ name: 'Nueva' }))
    const bytes = await buffer(response)
    expect(response.headers['content-length']).toBe(String(bytes.length))
    const rows = [...(await readTable(bytes)).rows]
    expect(rows).toHaveLength(few)
    expect(rows.some(({ values }) => values.id_driver === id)).toBe(true)
    expect(rows.some(({ values }) => values.name === 'Nueva')).toBe(false)
  },
)

test('an export of no pilots is a whole file', async () => {
  const { app } = await openApp()
  const { rawPayload } = await app.inject('/api/export?format=xlsx')
  expect((await readTable(rawPayload)).names).toEqual(pilotColumns.map((column) => columnLabel(column)))
})

test('an export ends when its client leaves, and the server goes on', async () => {
  const { url, id } = await openLarge()
  for (const format of exportFormats) {
    const call = request(`${url}/api/export?format=${format}`)
    onTestFinished(() => {
      call.destroy()
    })
    call.on('error', () => {}).end()
    const [response]: IncomingMessage[] = await once(call, 'response')
    response?.on('error', () => {})
    await once(response as IncomingMessage, 'readable')
    call.destroy()
  }
  expect((await ask(`${url}/api?list=${id}`)).statusCode).toBe(200)
})

test('a workbook whose client leaves while it waits gives its place in the queue back', async () => {
  const workers = new Workers<TestJobs>({ workerFile, size: 1 })
  const app = fastify()
  onTestFinished(() => workers.close())
  onTestFinished(() => app.close())
  const running = new AbortController()
  const first = workers.run('wait', null, { signal: running.signal })
  const failures: Error[] = []
  app.setErrorHandler<Error>((error, _request, reply) => {
    failures.push(error)
    return reply.code(400).send()
  })
  let given: AbortSignal | undefined
  app.get('/', (_request, reply) =>
    sendExport(reply, {
      name: 'pilotos',
      extension: 'xlsx',
      type: 'text/plain',
      workers: {
        run(_name, _book, options) {
          given = options?.signal
          return workers.run('echo', 'one', options) as never
        },
      },
      write: (writeBook) => writeBook({ sheet: 'Hoja', columns: [], rows: [] }),
    }),
  )
  const call = request(await app.listen({ host: '127.0.0.1', port: 0 }))
  call.on('error', () => {}).end()
  await expect.poll(() => given).toBeDefined()
  const second = workers.run('echo', 'next')
  call.destroy()
  await expect.poll(() => given?.aborted).toBe(true)
  running.abort()
  await expect(first).rejects.toThrow()
  expect(await second).toBe('next')
  expect(failures.map(({ message }) => message)).toEqual(['Se canceló la descarga'])
})
