/** Tests of what the systems that print tell, as it is read. */
import { expect, test } from 'vitest'
import { readAttributes, reasonText, tags } from '../../server/credential/print/cups.ts'
import { type RunScript, WindowsPrinting } from '../../server/credential/print/windows.ts'

/** Writes an attribute of an answer of CUPS. */
function attribute(tag: number, name: string, value: string | number): Buffer {
  const content =
    typeof value === 'number' ? Buffer.from([0, 0, value >> 8, value & 0xff]) : Buffer.from(value)
  const sizes = [Buffer.alloc(2), Buffer.alloc(2)]
  sizes[0]?.writeUInt16BE(name.length)
  sizes[1]?.writeUInt16BE(content.length)
  return Buffer.concat([
    Buffer.from([tag]),
    sizes[0] ?? '',
    Buffer.from(name),
    sizes[1] ?? '',
    content,
  ] as Buffer[])
}

test('the groups of an answer of CUPS are read with all their values', () => {
  const answer = Buffer.concat([
    Buffer.from([2, 0, 0, 0, 0, 0, 0, 1, 1]),
    attribute(0x47, 'attributes-charset', 'utf-8'),
    Buffer.from([tags.printer]),
    attribute(0x42, 'printer-name', 'Señal'),
    attribute(0x23, 'printer-state', 5),
    attribute(0x44, 'printer-state-reasons', 'media-empty-error'),
    attribute(0x44, '', 'paused'),
    Buffer.from([tags.printer]),
    attribute(0x42, 'printer-name', 'Otra'),
    Buffer.from([tags.end]),
    Buffer.from('data'),
  ])
  expect(readAttributes(answer, tags.printer)).toEqual([
    {
      'printer-name': ['Señal'],
      'printer-state': [5],
      'printer-state-reasons': ['media-empty-error', 'paused'],
    },
    { 'printer-name': ['Otra'] },
  ])
  expect(readAttributes(answer, tags.job)).toEqual([])
  for (let length = 0; length < answer.length; length += 1) {
    // A broken answer is an error or a part of it, and never ends the server.
    try {
      readAttributes(answer.subarray(0, length), tags.printer)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
})

test.each([
  [['none'], undefined],
  [['toner-low-warning', 'cups-waiting-for-job-completed'], undefined],
  [['media-empty-report'], 'Sin papel'],
  [['offline-report', 'media-needed'], 'Sin papel'],
  [['connecting-to-device'], 'Apagada o desconectada'],
  [['cover-open-error'], 'Tapa abierta'],
  [['marker-supply-empty-warning'], 'Sin tinta o sin cinta'],
  [['com.zebra.head-error'], 'Tiene un problema: mire su pantalla'],
])('CUPS tells %j, which a person reads as %s', (told, text) => {
  expect(reasonText(told)).toBe(text)
})

test('Windows tells printers and jobs, and no name is part of a script', async () => {
  const asked: Parameters<RunScript>[] = []
  const rows = [{ Id: 3, Name: 'Zebra; rm', State: 'PaperOut, Offline' }]
  const system = new WindowsPrinting(async (...args) => {
    asked.push(args)
    return rows
  })
  expect(await system.printers()).toEqual([{ name: 'Zebra; rm', state: 'ready', reason: 'Sin papel' }])
  const job = JSON.stringify(['Zebra; rm', 'uno.pdf'])
  expect(await system.state(job)).toEqual({ state: 'waiting', reason: 'Sin papel' })
  await system.cancel(job)
  expect(asked.map(([script]) => script).join()).not.toContain('Zebra')
  expect(asked[1]?.[1]).toEqual({ PILOTOS_PRINTER: 'Zebra; rm', PILOTOS_FILE: 'uno.pdf' })
  const answer = (state?: string) => new WindowsPrinting(async () => (state ? [{ State: state }] : []))
  expect(await answer('Printing').state(job)).toEqual({ state: 'printing' })
  expect(await answer('Deleting').state(job)).toMatchObject({ state: 'failed' })
  expect(await answer().state(job)).toEqual({ state: 'printed' })
})
