/** The results of the benchmarks: each is one line of the table. */

export interface Result {
  what: string
  /** The measurement of PilotOS, formatted for people. */
  figure: string
  /** The name and the measurement of the program that it is compared with. */
  reference: string
  ratio: number
  goal: { atLeast: number } | { atMost: number }
}

/** A measurement that is impossible on this machine, with its reason. */
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

export function seconds(time: number): string {
  return `${(time / 1000).toFixed(1)} s`
}

/**
 * Measures both alternately, so that a machine that slows down slows both. Returns the best of each, since a
 * disturbance only ever slows a machine: the minimum of times, the maximum of rates.
 */
export async function measureAlternately(
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
