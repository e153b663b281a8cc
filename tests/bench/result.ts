/** One line of the benchmark's table: what was measured, beside what, and whether that is good enough. */

export interface Result {
  what: string
  /** Ours, as people read it. */
  figure: string
  /** What it stands beside. */
  reference: string
  ratio: number
  goal: { atLeast: number } | { atMost: number }
}

/** What cannot be measured on this machine, and why. */
export interface Skipped {
  what: string
  skipped: string
}

export function isMet({ ratio, goal }: Result): boolean {
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

export function milliseconds(time: number): string {
  return time < 10 ? `${time.toFixed(2)} ms` : `${Math.round(time).toLocaleString('en')} ms`
}

/**
 * Measures both in turns, so that a machine that slows down slows both, and gives the best of each, since what
 * disturbs a machine only ever slows: the least of times, the most of rates.
 */
export async function alternately(
  rounds: number,
  best: typeof Math.min,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<[ours: number, reference: number]> {
  const measured: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    measured[1].push(await reference())
    measured[0].push(await ours())
  }
  return [best(...measured[0]), best(...measured[1])]
}
