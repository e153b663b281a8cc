/** Tests the run of an import without a screen: which answers count, what a press does, and what is kept or forgotten. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { duplicateTexts } from '#domain/errors'
import { otherSheets } from '#domain/import/findings'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import { chooseFirstNumbers, setDefault, typeCell } from '#domain/import/mapping-changes'
import type { ImportAnswer } from '#domain/import/schemas'
import { ApiError } from '../../../client/api/call.ts'
import { type ImportState, importRun, isWorthRetrying, statusOf } from '../../../client/import/import-run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function answered(registered: number, others: object = {}): ImportAnswer {
  const report = { registered, updated: 0, unchanged: 0, rejectedRows: 0 }
  const nothing = { groups: [], remarks: { meantTexts: [], unsure: [] }, suspensions: { rows: 0 } }
  return { report, ...nothing, ...others } as never
}

function file(name = 'padron.csv', others: Partial<File> = {}): File {
  return { name, size: 1, arrayBuffer: async () => new ArrayBuffer(1), ...others } as File
}

/** Starts a run. The test answers its requests. */
function startRun() {
  const requests: { order: Record<string, unknown>; reply: (answer: ImportAnswer | Error) => void }[] = []
  const onImported = vi.fn()
  const kept = new Map<string, string>()
  const memory = { recall: (key: string) => kept.get(key) ?? null, remember: kept.set.bind(kept) }
  let state = {} as ImportState
  let last = new AbortController()
  const run = importRun({
    send: (_content, order) =>
      new Promise((resolve, reject) => {
        const reply = (answer: ImportAnswer | Error) =>
          answer instanceof Error ? reject(answer) : resolve(answer)
        requests.push({ order: { ...order }, reply })
      }),
    begin() {
      last.abort()
      last = new AbortController()
      return last.signal
    },
    show: (next) => {
      state = next
    },
    memory,
    onImported,
  })
  /** Answers the last request, or another. */
  const reply = async (answer: ImportAnswer | Error, index = -1) => {
    requests.at(index)?.reply(answer)
    await vi.advanceTimersByTimeAsync(0)
  }
  /** Takes a file and answers its dry run. */
  const read = async (answer: ImportAnswer) => {
    void run.take([file()])
    await vi.advanceTimersByTimeAsync(0)
    await reply(answer)
  }
  return { run, requests, onImported, reply, read, shown: () => state }
}

const typed = (email: string) => typeCell(2, 'email', email)
const again = 'Ya se revisó lo último que escribió: pulse otra vez.'
const away = new ApiError(0, 'El kiosco no responde')

test.each([
  ['one of two', [file(), file()], 'Se importa un archivo a la vez: elija uno solo'],
  ['too large', [file('grande.csv', { size: maxFileBytes + 1 })], fileTooLarge],
  [
    'gone',
    [file('perdida.csv', { arrayBuffer: () => Promise.reject(new Error('gone')) })],
    'No se pudo leer «perdida.csv». Revise que siga en su lugar y elíjalo otra vez',
  ],
])('a file that is %s is not sent, and another can be taken', async (_, files, message) => {
  const { run, read, requests, shown } = startRun()
  await run.take(files)
  expect([shown().stage, shown().error?.message, requests]).toEqual(['choosing', message, []])
  await read(answered(3))
  expect(shown()).toMatchObject({ stage: 'ready', name: 'padron.csv', error: undefined })
})

test('another file takes over the options, and none of the other choices', async () => {
  const { run, read, requests, reply, shown } = startRun()
  await read(answered(3))
  run.choose({ update: true, replaceSuspensions: true, erased: true, incomplete: true })
  run.startOver()
  run.edit(typed('a@b.pe'))
  const order = { update: true, strict: false, dryRun: true }
  const mapping = { cells: { 2: { email: 'a@b.pe' } } }
  expect(requests.at(-1)?.order).toEqual({
    ...order,
    ...{ forget: true, replaceSuspensions: true, erased: true, incomplete: true, mapping },
  })
  await read(answered(3))
  expect(requests.at(-1)?.order).toEqual({
    ...order,
    ...{ forget: false, replaceSuspensions: false, erased: false, incomplete: false, mapping: {} },
  })
  run.edit(typed('a@b.pe'))
  run.restart()
  await reply(answered(9))
  expect(shown()).toMatchObject({ stage: 'choosing', order: { mapping: {} } })
})

test('only the answer to the last change is shown, whichever arrives last', async () => {
  const { run, read, reply, shown } = startRun()
  await read(answered(3))
  run.edit(typed('a'))
  run.edit(typed('a@b.pe'))
  await reply(answered(5))
  await reply(answered(4), 1)
  expect(shown()).toMatchObject({ stage: 'ready', answer: answered(5) })
  run.retry()
  run.retry()
  await reply(away, 3)
  expect(shown()).toMatchObject({ stage: 'reading', error: undefined })
})

describe('a press', () => {
  test('imports nothing while the last change is checked, or if it began before the last answer with the same number', async () => {
    const { run, read, reply, requests, shown } = startRun()
    const seen = answered(3)
    await read(seen)
    run.edit(typed('a@b.pe'))
    expect(statusOf(shown())).toBe('Leyendo padron.csv otra vez…')
    void run.confirm(seen)
    expect(statusOf(shown())).toBe('Espere: se está revisando lo último que escribió.')
    await reply(answered(3))
    expect(statusOf(shown())).toBe(again)
    run.retry()
    await reply(answered(3))
    expect(statusOf(shown())).toBeUndefined()
    void run.confirm(seen)
    expect(statusOf(shown())).toBe(again)
    expect(requests.map(({ order }) => order.dryRun)).toEqual([true, true, true])
  })

  test('imports once, and the result waits until a double click is over', async () => {
    const { run, read, reply, requests, shown, onImported } = startRun()
    const seen = answered(3)
    await read(seen)
    for (let press = 0; press < 2; press += 1) void run.confirm(seen)
    void run.take([file('otro.csv')])
    await reply(answered(3))
    expect(statusOf(shown())).toBe('Importando padron.csv…')
    await vi.advanceTimersByTimeAsync(500)
    expect(shown().stage).toBe('done')
    expect(requests.map(({ order }) => order.dryRun)).toEqual([true, undefined])
    expect(onImported).toHaveBeenCalledOnce()
  })
})

test('a failure keeps what was shown and chosen, unless it has another preview, and an import without an answer may have succeeded', async () => {
  const { run, read, reply, requests, shown } = startRun()
  const seen = answered(3)
  await read(seen)
  run.edit(typed('a@b.pe'))
  await reply(away)
  expect(shown()).toMatchObject({ stage: 'failed', answer: seen, error: away })
  run.retry()
  expect(requests[2]?.order).toEqual(requests[1]?.order)
  const preview = answered(0)
  await reply(new ApiError(400, 'Al archivo le faltan columnas: Club', { preview }))
  expect(shown()).toMatchObject({ stage: 'failed', preview, answer: undefined })
  run.retry()
  await reply(seen)
  void run.confirm(seen)
  await reply(away)
  expect(shown().error?.message).toBe('No se sabe si se importó. El kiosco no responde')
  void run.confirm(seen)
  expect(requests).toHaveLength(5)
})

test('a request without an answer or a session is worth a retry, and a refused file is not', () => {
  const errors = [0, 401, 503, 400, 413].map((status) => new ApiError(status, ''))
  expect([...errors, new Error()].map(isWorthRetrying)).toEqual([true, true, true, false, false, false])
})

test('another sheet goes on with the values for all rows, and the sheets that stored pilots are not offered again', async () => {
  const { run, read, reply, requests, shown } = startRun()
  const importIt = async (answer: ImportAnswer) => {
    await reply(answer)
    void run.confirm(answer)
    await reply(answer)
    await vi.advanceTimersByTimeAsync(500)
  }
  await read(answered(3))
  run.choose({ strict: true, replaceSuspensions: true })
  run.edit(setDefault('club', 'Sur'))
  run.edit(typed('a@b.pe'))
  await importIt(answered(3, { sheet: 'MX1' }))
  run.takeSheet('Damas')
  const { stage, preview, answer } = shown()
  expect([stage, preview, answer]).toEqual(['reading', undefined, undefined])
  expect(requests.at(-1)?.order).toEqual({
    mapping: { defaults: { club: 'Sur' }, sheet: 'Damas' },
    ...{ update: false, strict: true, dryRun: true },
    ...{ forget: false, replaceSuspensions: false, erased: false, incomplete: false },
  })
  await importIt(answered(0, { sheet: 'Damas' }))
  const { name, imported } = shown()
  expect([name, imported]).toEqual(['padron.csv', ['MX1']])
  const sheets = ['Portada', 'MX1', 'Damas', 'Veteranos'].map((one, riders) => ({ name: one, riders }))
  expect(otherSheets({ sheets, sheet: 'Damas' }, imported)).toEqual([sheets[3]])
})

test('the corrections of an imported file are there when it is chosen again, but not what fills in for values of riders', async () => {
  const { run, read, reply, requests, shown } = startRun()
  await read(answered(2))
  run.edit(typed('ana@ejemplo.org'))
  run.edit(chooseFirstNumbers('celular', true))
  run.edit(setDefault('tiposangre', 'O+'))
  run.edit(setDefault('licencia', 'Anual'))
  await reply(answered(3))
  const before = shown().answer
  if (before) void run.confirm(before)
  await reply(answered(3))
  await vi.advanceTimersByTimeAsync(500)
  expect(shown().stage).toBe('done')
  run.restart()
  await read(answered(3))
  const { recalled, order } = shown()
  expect(recalled).toEqual({
    cells: { 2: { email: 'ana@ejemplo.org' } },
    firstNumbers: ['celular'],
    defaults: { licencia: 'Anual' },
  })
  expect([order.mapping, requests.at(-1)?.order.mapping]).toEqual([recalled, recalled])
  run.startOver()
  expect([shown().recalled, shown().order.mapping]).toEqual([undefined, {}])
  run.restart()
  void run.take([file('otro.csv')])
  await vi.advanceTimersByTimeAsync(0)
  expect(shown().recalled).toBeUndefined()
})

const none = 'Ninguna fila se puede importar.'
const groups = [{ cells: [{ message: Object.values(duplicateTexts)[0] }] }]
const same = { report: { registered: 0, updated: 0, unchanged: 2, rejectedRows: 1 } }
const suspended = { ...same, suspensions: { rows: 1 } }

test.each<[string, object, object]>([
  ['Hay filas mal, y eligió no importar nada si una lo está.', { strict: true }, same],
  ['No hay nada que importar: las suspensiones que siguen se quedan como están.', {}, suspended],
  ['No hay nada que importar: los pilotos ya están así.', { replaceSuspensions: true }, suspended],
  [`${none} Si son los mismos pilotos, marque «Cambiar los pilotos que ya existen».`, {}, { groups }],
  [none, { update: true }, { groups }],
  [none, {}, {}],
])('an import of nothing says: %s', (text, order, others) => {
  expect(statusOf({ stage: 'ready', answer: answered(0, others), order } as ImportState)).toBe(text)
})
