/** `pilotos qr`: draws the QR of credentials in the terminal, or writes it as pictures. */
import { mkdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Command, Option } from 'commander'
import { credentialUrl } from '#domain/api/addresses'
import { UsageError } from '#domain/errors'
import { divided, noCredentialText, requireComplete, riderLacking } from '#domain/pilots/incomplete'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { qrPixels } from '#domain/pilots/pilot-id'
import { printable } from '#domain/text/names'
import { count } from '#domain/text/text'
import { diskError } from '../../../server/files/atomic-file.ts'
import { qrForTerminal, qrPng, qrSvg } from '../../../server/qr/qr.ts'
import { selectPilots } from '../../../server/store/queries/select.ts'
import type { Stores } from '../../../server/store/shared/stores.ts'
import {
  cardAddress,
  type DataOptions,
  dataOption,
  integer,
  newFile,
  pilotArgument,
  pilotIdsOf,
  publicUrlOption,
  withStores,
} from '../../terminal/options.ts'
import { draw, hasColour, print, say, standardOutput, writeOut } from '../../terminal/output.ts'

interface QrOptions extends DataOptions {
  all?: boolean
  format?: 'terminal' | Picture
  size: number
  out?: string
  publicUrl?: string
}

type Picture = 'png' | 'svg'

export function qrCommand(): Command {
  return new Command('qr')
    .description('dibuja el QR de una credencial en la terminal, o escribe un archivo por piloto')
    .argument('[id...]', pilotArgument)
    .addOption(dataOption())
    .option('--all', 'de todos los pilotos')
    .addOption(new Option('--format <formato>', 'formato').choices(['terminal', 'png', 'svg']))
    .option('--size <píxeles>', 'lado de la imagen', integer(qrPixels.min, qrPixels.max), qrPixels.usual)
    .option('--out <ruta>', 'archivo, o carpeta si son varios; con -, a la salida', newFile)
    .addOption(publicUrlOption())
    .addHelpText(
      'after',
      '\nEjemplos:\n  pilotos qr 7K3Q9XW2M4TB\n  pilotos qr --all --format svg --out codigos',
    )
    .action(drawQrs)
}

async function drawQrs(ids: string[], options: QrOptions): Promise<void> {
  const { all, size, out } = options
  if (ids.length > 0 === Boolean(all))
    throw new UsageError('diga los identificadores, o --all, pero no ambos')
  const format = options.format ?? formatOf(out)
  if (format === 'terminal' && out !== undefined) {
    throw new UsageError('en la terminal no se escribe ningún archivo: quite --out o elija png o svg')
  }
  const { pilots, address } = await withStores(options, async (stores) => ({
    pilots: await pilotsOf(stores, ids, all),
    address: await cardAddress(stores, options),
  }))
  const draw = (pilot: Pilot, as: Picture) => picture(credentialUrl(address, pilot.id), as, size)

  if (format === 'terminal') {
    for (const pilot of pilots) await drawInTerminal(pilot, credentialUrl(address, pilot.id))
  } else if (all || pilots.length > 1) {
    await writeFolder(out, pilots, format, draw)
  } else {
    for (const pilot of pilots) await writeOne(out, draw(pilot, format))
  }
}

async function pilotsOf(stores: Stores, ids: string[], all?: boolean): Promise<Pilot[]> {
  if (!all) {
    const chosen = await selectPilots(stores, { ids: await pilotIdsOf(stores, ids) })
    requireComplete(chosen)
    return chosen
  }
  const { complete, incomplete } = divided((await stores.pilots.list({ order: 'asc' })).pilots)
  if (incomplete.length > 0) say(noCredentialText(incomplete.map(riderLacking), incomplete.length))
  return complete
}

function picture(text: string, format: Picture, pixels: number): string | Buffer {
  return format === 'svg' ? qrSvg(text, pixels) : qrPng(text, pixels)
}

async function drawInTerminal(pilot: Pilot, url: string): Promise<void> {
  await draw(qrForTerminal(url, { colour: hasColour() }))
  await print(`${printable(fullName(pilot))}\n${url}\n`)
}

async function writeOne(out: string | undefined, image: string | Buffer): Promise<void> {
  if (out === undefined && process.stdout.isTTY)
    throw new UsageError('diga con --out en qué archivo va la imagen')
  await writeOut(out ?? standardOutput, image)
}

const writesAtOnce = 50

async function writeFolder(
  out: string | undefined,
  pilots: Pilot[],
  format: Picture,
  draw: (pilot: Pilot, as: Picture) => string | Buffer,
): Promise<void> {
  if (out === undefined || out === standardOutput)
    throw new UsageError('diga con --out en qué carpeta van las imágenes')
  await mkdir(out, { recursive: true }).catch((error) => {
    throw diskError(error, out)
  })
  for (let start = 0; start < pilots.length; start += writesAtOnce) {
    const some = pilots.slice(start, start + writesAtOnce)
    await Promise.all(some.map((pilot) => writeOut(join(out, `${pilot.id}.${format}`), draw(pilot, format))))
  }
  say(`${count(pilots.length, 'QR', 'QR')} en ${out}`)
}

function formatOf(out: string | undefined): 'terminal' | Picture {
  if (out === undefined) return 'terminal'
  return extname(out).toLowerCase() === '.svg' ? 'svg' : 'png'
}
