/** What must hold at each moment of a simulated day at which nobody writes. */
import { gunzipSync } from 'node:zlib'
import { type Desk, data, type Rider } from './desk.ts'

interface TillReport {
  paid: number
  receipts: { payment: { receipt: string }; name: string; cents: number }[]
}

/** Adds to the faults of a desk what does not hold. */
export async function faultsOf(desk: Desk, when: string): Promise<void> {
  const fault = (text: string) => desk.faults.push(`${when}: ${text}`)
  await checkRiders(desk, fault)
  await checkTill(desk, fault)
  await checkPassages(desk, fault)
  checkErased(desk, fault)
}

async function checkRiders(desk: Desk, fault: (text: string) => void): Promise<void> {
  const list = await desk.ask('GET', '/api?list=all')
  const pilots = list.data.map(({ data_driver }) => JSON.parse(String(data_driver)))
  for (const { dni, name, known } of desk.riders) {
    const count = pilots.filter((pilot) => pilot.dni === dni).length
    if (known === 'stored' && count !== 1) fault(`${name} is there ${count} times`)
    if ((known === 'gone' || known === 'erased') && count !== 0) fault(`${name} is ${known}, and there`)
  }
  const exported = await desk.run(['export', '--format', 'json'])
  const inFile = JSON.parse(exported.out).length
  if (inFile !== pilots.length) fault(`the export has ${inFile} of ${pilots.length} riders`)
  const applications = await desk.ask('GET', '/api/applications')
  for (const { name } of erasedIn(desk))
    if (applications.body.includes(name)) fault(`${name} was erased, and waits in the queue`)
}

async function checkTill(desk: Desk, fault: (text: string) => void): Promise<void> {
  const [report] = (await desk.ask('GET', '/api/till/report')).data as unknown as TillReport[]
  const receipts = report?.receipts ?? []
  const names = new Map<string, string>()
  const found = new Map<string, number>()
  for (const { payment, name, cents } of receipts) {
    if ((names.get(name) ?? payment.receipt) !== payment.receipt) fault(`the receipt ${name} was given twice`)
    names.set(name, payment.receipt)
    found.set(payment.receipt, cents)
  }
  for (const { id, known, cents } of desk.payments)
    if (known === 'stored' && found.get(id) !== cents)
      fault(`the payment ${id} of ${cents} is ${found.get(id)}`)
  const sum = receipts.reduce((total, { cents }) => total + cents, 0)
  if (sum !== report?.paid) fault(`the till has ${report?.paid}, and its receipts ${sum}`)
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

/** Nothing of an erased person is in any file, also unpacked. */
function checkErased(desk: Desk, fault: (text: string) => void): void {
  const { disk } = desk.machine
  const erased = erasedIn(desk)
  if (erased.length === 0) return
  for (const path of disk.paths(data)) {
    const { kind, content } = disk.need(path, 'open')
    if (kind === 'folder') continue
    const isPacked = content[0] === 0x1f && content[1] === 0x8b
    const text = (isPacked ? gunzipSync(content) : content).toString('latin1')
    for (const { name, id, isInArchives } of erased) {
      if (isInArchives && path.startsWith(`${data}/backups/`)) continue
      if (text.includes(name)) fault(`${name} was erased, and is in ${path}`)
      if (id && text.includes(id)) fault(`the code of ${name}, who was erased, is in ${path}`)
    }
  }
}

/** Returns the riders of whom nothing is left: those who have not applied again since their erasure began. */
function erasedIn({ riders }: Desk): Rider[] {
  return riders.filter(
    ({ known, applied = 0, erasedFrom = 0 }) => known === 'erased' && !(applied > erasedFrom),
  )
}
