/** The groups of the benchmark that measure commands, and the start of a server. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { apiPath } from '#domain/api/addresses'
import { preparePhoto } from '../../server/photos/pictures.ts'
import { pilotos, run, Server } from './programs.ts'
import { roster } from './roster.ts'
import { alternately, csvOf, firstPage, folderOf, inFolder, type Row } from './work.ts'

/** Commands, beside a process of Node that does nothing. */
export async function* start(): AsyncGenerator<Row> {
  const data = await folderOf(10_000)
  const nothing = async () => (await run([process.execPath, '-e', '0'])).time
  const version = async () => (await run([...pilotos, '--version'])).time
  const list = async () => (await run([...pilotos, 'list', '--limit', '20', '--data', data])).time
  const reference = 'node -e 0'
  yield { what: 'pilotos --version', ...(await alternately(15, version, nothing)), reference, goal: 1.27 }
  const times = await alternately(15, list, nothing)
  yield { what: 'pilotos list, 10,000 pilots', reference, goal: 2.99, ...times }

  const file = inFolder('pilots.json')
  const kiosk = await Server.kiosk(data)
  const { data: pilots } = JSON.parse(String(await kiosk.call(`${apiPath}?list=all`)))
  await kiosk.close()
  await writeFile(file, JSON.stringify({ pilots }))
  const timeOf = async (starting: Promise<Server>) => {
    const server = await starting
    await server.close()
    return server.startTime
  }
  const ours = () => timeOf(Server.kiosk(data, { path: firstPage }))
  const jsonServer = () => timeOf(Server.start(['json-server', '--quiet', file], '/pilots?_page=1&_limit=50'))
  const starts = await alternately(7, ours, jsonServer)
  yield { what: 'start to first page, 10,000 pilots', reference: 'json-server', goal: 1.5, ...starts }
}

/** An import, beside an insertion of the same file into a table. */
export async function* files(): AsyncGenerator<Row> {
  const csv = await csvOf(10_000)
  const target = (name: string) => rm(inFolder(name), { recursive: true, force: true })
  const ours = async () => {
    await target('imported')
    return (await run([...pilotos, 'import', csv, '--data', inFolder('imported')])).time
  }
  const theirs = async () => {
    await target('sqlite.db')
    return (await run(['sqlite-utils', 'insert', inFolder('sqlite.db'), 'pilots', csv, '--csv'])).time
  }
  const times = await alternately(7, ours, theirs)
  yield { what: 'import of 10,000', reference: 'sqlite-utils', goal: 1.2, ...times }
}

/**
 * A merge of two desks with 10,000 pilots each, beside an import of 10,000. They began with the same 5,000, registered
 * 5,000 more each, and the other desk changed those that they have in common.
 */
export async function* merge(): AsyncGenerator<Row> {
  const [here, there, copy] = ['here', 'there', 'copy.tar.gz'].map((name) => inFolder(name))
  const command = (name: string, ...args: (string | undefined)[]) =>
    run([...pilotos, name, ...args.map(String)])
  await command('import', await csvOf(5000), '--data', here)
  await command('backup', copy, '--data', here)
  await command('restore', copy, '--data', there)
  await rm(String(copy))
  await command('import', await csvOf(5000, 20_000_000), '--data', here)
  await command('import', await csvOf(5000, 30_000_000), '--data', there)
  const changed = inFolder('changed.csv')
  const cells = roster(5000).map(({ dni }) => `${dni},Moto Club Sur`)
  await writeFile(changed, `dni,club\n${cells.join('\n')}\n`)
  await command('import', changed, '--update', '--data', there)
  await command('backup', copy, '--data', there)
  const csv = await csvOf(10_000)
  const data = inFolder('merged')
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

/** Cards with photos as a command, beside the same photos on empty pages by pdfkit alone. */
export async function* cards(): AsyncGenerator<Row> {
  const data = inFolder('cards')
  const noise = { type: 'gaussian', mean: 110, sigma: 40 } as const
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888', noise } })
  const photo = await preparePhoto(await picture.jpeg().toBuffer())
  await writeFile(inFolder('photo.jpg'), photo)
  const photos = inFolder('photos')
  await mkdir(photos)
  for (const { dni } of roster(40)) await writeFile(join(photos, `${dni}.jpg`), photo)
  await run([...pilotos, 'import', await csvOf(40), '--photos', photos, '--data', data])
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
  const ours = async () => (await run([...print, '--out', inFolder('cards.pdf')])).time
  const pdfkit = async () => (await run([process.execPath, '-e', script, inFolder('photo.jpg')])).time
  const times = await alternately(5, ours, pdfkit)
  yield { what: '40 cards with photos', reference: 'pdfkit alone', goal: 6, ...times }
}
