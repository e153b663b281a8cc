/** Checks what holds at each moment of a simulated day at which nobody writes. */
import { gunzipSync } from 'node:zlib'
import { receiptName } from '#domain/till/lines'
import type { TillReport } from '#domain/till/schemas'
import type { Desk, Rider } from './desk.ts'

/** Adds to the faults of a desk what does not hold. */
export async function faultsOf(desk: Desk, when: string): Promise<void> {
  const fault = (text: string) => desk.faults.push(`${when}: ${text}`)
  await checkRiders(desk, fault)
  await checkTill(desk, fault)
  await checkPassages(desk, fault)
  await checkSignatures(desk, fault)
  checkFiles(desk, fault)
}

/** Returns the answers of all lists of a kiosk, which are the same after a restart. */
export async function listsOf(desk: Desk, at = 0): Promise<ReadonlyMap<string, string>> {
  const lists = new Map<string, string>()
  for (const path of paths) {
    const [first, ...others] = (await desk.ask('GET', path, undefined, { at })).data
    // A roster and a report have the time of the answer.
    lists.set(path, JSON.stringify([{ ...first, at: undefined }, ...others]))
  }
  return lists
}

const paths = [
  ...[
    '/api?list=all',
    '/api/count?attendance=inside',
    '/api/removed',
    '/api/clubs',
    '/api/fields',
    '/api/classes',
  ],
  ...[
    '/api/passages?per_page=200',
    '/api/passages/summary',
    '/api/gate/roster',
    '/api/waiver',
    '/api/applications',
  ],
  ...[
    '/api/till',
    '/api/till/report',
    '/api/till/owing',
    '/api/chips',
    '/api/events',
    '/api/entries/pending',
  ],
  ...['/api/report', '/api/start-lists', '/api/settings', '/api/accounts', '/api/imports', '/api/retention'],
]

/** A backup has all that is stored, and can be read: a folder that is restored from it has the same files. */
export async function checkBackup(desk: Desk): Promise<void> {
  const [copy, folder] = ['/usb/ultima.tar.gz', '/usb/otra-laptop']
  desk.machine.disk.create(folder, 'folder')
  for (const { args, from } of [
    { args: ['backup', copy] },
    { args: ['restore', copy], from: folder },
    { args: ['doctor'], from: folder },
  ]) {
    const { code, out, err } = await desk.run(args, { folder: from })
    if (code !== 0) return void desk.faults.push(`${args.join(' ')}: ${code} ${out} ${err}`)
  }
  for (const args of [
    ['export', '--format', 'json'],
    ['call', 'GET /api/passages/export?format=json'],
  ]) {
    const [here, there] = [await desk.run(args), await desk.run(args, { folder })]
    if (here.code !== 0 || here.out !== there.out)
      desk.faults.push(`${args[0]} differs after a backup and a restore`)
  }
}

async function checkRiders(desk: Desk, fault: (text: string) => void): Promise<void> {
  const list = await desk.ask('GET', '/api?list=all')
  const pilots = list.data.map(({ data_driver }) => JSON.parse(String(data_driver)))
  for (const { dni, name, known } of desk.riders) {
    const count = pilots.filter((pilot) => pilot.dni === dni).length
    if (known === 'stored' && count !== 1) fault(`${name} is there ${count} times`)
    if ((known === 'gone' || known === 'erased') && count !== 0) fault(`${name} is ${known}, and there`)
  }
  // A record has the charges of the open event.
  const [open] = (await desk.ask('GET', '/api/events')).data
  const charges = list.data.flatMap((record) => (record.charges ?? []) as { id: string }[])
  for (const { id, known, rider, event } of desk.charges) {
    if (event !== open?.id) continue
    const count = charges.filter((charge) => charge.id === id).length
    if (count > 1 || (known === 'stored' && rider.known === 'stored' && count === 0))
      fault(`the charge ${id} is there ${count} times`)
  }
  const exported = await desk.run(['export', '--format', 'json'])
  const inFile = JSON.parse(exported.out).length
  if (inFile !== pilots.length) fault(`the export has ${inFile} of ${pilots.length} riders`)
  const applications = await desk.ask('GET', '/api/applications')
  for (const { name } of erasedIn(desk))
    if (applications.body.includes(name)) fault(`${name} was erased, and waits in the queue`)
}

async function checkTill(desk: Desk, fault: (text: string) => void): Promise<void> {
  const events = (await desk.ask('GET', '/api/events')).data
  const names = new Map<string, string>()
  const found = new Map<string, number>()
  for (const { id: event } of events) {
    const path = `/api/till/report?event=${event}`
    const [report] = (await desk.ask('GET', path)).data as unknown as TillReport[]
    if (!report) continue
    for (const { payment, name, cents } of report.receipts) {
      if ((names.get(name) ?? payment.receipt) !== payment.receipt)
        fault(`the receipt ${name} was given twice`)
      names.set(name, payment.receipt)
      found.set(payment.receipt, cents)
    }
    const sums = {
      receipts: sum(report.receipts.map(({ cents }) => cents)),
      means: sum(Object.values(report.means)),
      drawers:
        sum(report.drawers.flatMap(({ expected }) => Object.values(expected))) -
        sum(report.drawers.map(({ float }) => float)),
      owed:
        report.charged -
        report.exempt -
        sum(report.owing.map(({ cents }) => cents)) +
        sum(report.overpaid.map(({ cents }) => Math.abs(cents))),
    }
    for (const [part, cents] of Object.entries(sums))
      if (cents !== report.paid) fault(`the till has ${report.paid}, and by its ${part} ${cents}`)
  }
  for (const name of missingReceipts([...names.keys()], desk.firstReceipt))
    fault(`the receipt ${name} is missing`)
  for (const { id, known, cents } of desk.payments)
    if (known === 'stored' && found.get(id) !== cents)
      fault(`the payment ${id} of ${cents} is ${found.get(id)}`)
}

/** Returns the names of the receipts of the letter A that are absent between the number `first` and the last one. */
function missingReceipts(names: readonly string[], first: number): string[] {
  const last = Math.max(0, ...names.map((name) => (name.startsWith('A-') ? Number(name.slice(2)) : 0)))
  return Array.from({ length: Math.max(0, last - first) }, (_, index) =>
    receiptName({ letter: 'A', number: first + index }),
  ).filter((name) => !names.includes(name))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

async function checkPassages(desk: Desk, fault: (text: string) => void): Promise<void> {
  const ids = new Set<unknown>()
  for (let page = 1; ; page += 1) {
    const rows = (await desk.ask('GET', `/api/passages?page=${page}&per_page=200`)).data
    for (const { id } of rows) {
      if (ids.has(id)) fault(`the passage ${id} is there twice`)
      ids.add(id)
    }
    if (rows.length < 200) break
  }
  for (const { id, known } of desk.scans)
    if (known === 'stored' && !ids.has(id)) fault(`the passage ${id} is gone`)
}

async function checkSignatures(desk: Desk, fault: (text: string) => void): Promise<void> {
  for (const { rider, known } of desk.signatures) {
    if (known !== 'stored' || rider.known !== 'stored') continue
    // A restore brings back the code that the rider had at the time of the backup.
    const [found] = (await desk.ask('GET', `/api?list=all&search=${rider.name}`)).data
    const { status } = await desk.ask('GET', `/api/pilots/${found?.id_driver}/waiver.pdf`)
    if (status !== 200) fault(`the signature of ${rider.name} is gone: ${status}`)
  }
}

/** Nothing of an erased person, and nothing of what was refused, is in any file. */
function checkFiles(desk: Desk, fault: (text: string) => void): void {
  const erased = erasedIn(desk)
  for (const [path, text] of textsOf(desk)) {
    for (const mark of desk.refused) if (text.includes(mark)) fault(`${mark} was refused, and is in ${path}`)
    for (const { name, id, isInArchives } of erased) {
      if (isInArchives && path.includes('/backups/')) continue
      if (text.includes(name)) fault(`${name} was erased, and is in ${path}`)
      if (id && text.includes(id)) fault(`the code of ${name}, who was erased, is in ${path}`)
    }
  }
}

/** Returns each file and each row of the data with its path, unpacked. */
function textsOf({ files, machine: { database } }: Desk): [path: string, text: string][] {
  const rows = Object.entries(database?.tables ?? {}).flatMap(([table, all]) =>
    [...all].map(([key, row]): [string, string] => [`${table} ${key}`, JSON.stringify([key, row])]),
  )
  const texts = files.flatMap(([disk, folder]) =>
    disk.paths(folder).flatMap((path): [string, string][] => {
      const { kind, content } = disk.need(path, 'open')
      if (kind === 'folder') return []
      const isPacked = content[0] === 0x1f && content[1] === 0x8b
      return [[path, (isPacked ? gunzipSync(content) : content).toString('latin1')]]
    }),
  )
  return [...rows, ...texts]
}

/** Returns the riders of whom nothing is left: those who have not applied again since their erasure began. */
function erasedIn({ riders }: Desk): Rider[] {
  return riders.filter(
    ({ known, applied = 0, erasedFrom = 0 }) => known === 'erased' && !(applied > erasedFrom),
  )
}
