/** Measures the credential page: the bytes that staff download, and the scores of Lighthouse for a scan. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '../../support/chromium.ts'
import { outputOf } from '../shared/processes.ts'
import type { Result, Skipped } from '../shared/result.ts'

const lighthouse = 'lighthouse@12.8.2'
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'

/** Measures the page at `url` as a server sends it to staff. */
export async function staffPageResult(url: string): Promise<Result> {
  const bytes = await downloaded(url)
  return {
    what: 'credential page of staff',
    figure: `${(bytes / 1000).toFixed(1)} KB`,
    reference: '85 KB',
    ratio: bytes / 85_000,
    goal: { atMost: 1 },
  }
}

/** Returns the bytes of a page and of the assets that it needs before it renders, compressed with brotli. */
async function downloaded(url: string): Promise<number> {
  const page = await (await fetch(url)).text()
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path))
  const sizes = [url, ...assets].map(async (path) => {
    const response = await fetch(new URL(path, url), { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    return Number(response.headers.get('content-length'))
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size)
}

/**
 * Runs Lighthouse on the page at `url`, and writes its report into `folder`. npx downloads it when it is needed, since
 * it is ten times as large as PilotOS.
 */
export async function lighthouseResults(url: string, folder: string): Promise<(Result | Skipped)[]> {
  const out = join(folder, 'lighthouse.json')
  try {
    process.env.CHROME_PATH = findChromium()
    const what = '--only-categories=performance,accessibility,best-practices'
    const command = [
      'npx',
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      what,
    ]
    await outputOf([...command, `--chrome-flags=${flags}`])
  } catch (error) {
    return [{ what: 'Lighthouse', skipped: String(error).split('\n')[0] ?? '' }]
  }
  const { categories } = JSON.parse(await readFile(out, 'utf8'))
  const goals = { performance: 99, accessibility: 100, 'best-practices': 100 }
  return Object.entries(goals).map(([category, least]) => {
    const score = Math.round(categories[category].score * 100)
    return {
      what: `Lighthouse, ${category}`,
      figure: String(score),
      reference: String(least),
      ratio: score / least,
      goal: { atLeast: 1 },
    }
  })
}
