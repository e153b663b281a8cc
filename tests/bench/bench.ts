/**
 * `npm run bench`: compares what people wait for with the bare work, and prints a table as Markdown. Exits with 1 if a
 * goal is not met. `npm run bench -- waits cards` runs only these groups. `PILOTOS_BENCH=FOLDER/bin/pilotos.cjs`
 * measures another version; only the group `search` then still measures this one. Needs `sqlite-utils` and Chromium.
 */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { searchText, searchWords } from '#domain/pilot/search-text'
import {
  apiPath,
  backupsPath,
  credentialPath,
  exportAddress,
  importAddress,
  passagesPath,
  printPath,
  recordPath,
} from '#domain/web/addresses'
import { preparePhoto } from '../../server/actions/prepare-photo.ts'
import { openFolder } from '../../server/store/open.ts'
import { launchBrowser } from '../support/chromium.ts'
import { aScan } from '../support/passages.ts'
import { Kiosk, Prober, pilotos, run } from './programs.ts'
import { roster } from './roster.ts'

interface Row {
  what: string
  /** The measurement of PilotOS and that of the work beside it, in milliseconds unless `what` names a unit. */
  ours: number
  beside: number
  /** The name of the work beside it. */
  reference: string
  /** The largest ratio of the two that is good enough. */
  goal: number
}

const folder = await mkdtemp(join(tmpdir(), 'pilotos-bench-'))
const groups: Record<string, () => AsyncGenerator<Row>> = {
  start,
  files,
  merge,
  search,
  gate,
  cards,
  page,
  waits,
}
const rows: Row[] = []
try {
  const names = process.argv.slice(2)
  for (const [name, group] of Object.entries(groups)) {
    if (names.length > 0 && !names.includes(name)) continue
    for await (const row of group()) {
      rows.push(row)
      console.error(`… ${row.what}`)
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(markdown(rows))
if (rows.some(({ ours, beside, goal }) => ours > goal * beside)) process.exitCode = 1

/** Commands, beside a process of Node that does nothing. */
async function* start(): AsyncGenerator<Row> {
  const data = await folderOf(10_000)
  const nothing = async () => (await run([process.execPath, '-e', '0'])).time
  const version = async () => (await run([...pilotos, '--version'])).time
  const list = async () => (await run([...pilotos, 'list', '--limit', '20', '--data', data])).time
  const reference = 'node -e 0'
  yield { what: 'pilotos --version', ...(await alternately(15, version, nothing)), reference, goal: 1.27 }
  const times = await alternately(15, list, nothing)
  yield { what: 'pilotos list, 10,000 pilots', reference, goal: 2.99, ...times }
}

/** An import, beside an insertion of the same file into a table. */
async function* files(): AsyncGenerator<Row> {
  const csv = await csvOf(10_000)
  const target = (name: string) => rm(join(folder, name), { recursive: true, force: true })
  const ours = async () => {
    await target('imported')
    return (await run([...pilotos, 'import', csv, '--data', join(folder, 'imported')])).time
  }
  const theirs = async () => {
    await target('sqlite.db')
    return (await run(['sqlite-utils', 'insert', join(folder, 'sqlite.db'), 'pilots', csv, '--csv'])).time
  }
  const times = await alternately(7, ours, theirs)
  yield { what: 'import of 10,000', reference: 'sqlite-utils', goal: 1.2, ...times }
}

/**
 * A merge of two desks with 10,000 pilots each, beside an import of 10,000. They began with the same 5,000, registered
 * 5,000 more each, and the other desk changed those that they have in common.
 */
async function* merge(): AsyncGenerator<Row> {
  const [here, there, copy] = ['here', 'there', 'copy.tar.gz'].map((name) => join(folder, name))
  const command = (name: string, ...args: (string | undefined)[]) =>
    run([...pilotos, name, ...args.map(String)])
  await command('import', await csvOf(5000), '--data', here)
  await command('backup', copy, '--data', here)
  await command('restore', copy, '--data', there)
  await rm(String(copy))
  await command('import', await csvOf(5000, 20_000_000), '--data', here)
  await command('import', await csvOf(5000, 30_000_000), '--data', there)
  const changed = join(folder, 'changed.csv')
  const cells = roster(5000).map(({ dni }) => `${dni},Moto Club Sur`)
  await writeFile(changed, `dni,club\n${cells.join('\n')}\n`)
  await command('import', changed, '--update', '--data', there)
  await command('backup', copy, '--data', there)
  const csv = await csvOf(10_000)
  const data = join(folder, 'merged')
  const fresh = async (from?: string) => {
    await rm(data, { recursive: true, force: true })
    if (from) await cp(from, data, { recursive: true })
  }
  const ours = async () => {
    await fresh(here)
    return (await command('merge', copy, '--prefer', 'other', '--data', data)).time
  }
  const imported = async () => {
    await fresh()
    return (await command('import', csv, '--data', data)).time
  }
  const times = await alternately(7, ours, imported)
  yield { what: 'merge of 10,000 with 10,000', reference: 'import of 10,000', goal: 5, ...times }
}

/** Searches: in the store, beside `includes` over the same texts; and over HTTP in a folder of 100,000. */
async function* search(): AsyncGenerator<Row> {
  const stores = await openFolder(await folderOf(10_000))
  const words = roster(60).map(({ name, lastname }) =>
    [name, lastname].map((text) => (text.split(' ')[0] ?? '').toLowerCase()),
  )
  const typed = words.flatMap(([name = '', last = '']) => [
    `${name} ${last}`,
    `${last.slice(0, 4)} ${name.slice(0, 3)}`,
  ])
  const texts = (await stores.pilots.list()).pilots.map(searchText)
  const ours = () =>
    meanTime(typed.length, (round) => stores.pilots.list({ search: typed[round], page: 1, perPage: 50 }))
  const bare = () =>
    meanTime(typed.length, async (round) => {
      const words = searchWords(typed[round] ?? '')
      texts.filter((text) => words.every((word) => text.includes(word)))
    })
  yield { what: 'search in 10,000', ...(await alternately(9, ours, bare)), reference: 'includes', goal: 3 }
  await stores.close()

  const kiosk = await Kiosk.open(await folderOf(100_000))
  const asked = [...typed.slice(0, 10), 'qispe maamni', 'zzzz'].map(
    (text) => `search=${encodeURIComponent(text)}`,
  )
  const orders = ['name', 'email', 'club', 'fechanac'].map((sort) => `sort=${sort}`)
  let longest = 0
  for (const query of [...orders, ...asked])
    longest = Math.max(
      longest,
      await meanTime(1, () => kiosk.call(`${apiPath}?list=all&page=1&per_page=50&${query}`)),
    )
  yield { what: 'longest list or search in 100,000', ours: longest, beside: 300, reference: 'bound', goal: 1 }
  await kiosk.close()
}

/** The answer of a gate with 10,000 stored passages, beside one record. */
async function* gate(): AsyncGenerator<Row> {
  const kiosk = await Kiosk.open(await folderOf(10_000))
  const ids = await idsOf(kiosk, 2000)
  const scanOf = (round: number) =>
    aScan({ scanned: ids[round % ids.length] ?? '', gate: 'Puerta principal' })
  for (let sent = 0; sent < 10_000; sent += 200)
    await kiosk.call(passagesPath, {
      passages: Array.from({ length: 200 }, (_, index) => scanOf(sent + index)),
    })
  const ours = () => meanTime(100, (round) => kiosk.call(passagesPath, { passages: [scanOf(round)] }))
  const record = () => meanTime(100, (round) => kiosk.call(recordPath(ids[round] ?? '')))
  const times = await alternately(5, ours, record)
  yield { what: 'a scan at a gate, after 10,000', reference: 'one record', goal: 20, ...times }
  await kiosk.close()
}

/** Cards with photos as a command, beside the same photos on empty pages by pdfkit alone. */
async function* cards(): AsyncGenerator<Row> {
  const data = join(folder, 'cards')
  const noise = { type: 'gaussian', mean: 110, sigma: 40 } as const
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888', noise } })
  const photo = await preparePhoto(await picture.jpeg().toBuffer())
  const stores = await openFolder(data)
  for (const draft of roster(40)) await stores.pilots.register(draft, await stores.photos.save(photo))
  await stores.close()
  await writeFile(join(folder, 'photo.jpg'), photo)
  const script = `
    const PDFDocument = require('pdfkit'), fs = require('fs')
    const pdf = new PDFDocument({ autoFirstPage: false })
    pdf.pipe(fs.createWriteStream(process.argv[1] + '.pdf'))
    for (let page = 0; page < 40; page += 1) pdf.addPage().image(fs.readFileSync(process.argv[1]), 0, 0, { width: 60 })
    pdf.end()`
  const print = [
    ...pilotos,
    'print',
    '--all',
    '--again',
    '--public-url',
    'http://192.168.1.20:4780',
    '--data',
    data,
  ]
  const ours = async () => (await run([...print, '--out', join(folder, 'cards.pdf')])).time
  const pdfkit = async () => (await run([process.execPath, '-e', script, join(folder, 'photo.jpg')])).time
  const times = await alternately(5, ours, pdfkit)
  yield { what: '40 cards with photos', reference: 'pdfkit alone', goal: 6, ...times }
}

/** The page that a scan opens on a phone without a session: HTML, scripts, styles and typefaces. */
async function* page(): AsyncGenerator<Row> {
  const data = await folderOf(10_000)
  const laptop = await Kiosk.open(data)
  const [id = ''] = await idsOf(laptop, 1)
  await laptop.close()
  const kiosk = await Kiosk.open(data, '--require-login')
  const browser = await launchBrowser()
  const tab = await browser.newPage()
  await tab.goto(kiosk.url + credentialPath(id), { waitUntil: 'networkidle' })
  const bytes = await tab.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => /\/(credencial|assets)\//.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  await browser.close()
  yield { what: 'page of a scan, in KB', ours: bytes / 1000, beside: 15, reference: 'bound', goal: 1 }
  await kiosk.close()
}

/** The longest wait for one record while other work runs, at 10,000 pilots. Of two runs the better one counts. */
async function* waits(): AsyncGenerator<Row> {
  const kiosk = await Kiosk.open(await folderOf(10_000))
  const ids = await idsOf(kiosk, 400)
  const prober = new Prober(kiosk.url + recordPath(ids[0] ?? ''))
  const work: Record<string, (round: number) => Promise<unknown>> = {
    'export to CSV': () => kiosk.call(exportAddress({ format: 'csv' })),
    'export to XLSX': () => kiosk.call(exportAddress({ format: 'xlsx' })),
    '400 cards': async () => {
      const order = { ids, layout: 'card', again: true }
      const { data } = JSON.parse(String(await kiosk.call(printPath(), order)))
      const isReady = async () =>
        JSON.parse(String(await kiosk.call(printPath(data[0].job)))).data[0].url !== null
      while (!(await isReady())) await delay(100)
    },
    backup: () => kiosk.call(backupsPath(), {}),
    // The last one, since it adds pilots.
    'import of 10,000': async (round) => {
      const file = await readFile(await csvOf(10_000, 20_000_000 + round * 10_000))
      await kiosk.call(importAddress({ dryRun: true }), file)
      await kiosk.call(importAddress({}), file)
    },
  }
  for (const [name, go] of Object.entries(work)) {
    const longest = [await prober.waitDuring(() => go(0)), await prober.waitDuring(() => go(1))]
    yield {
      what: `wait during ${name}`,
      ours: Math.min(...longest),
      beside: 150,
      reference: 'bound',
      goal: 1,
    }
  }
  prober.stop()
  await kiosk.close()
}

/** Returns a data folder of a number of pilots, which is made once. */
async function folderOf(count: number): Promise<string> {
  const data = join(folder, String(count))
  if (!existsSync(data)) await run([...pilotos, 'import', await csvOf(count), '--data', data])
  return data
}

async function csvOf(count: number, firstDni?: number): Promise<string> {
  const path = join(folder, `${count}-${firstDni ?? ''}.csv`)
  const drafts = roster(count, firstDni)
  const line = (cells: readonly unknown[]) => cells.map((cell) => `"${String(cell)}"`).join(',')
  const lines = [line(Object.keys(drafts[0] ?? {})), ...drafts.map((draft) => line(Object.values(draft)))]
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}

async function idsOf(kiosk: Kiosk, count: number): Promise<string[]> {
  const { data } = JSON.parse(String(await kiosk.call(`${apiPath}?list=all`)))
  return data.slice(0, count).map(({ id_driver }: { id_driver: string }) => id_driver)
}

/** Returns the mean milliseconds of a call that is repeated for a number of rounds. */
async function meanTime(rounds: number, call: (round: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let round = 0; round < rounds; round += 1) await call(round)
  return (performance.now() - begun) / rounds
}

/** Measures both in turns and returns the shortest time of each: a disturbance only ever makes a time longer. */
async function alternately(rounds: number, ours: () => Promise<number>, beside: () => Promise<number>) {
  const times: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) times.push([await ours(), await beside()])
  return {
    ours: Math.min(...times.map(([time]) => time)),
    beside: Math.min(...times.map(([, time]) => time)),
  }
}

function markdown(rows: readonly Row[]): string {
  const lines = rows.map(({ what, ours, beside, reference, goal }) => {
    const figure = (value: number) => `${value.toFixed(value < 20 ? 2 : 0)}`
    const ratio = ours / beside
    const cells = [what, figure(ours), `${reference} ${figure(beside)}`, ratio.toFixed(2), `≤ ${goal}`]
    return `| ${cells.join(' | ')} | ${ratio <= goal ? 'met' : 'not met'} |`
  })
  return [
    '| what | PilotOS, in ms | beside | ratio | goal | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
