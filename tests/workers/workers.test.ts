/** Tests of the pool of worker threads. */
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { InvalidError } from '#domain/errors'
import { Workers, type WorkersOptions } from '../../server/workers/workers.ts'
import { built } from '../support/script.ts'
import type { TestJobs } from './a-worker.ts'

const workerFile = built(join(import.meta.dirname, 'a-worker.ts'))

function openWorkers(options: Partial<WorkersOptions> = {}): Workers<TestJobs> {
  const workers = new Workers<TestJobs>({ workerFile, size: 1, ...options })
  onTestFinished(() => workers.close())
  return workers
}

const flag = () => new Int32Array(new SharedArrayBuffer(4))

/** Resolves when a thread has set the flag. */
async function isSet(flag: Int32Array<SharedArrayBuffer>): Promise<void> {
  await expect.poll(() => Atomics.load(flag, 0)).toBe(1)
}

test('a job returns its output, and its errors arrive as what they were', async () => {
  const workers = openWorkers()
  expect(await workers.run('echo', { a: [1, 'ñ'], bytes: Uint8Array.of(1) })).toEqual({
    a: [1, 'ñ'],
    bytes: Uint8Array.of(1),
  })
  await expect(workers.run('refuse', 'Campo Requerido')).rejects.toMatchObject({
    kind: 'invalid',
    message: 'Hay datos por corregir',
    details: { fields: { name: 'Campo Requerido' } },
  })
  await expect(workers.run('fail', 'broken')).rejects.toMatchObject({
    name: 'TypeError',
    message: 'broken',
    code: 'EBROKEN',
    stack: expect.stringContaining('a-worker.js'),
  })
})

test('a job that is cancelled ends at once, even if it computes, and the next one runs', async () => {
  const workers = openWorkers()
  const begun = flag()
  const stop = new AbortController()
  const spinning = workers.run('spin', begun, { signal: stop.signal })
  await isSet(begun)
  const waiting = workers.run('echo', 'waits', { signal: stop.signal })
  const next = workers.run('echo', 'next')
  stop.abort(new Error('cancelled'))
  await expect(spinning).rejects.toThrow('cancelled')
  await expect(waiting).rejects.toThrow('cancelled')
  expect(await next).toBe('next')
})

test('a password does not wait for long jobs, and a job of a higher priority comes before the others', async () => {
  const workers = openWorkers()
  const begun = flag()
  const stop = new AbortController()
  const spinning = workers.run('spin', begun, { signal: stop.signal })
  await isSet(begun)
  const order: string[] = []
  const waiting = ['gate 1', 'gate 2', 'person'].map(async (name) =>
    order.push(String(await workers.run('echo', name, { priority: name === 'person' ? 0 : -1 }))),
  )
  expect(await workers.run('echo', 'short', { kind: 'password' })).toBe('short')
  expect(order).toEqual([])
  stop.abort()
  await Promise.allSettled([spinning, ...waiting])
  expect(order).toEqual(['person', 'gate 1', 'gate 2'])
})

test('a job that needs too much memory is refused, and ends nothing but itself', async () => {
  const workers = openWorkers({ memory: 32 })
  await expect(workers.run('hoard', null)).rejects.toMatchObject({ kind: 'too-large' })
  expect(await workers.run('echo', 'next')).toBe('next')
})

test('a job that takes longer than its limit ends, and the next one runs; waiting does not count', async () => {
  const workers = openWorkers()
  const error = new InvalidError({ name: 'too slow' })
  const limit = { time: 400, error }
  const slow = [1, 2].map(() => workers.run('spin', flag(), { limit }))
  const begin = performance.now()
  expect(await Promise.allSettled(slow)).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
  ])
  expect(performance.now() - begin).toBeGreaterThanOrEqual(790)
  expect(await workers.run('echo', 'next', { limit: { time: 60_000, error } })).toBe('next')
})

describe('an isolated job', () => {
  const isolated = { kind: 'isolated' } as const

  test('has a process of its own, which ends with it', async () => {
    const workers = openWorkers()
    const id = await workers.run('process', null, isolated)
    expect(id).not.toBe(process.pid)
    await expect.poll(() => isRunning(id)).toBe(false)
    await expect(workers.run('refuse', 'Campo Requerido', isolated)).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { name: 'Campo Requerido' } },
    })
  })

  test('that takes too long or too much memory is refused, and delays no other kind', async () => {
    const workers = openWorkers({ memory: 32 })
    const leaving = new AbortController()
    const endless = workers.run('wait', null, { ...isolated, signal: leaving.signal }).catch(() => 'ended')
    expect(await workers.run('echo', 'picture', { kind: 'picture' })).toBe('picture')
    leaving.abort()
    expect(await endless).toBe('ended')
    const error = new InvalidError({ name: 'too slow' })
    const spinning = workers.run('spin', new Int32Array(1), { ...isolated, limit: { time: 500, error } })
    await expect(spinning).rejects.toBe(error)
    await expect(workers.run('hoard', null, isolated)).rejects.toMatchObject({ kind: 'too-large' })
    expect(await workers.run('echo', 'next', isolated)).toBe('next')
  })

  test('ends when the pool closes', async () => {
    const workers = openWorkers()
    const waiting = [1, 2].map(() => workers.run('wait', null, isolated))
    await workers.close()
    for (const job of waiting) await expect(job).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test('closing cancels what runs and what waits', async () => {
  const workers = openWorkers()
  const begun = flag()
  const jobs = [workers.run('spin', begun), workers.run('wait', null)]
  await isSet(begun)
  await workers.close()
  for (const job of jobs) await expect(job).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(workers.run('echo', 'late')).rejects.toMatchObject({ kind: 'unavailable' })
})

test('a thread that cannot start fails the job', async () => {
  const workers = openWorkers({ workerFile: join(import.meta.dirname, 'missing.cjs') })
  await expect(workers.run('echo', 'x')).rejects.toThrow('missing.cjs')
})

test('a stream yields its chunks in order, and fails with the error of the job or of the items', async () => {
  const workers = openWorkers()
  const read = async (texts: AsyncIterable<string> | Iterable<string>) => {
    let text = ''
    for await (const chunk of workers.stream('lines', { prefix: '- ' }, texts)) text += Buffer.from(chunk)
    return text
  }
  expect(await read(['one', 'two'])).toBe('- one\n- two\n')
  await expect(read(['one', 'fail', 'two'])).rejects.toMatchObject({ kind: 'invalid' })
  async function* broken() {
    yield 'one'
    throw new Error('no items')
  }
  await expect(read(broken())).rejects.toThrow('no items')
  expect(await read([])).toBe('')
})

test('a stream is not far ahead of its consumer, and ends with it', async () => {
  const workers = openWorkers()
  const made = flag()
  let taken = 0
  for await (const _ of workers.stream('flood', made, [])) {
    taken += 1
    expect(Atomics.load(made, 0) - taken).toBeLessThanOrEqual(20)
    if (taken === 40) break
  }
  expect(await workers.run('echo', 'next')).toBe('next')
})
