/** Measures the printing of cards with photos on all cores, compared with one core. */
import { join } from 'node:path'
import type { Folders } from '../shared/folders.ts'
import { isInstalled, pilotos, timeOf } from '../shared/processes.ts'
import { measureAlternately, type Result, type Skipped, seconds } from '../shared/result.ts'

/** The goal for few cards is less strict, since the start of the command and of its threads takes a part of the time. */
const orders = [
  { count: 500, atMost: 0.7 },
  { count: 2000, atMost: 0.6 },
]

/** The address in the QRs of the cards. */
const address = 'http://192.168.1.20:4780'

export async function* cards(folders: Folders): AsyncGenerator<Result | Skipped> {
  for (const { count, atMost } of orders) {
    const what = `${count.toLocaleString('en')} cards with photos`
    const { data } = await folders.withPhotos(count, count)
    const pdf = join(folders.path, 'cards.pdf')
    const print = [
      ...pilotos,
      'print',
      '--all',
      '--again',
      '--out',
      pdf,
      '--data',
      data,
      '--public-url',
      address,
    ]
    if (!isInstalled('taskset')) {
      yield { what, skipped: 'taskset is not installed' }
      continue
    }
    const [time, reference] = await measureAlternately(
      2,
      Math.min,
      () => timeOf(print),
      () => timeOf(['taskset', '--cpu-list', '0', ...print]),
    )
    yield {
      what,
      figure: seconds(time),
      reference: `on one core ${seconds(reference)}`,
      ratio: time / reference,
      goal: { atMost },
    }
  }
}
