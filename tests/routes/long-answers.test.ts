/** Tests that large answers are sent in parts, and that other requests are answered between them. */

import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { columnLabel, pilotColumns } from '#domain/import/columns'
import { FrameReader } from '#domain/web/progress-frames'
import { sendDownload } from '../../server/routes/downloads.ts'
import { isLarge, jsonParts } from '../../server/routes/large-answers.ts'
import { booksHere } from '../../server/spreadsheets/books.ts'
import { writeExport } from '../../server/spreadsheets/export.ts'
import { readTable } from '../../server/spreadsheets/read.ts'
import { Workers } from '../../server/workers/workers.ts'
import { aDraft, aRow } from '../support/pilots.ts'
import { openApp } from '../support/server.ts'
import type { TestJobs } from '../workers/a-worker.ts'

const few = 3000

const workerFile = fileURLToPath(new URL('../workers/a-worker.ts', import.meta.url))

async function openLarge(count = few) {
  const { app, stores } = await openApp()
  await stores.pilots.import(Array.from({ length: count }, (_, index) => aRow(index)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const { pilots } = await stores.pilots.list({ perPage: 1 })
  return { url: `http://127.0.0.1:${port}`, stores, id: pilots[0]?.id ?? '' }
}

async function ask(url: string): Promise<IncomingMessage> {
  const [response] = await once(get(url), 'response')
  return response
}

test('while a large answer is written, other requests are answered', async () => {
  const { url, id } = await openLarge(15_000)
  const record = `${url}/api?list=${id}`
  const formats = ['csv', 'json', 'xlsx'].map((format) => `/api/export?format=${format}`)
  for (const path of ['/api?list=all', ...formats, '/api/gate/roster']) {
    let [isOver, answered] = [false, 0]
    const answer = ask(url + path)
      .then(buffer)
      .finally(() => {
        isOver = true
      })
    while (!isOver) {
      await buffer(await ask(record))
      if (!isOver) answered += 1
    }
    expect((await answer).length, path).toBeGreaterThan(1_000_000)
    expect(answered, path).toBeGreaterThanOrEqual(3)
  }
})

test('an export has the pilots as they were when it began, whoever changes them meanwhile', async () => {
  const { url, stores, id } = await openLarge()
  const response = await ask(`${url}/api/export?format=csv&plain=1`)
  // The first bytes are there, and the rest is written only as it is read.
  await once(response, 'readable')
  await stores.pilots.remove(id)
  await stores.pilots.register(aDraft({ name: 'Nueva' }))
  const text = String(await buffer(response))
  expect(text.match(/^[0-9A-Z]{12},/gm)).toHaveLength(few)
  expect(text).toContain(id)
  expect(text).not.toContain('Nueva')
})

test.each(['csv', 'json', 'xlsx'])(
  'an export to %s in frames has its progress, and the same pilots',
  async (format) => {
    const { url } = await openLarge()
    const response = await ask(`${url}/api/export?format=${format}&progress=1`)
    expect(response.headers['content-type']).toBe('application/vnd.pilotos.progress')
    expect(response.headers['content-disposition']).toMatch(new RegExp(`filename="pilotos-.*\\.${format}"`))
    const reader = new FrameReader()
    const parts: Uint8Array[] = []
    const progress: number[] = []
    for await (const chunk of response) {
      parts.push(...reader.read(new Uint8Array(chunk)))
      progress.push(reader.written)
    }
    expect(reader).toMatchObject({ total: few, isComplete: true })
    expect(progress).toEqual([...progress].sort((one, other) => one - other))
    expect(progress.some((written) => written > 0 && written < few)).toBe(true)
    const { rows } = await readTable(Buffer.concat(parts))
    expect([...rows]).toHaveLength(few)
  },
)

test('an export of no pilots is a whole file, in frames too', async () => {
  const { app } = await openApp()
  const { rawPayload } = await app.inject('/api/export?format=xlsx&progress=1')
  const reader = new FrameReader()
  const file = Buffer.concat(reader.read(new Uint8Array(rawPayload)))
  expect(reader).toMatchObject({ total: 0, isComplete: true })
  expect((await readTable(file)).names).toEqual(pilotColumns.map(columnLabel))
})

test('an export ends when its client leaves, and the server goes on', async () => {
  const { url, id } = await openLarge()
  for (const format of ['xlsx', 'csv', 'json']) {
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

test.each([true, false])(
  'a workbook whose client leaves while it waits gives its place in the queue back (in frames: %j)',
  async (inFrames) => {
    const workers = new Workers<TestJobs>({ workerFile, size: 1 })
    const app = fastify()
    onTestFinished(() => workers.close())
    onTestFinished(() => app.close())
    const running = new AbortController()
    const first = workers.run('wait', null, { signal: running.signal })
    const failures: Error[] = []
    let given: AbortSignal | undefined
    app.get('/', (_request, reply) =>
      sendDownload(reply, {
        name: 'pilotos',
        format: 'xlsx',
        total: 1,
        inFrames,
        booksFor: (signal) => ({
          ...booksHere,
          pilots() {
            given = signal
            return workers.stream('lines', { prefix: '' }, ['one'], { signal })
          },
        }),
        write: (options) => writeExport([], { format: 'xlsx' }, options),
        report: (error) => failures.push(error),
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
    expect(failures).toEqual([])
  },
)

test('a value in parts is the same JSON', () => {
  const list = Array.from({ length: 1001 }, (_, index) => ({ index, none: undefined, texts: ['"', null] }))
  const values = [
    list,
    { result: { pilots: list, total: 1001, isApproximate: undefined }, empty: [] },
    { list: [], text: 'uno' },
    null,
    'uno',
  ]
  for (const value of values) expect([...jsonParts(value)].join('')).toBe(JSON.stringify(value))
  expect(values.map(isLarge)).toEqual([true, true, false, false, false])
  expect([...jsonParts(list)].length).toBeGreaterThan(4)
})
