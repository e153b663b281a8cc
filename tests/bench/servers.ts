/** The groups of the benchmark that measure running servers. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { credentialPath, recordPath } from '#domain/api/addresses'
import { launchBrowser } from '../support/chromium.ts'
import { aScan } from '../support/passages.ts'
import { pilotos, run, Server } from './programs.ts'
import { roster } from './roster.ts'
import {
  alternately,
  bounded,
  csvOf,
  databaseOf,
  firstPage,
  folderOf,
  idsOf,
  inFolder,
  longestTime,
  meanTime,
  postgresServer,
  type Row,
  waitDuring,
} from './work.ts'

/** Searches over HTTP: of two words among 10,000, beside one record, and the longest among 100,000. */
export async function* search(): AsyncGenerator<Row> {
  const words = roster(60).map(({ name, lastname }) =>
    [name, lastname].map((text) => (text.split(' ')[0] ?? '').toLowerCase()),
  )
  const typed = words.flatMap(([name = '', last = '']) => [
    `${name} ${last}`,
    `${last.slice(0, 4)} ${name.slice(0, 3)}`,
  ])
  const queryOf = (text: string) => `${firstPage}&search=${encodeURIComponent(text)}`
  const small = await Server.kiosk(await folderOf(10_000))
  const [id = ''] = await idsOf(small, 1)
  const ours = () => meanTime(typed.length, (round) => small.call(queryOf(typed[round] ?? '')))
  const record = () => meanTime(typed.length, () => small.call(recordPath(id)))
  const times = await alternately(9, ours, record)
  yield { what: 'search in 10,000, over HTTP', reference: 'one record', goal: 20, ...times }
  await small.close()

  const kiosk = await Server.kiosk(await folderOf(100_000))
  const orders = ['name', 'email', 'club', 'fechanac'].map((sort) => `${firstPage}&sort=${sort}`)
  const asked = [...orders, ...[...typed.slice(0, 10), 'qispe maamni', 'zzzz'].map(queryOf)]
  yield bounded('longest list or search in 100,000', await longestTime(kiosk, asked), 300)
  await kiosk.close()
}

/** The answer of a gate with 10,000 stored passages, beside one record. */
export async function* gate(): AsyncGenerator<Row> {
  const kiosk = await Server.kiosk(await folderOf(10_000))
  const ids = await idsOf(kiosk, 2000)
  const scanOf = (round: number) =>
    aScan({ scanned: ids[round % ids.length] ?? '', gate: 'Puerta principal' })
  for (let sent = 0; sent < 10_000; sent += 200)
    await kiosk.call('/api/passages', {
      passages: Array.from({ length: 200 }, (_, index) => scanOf(sent + index)),
    })
  const ours = () => meanTime(100, (round) => kiosk.call('/api/passages', { passages: [scanOf(round)] }))
  const record = () => meanTime(100, (round) => kiosk.call(recordPath(ids[round] ?? '')))
  const times = await alternately(5, ours, record)
  yield { what: 'a scan at a gate, after 10,000', reference: 'one record', goal: 20, ...times }
  await kiosk.close()
}

/** The page that a scan opens on a phone without a session: HTML, scripts, styles and typefaces. */
export async function* page(): AsyncGenerator<Row> {
  const data = await folderOf(10_000)
  const laptop = await Server.kiosk(data)
  const [id = ''] = await idsOf(laptop, 1)
  await laptop.close()
  const kiosk = await Server.kiosk(data, { options: ['--require-login'] })
  const browser = await launchBrowser()
  const tab = await browser.newPage()
  await tab.goto(kiosk.url + credentialPath(id), { waitUntil: 'networkidle' })
  const bytes = await tab.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => /\/(credencial|assets)\//.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  await browser.close()
  yield bounded('page of a scan, in KB', bytes / 1000, 15)
  await kiosk.close()
}

/**
 * The longest wait for one record while other work runs, at 10,000 pilots. Of two runs, each in a kiosk of its own, the
 * better one counts.
 */
export async function* waits(): AsyncGenerator<Row> {
  const data = await folderOf(10_000)
  const more = await readFile(await csvOf(10_000, 20_000_000))
  const copy = inFolder('ten-thousand-more.tar.gz')
  const desk = inFolder('other-desk')
  await run([...pilotos, 'import', await csvOf(10_000, 30_000_000), '--data', desk])
  await run([...pilotos, 'backup', copy, '--data', desk])
  const work: Record<string, (kiosk: Server, ids: string[]) => Promise<unknown>> = {
    'export to CSV': (kiosk) => kiosk.call('/api/export?format=csv'),
    'export to XLSX': (kiosk) => kiosk.call('/api/export?format=xlsx'),
    '400 cards': async (kiosk, ids) => {
      const order = { ids, layout: 'card', again: true }
      const { data } = JSON.parse(String(await kiosk.call('/api/print', order)))
      const isReady = async () =>
        JSON.parse(String(await kiosk.call(`/api/print/${data[0].job}`))).data[0].url !== null
      while (!(await isReady())) await delay(100)
    },
    backup: (kiosk) => kiosk.call('/api/backups', {}),
    'import of 10,000': async (kiosk) => {
      await kiosk.call('/api/import?dry_run=1', more)
      await kiosk.call('/api/import', more)
    },
    'merge of 10,000': async (kiosk) => {
      const upload = await kiosk.call('/api/merges', await readFile(copy), 'application/gzip')
      await kiosk.call(`/api/merges/${JSON.parse(String(upload)).data[0].id}`, {})
    },
  }
  for (const [name, go] of Object.entries(work)) {
    const longest: number[] = []
    for (const round of ['first', 'second']) {
      const copied = inFolder(`${round} ${name}`)
      await cp(data, copied, { recursive: true })
      const kiosk = await Server.kiosk(copied)
      const ids = await idsOf(kiosk, 400)
      longest.push(await waitDuring(kiosk, ids[0], () => go(kiosk, ids)))
      await kiosk.close()
    }
    yield bounded(`longest wait during ${name}`, Math.min(...longest), 150)
  }
}

/** A database: a command, beside the same on a folder; and 16 people at each of two kiosks, who register pilots. */
export async function* database(): AsyncGenerator<Row> {
  const [data, shared] = [await folderOf(10_000), await databaseOf(10_000)]
  const list = async (place: string) =>
    (await run([...pilotos, 'list', '--limit', '20', '--data', place])).time
  const times = await alternately(
    9,
    () => list(shared),
    () => list(data),
  )
  yield { what: 'pilotos list on a database', reference: 'on a folder', goal: 1.5, ...times }

  const kiosks = [await Server.kiosk(shared), await Server.kiosk(shared)]
  const each = 40
  let longest = Number.POSITIVE_INFINITY
  let firstDni = 50_000_000
  const ours = async () => {
    const waits: number[] = []
    const drafts = roster(32 * each, firstDni)
    firstDni += drafts.length
    const begun = performance.now()
    const writer = async (_: unknown, number: number) => {
      for (const draft of drafts.slice(number * each, (number + 1) * each))
        waits.push(await meanTime(1, async () => kiosks[number % 2]?.register(draft)))
    }
    await Promise.all(Array.from({ length: 32 }, writer))
    longest = Math.min(longest, Math.max(...waits))
    return (performance.now() - begun) / drafts.length
  }
  const { programs, port } = await postgresServer()
  await writeFile(
    inFolder('insert.sql'),
    `INSERT INTO riders (body) VALUES ('${JSON.stringify(roster(1)[0])}');`,
  )
  const connected = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']
  const pgbench = async () => {
    const args = ['-n', '-c', '32', '-j', '2', '-t', String(each), '-f', inFolder('insert.sql')]
    const { out } = await run([join(programs, 'pgbench'), ...connected, ...args, 'postgres'])
    return 1000 / Number(/tps = ([\d.]+)/.exec(out)?.[1])
  }
  const rates = await alternately(3, ours, pgbench)
  yield { what: 'a registration, 32 writers at 2 kiosks', reference: 'pgbench', goal: 40, ...rates }
  yield bounded('longest wait of these writers', longest, 2000)
  for (const kiosk of kiosks) await kiosk.close()
}

/** 300,000 pilots on a database: a start, its memory, and what people ask for. It takes minutes. */
export async function* large(): AsyncGenerator<Row> {
  const kiosk = await Server.kiosk(await databaseOf(300_000), { path: firstPage })
  const pages = [firstPage, `${firstPage.replace('page=1', 'page=3000')}&sort=name`]
  const searches = ['quispe jose', 'mama lui', 'qispe maamni'].map(
    (text) => `${firstPage}&search=${encodeURIComponent(text)}`,
  )
  const counts = ['/api/count', '/api/count?search=quispe+jose']
  yield bounded('start to first page, 300,000', kiosk.startTime, 3000)
  const [id] = await idsOf(kiosk, 1, firstPage)
  const longest: Record<string, number> = {}
  const wait = await waitDuring(kiosk, id, async () => {
    for (const [name, asked] of Object.entries({ page: pages, search: searches, count: counts }))
      longest[name] = await longestTime(kiosk, asked)
  })
  for (const [name, time] of Object.entries(longest)) yield bounded(`${name} in 300,000`, time, 400)
  yield bounded('longest wait during these', wait, 400)
  const status = await readFile(`/proc/${kiosk.process.pid}/status`, 'utf8')
  yield bounded('memory of this kiosk, in MB', Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000, 600)
  await kiosk.close()
}
