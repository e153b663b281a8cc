/**
 * Prints with CUPS: `lp` hands a job over, with the defaults that its user has chosen for the printer, and the answers of
 * the scheduler by IPP (RFC 8011) tell its state. `lpstat` does not tell a job that has ended well from a cancelled one.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { CardSize } from '#domain/credential/cards'
import { MachineError } from '#domain/errors'
import { type JobState, jobTitle, type PrintSystem, type SystemPrinter } from './print-system.ts'

/** Runs a program of CUPS, whose words do not depend on the language of the machine. */
function run(program: string, args: readonly string[]) {
  return promisify(execFile)(program, args, { timeout, env: { ...process.env, LC_ALL: 'C' } })
}

/** The longest wait for a program or for an answer, in milliseconds. */
const timeout = 15_000

/** The numbers of the operations, and those of the states of printers and jobs. */
const operations = { getPrinters: 0x4002, getJob: 0x0009 }
const printerStates = { 3: 'ready', 4: 'printing', 5: 'stopped' } as const
const jobStates = { pending: 3, held: 4, processing: 5, stopped: 6, canceled: 7, aborted: 8, completed: 9 }

export class CupsPrinting implements PrintSystem {
  async printers(): Promise<SystemPrinter[]> {
    const answer = await ask(operations.getPrinters).catch(() => undefined)
    return (answer ? readAttributes(answer, tags.printer) : []).map(toPrinter)
  }

  async print(printer: string, file: string, { width, height }: CardSize): Promise<string> {
    const options = [`media=Custom.${width}x${height}mm`, 'print-scaling=none', 'fit-to-page=false']
    const args = ['-d', printer, '-t', jobTitle, ...options.flatMap((option) => ['-o', option]), '--', file]
    const { stdout } = await run('lp', args).catch((error) => {
      throw new MachineError(
        `El sistema no aceptó la impresión: ${lastLine(error.stderr ?? error.message)}`,
        error,
      )
    })
    const number = stdout.slice(stdout.indexOf(`${printer}-`) + printer.length + 1).match(/^\d+/)?.[0]
    if (number === undefined) throw new MachineError(`El sistema no aceptó la impresión: ${lastLine(stdout)}`)
    return `${printer}-${number}`
  }

  async state(job: string): Promise<JobState> {
    const at = job.lastIndexOf('-')
    const uri = attribute(0x45, 'job-uri', `ipp://localhost/jobs/${job.slice(at + 1)}`)
    const [found] = readAttributes(await ask(operations.getJob, [uri]), tags.job)
    const state = found?.['job-state']?.[0]
    if (state === jobStates.completed) return { state: 'printed' }
    if (state === jobStates.canceled) return { state: 'failed', reason: 'La anularon en la computadora' }
    if (state === jobStates.aborted) return { state: 'failed', reason: 'La impresora la abandonó' }
    if (state === undefined)
      return { state: 'failed', reason: 'El sistema ya no sabe de ella: mire si salió' }
    const printer = (await this.printers()).find(({ name }) => name === job.slice(0, at))
    if (printer?.state === 'stopped') return { state: 'failed', reason: printer.reason ?? stopped }
    const isPrinting = state === jobStates.processing
    return { state: isPrinting ? 'printing' : 'waiting', ...(printer?.reason && { reason: printer.reason }) }
  }

  async cancel(job: string): Promise<void> {
    await run('cancel', [job.slice(job.lastIndexOf('-') + 1)]).catch(() => {})
  }
}

const stopped = 'Está en pausa: reanúdela en los ajustes de impresoras de la computadora'

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

/** The reasons of printers that a person can do something about (RFC 8011, section 5.4.12), the worst first. */
const reasons: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(media-empty|media-needed|input-tray-missing)/, 'Sin papel'],
  [/^media-jam/, 'Papel atascado'],
  [/^(offline|shutdown|timed-out|connecting-to-device)/, 'Apagada o desconectada'],
  [/^(cover|door|interlock)-open/, 'Tapa abierta'],
  [/^(marker-supply|marker-ribbon|toner|ink)[a-z-]*-empty/, 'Sin tinta o sin cinta'],
  [/-error$/, 'Tiene un problema: mire su pantalla'],
]

/** Returns the worst reason that a printer tells, in Spanish, or undefined if nothing is wrong. */
export function reasonText(told: readonly unknown[]): string | undefined {
  return reasons.find(([pattern]) => told.some((reason) => pattern.test(String(reason))))?.[1]
}

function toPrinter(found: Attributes): SystemPrinter {
  const number = Number(found['printer-state']?.[0])
  const state = printerStates[number as keyof typeof printerStates] ?? 'ready'
  const reason = reasonText(found['printer-state-reasons'] ?? [])
  const shown = state === 'stopped' ? [reason, stopped].filter(Boolean).join('. ') : reason
  return { name: String(found['printer-name']?.[0]), state, ...(shown && { reason: shown }) }
}

/** The tags that begin the attributes of printers and jobs. */
export const tags = { job: 0x02, end: 0x03, printer: 0x04 }

/** Returns the answer of the scheduler to a question with some attributes more. @throws Error if none arrives */
async function ask(operation: number, attributes: readonly Buffer[] = []): Promise<Buffer> {
  const head = Buffer.from([2, 0, operation >> 8, operation & 0xff, 0, 0, 0, 1, 1])
  const text = [
    attribute(0x47, 'attributes-charset', 'utf-8'),
    attribute(0x48, 'attributes-natural-language', 'en'),
  ]
  const body = Buffer.concat([head, ...text, ...attributes, Buffer.from([tags.end])])
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length, host: 'localhost' }
    const sent = request(
      { ...schedulerOf(process.env), method: 'POST', path: '/', headers, timeout },
      (response) => buffer(response).then(resolve, reject),
    )
    sent.on('timeout', () => sent.destroy(new Error('CUPS does not answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The sockets of the scheduler, which starts when one of them is used. */
const sockets = ['/run/cups/cups.sock', '/private/var/run/cupsd']

/** Returns where the scheduler listens, as `lp` finds it. */
function schedulerOf({ CUPS_SERVER: server = sockets.find(existsSync) ?? 'localhost' }: NodeJS.ProcessEnv) {
  if (server.startsWith('/')) return { socketPath: server }
  const [, host = server, port = '631'] = /^(.*):(\d+)(?:\/.*)?$/.exec(server) ?? []
  return { host, port }
}

function attribute(tag: number, name: string, value: string): Buffer {
  const field = (text: string) => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
  }
  return Buffer.concat([Buffer.from([tag]), field(name), field(value)])
}

type Attributes = Record<string, (string | number)[]>

/** The tags of integers and of enumerations (RFC 8010, section 3.5.2). */
const integers = [0x21, 0x23]

/** Returns the groups of attributes of an answer that begin with a tag. An attribute without a name is a further value. */
export function readAttributes(answer: Buffer, of: number): Attributes[] {
  const groups: { tag: number; attributes: Attributes }[] = []
  let last: (string | number)[] = []
  for (let at = 8; at < answer.length; ) {
    const tag = answer.readUInt8(at)
    at += 1
    if (tag === tags.end) break
    if (tag < 0x10) {
      groups.push({ tag, attributes: {} })
      continue
    }
    const nameEnd = at + 2 + answer.readUInt16BE(at)
    const name = answer.toString('utf8', at + 2, nameEnd)
    const end = nameEnd + 2 + answer.readUInt16BE(nameEnd)
    const value = integers.includes(tag)
      ? answer.readInt32BE(nameEnd + 2)
      : answer.toString('utf8', nameEnd + 2, end)
    const group = groups.at(-1)
    if (name === '') last.push(value)
    else if (group) {
      last = [value]
      group.attributes[name] = last
    }
    at = end
  }
  return groups.filter(({ tag }) => tag === of).map(({ attributes }) => attributes)
}
