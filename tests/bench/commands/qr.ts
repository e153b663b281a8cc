/** Measures the drawing of a new QR and of a thousand files, compared with qrcode and qrencode. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import QRCode from 'qrcode'
import { credentialUrl } from '#domain/web/addresses'
import { qrPng } from '../../../server/qr/png.ts'
import type { Folders } from '../shared/folders.ts'
import { isInstalled, pilotos, timeOf } from '../shared/processes.ts'
import { measureAlternately, milliseconds, type Result, type Skipped } from '../shared/result.ts'

const pixels = 300
const draws = 300
const files = 1000

export async function* qr(folders: Folders): AsyncGenerator<Result | Skipped> {
  const data = await folders.withPilots(files)
  const ids = await folders.idsIn(data)
  let next = 0
  const text = () => {
    next += 1
    return credentialUrl('http://192.168.1.20:4780', ids[next % ids.length] ?? '')
  }
  const each = async (draw: () => unknown, times = draws): Promise<number> => {
    const start = performance.now()
    for (let time = 0; time < times; time += 1) await draw()
    return (performance.now() - start) / times
  }
  const create = () => QRCode.create(text(), { errorCorrectionLevel: 'Q' })
  const stock = () => QRCode.toBuffer(text(), { errorCorrectionLevel: 'Q', width: pixels })
  const ours = () => qrPng(text(), pixels)
  await each(ours)
  await each(create)

  const [drawing, creating] = await measureAlternately(
    5,
    Math.min,
    () => each(ours),
    () => each(create),
  )
  const [again, buffering] = await measureAlternately(
    3,
    Math.min,
    () => each(ours),
    () => each(stock, 10),
  )
  const bytes = { ours: ours().length, stock: (await stock()).length }
  yield* [
    {
      what: `a new QR, PNG of ${pixels} px`,
      figure: milliseconds(drawing),
      reference: `QRCode.create ${milliseconds(creating)}`,
      ratio: drawing / creating,
      goal: { atMost: 1.5 },
    },
    {
      what: 'the same, times as fast',
      figure: milliseconds(again),
      reference: `QRCode.toBuffer ${milliseconds(buffering)}`,
      ratio: buffering / again,
      goal: { atLeast: 12 },
    },
    {
      what: 'the same, bytes',
      figure: `${bytes.ours} B`,
      reference: `QRCode.toBuffer ${bytes.stock} B`,
      ratio: bytes.ours / bytes.stock,
      goal: { atMost: 0.5 },
    },
  ]
  yield await manyFiles(data, join(folders.path, 'qr'), text)
}

/** Measures the drawing of a file for each pilot of a data folder. */
async function manyFiles(data: string, out: string, text: () => string): Promise<Result | Skipped> {
  const what = `${files.toLocaleString('en')} PNG files`
  if (!isInstalled('qrencode')) return { what, skipped: 'qrencode is not installed' }
  await mkdir(out, { recursive: true })
  const all = ['qr', '--all', '--format', 'png', '--size', String(pixels), '--data', data]
  const qrencode = async () => {
    let time = 0
    for (let file = 0; file < files; file += 1) {
      time += await timeOf(['qrencode', '-l', 'Q', '-o', join(out, `${file}.png`), text()])
    }
    return time
  }
  const [ours, theirs] = await measureAlternately(
    1,
    Math.min,
    () => timeOf([...pilotos, ...all, '--out', out]),
    qrencode,
  )
  return {
    what,
    figure: milliseconds(ours),
    reference: `qrencode, a run each ${milliseconds(theirs)}`,
    ratio: ours / theirs,
    goal: { atMost: 0.5 },
  }
}
