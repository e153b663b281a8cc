/**
 * Measures the time to the first name of a scan: from the navigation to the paint of the pilot's name, in Chromium
 * with a slow processor and a slow network, compared with a page of react-dom alone.
 */
import type { Browser } from 'playwright-core'
import { fullName } from '#domain/pilot/full-name'
import type { Pilot } from '#domain/pilot/pilot'
import { launchBrowser } from '../../support/chromium.ts'
import { measureAlternately, milliseconds, type Result, type Skipped } from '../shared/result.ts'
import { serveReactPage } from './react-page.ts'

/** 400 kbit/s in both directions, in bytes per second; the latency in milliseconds is that of a full round trip. */
const network = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 150 }
/** The processor is this many times as slow. */
const slowdown = 4
const rounds = 3

export async function firstNameResult(url: string, pilot: Pilot): Promise<Result | Skipped> {
  const what = 'a scan on a slow phone, first name'
  const name = fullName(pilot)
  let browser: Browser
  try {
    browser = await launchBrowser()
  } catch (error) {
    return { what, skipped: String(error).split('\n')[0] ?? '' }
  }
  const alone = await serveReactPage(name)
  try {
    const [time, reference] = await measureAlternately(
      rounds,
      Math.min,
      () => timeToName(browser, url, name),
      () => timeToName(browser, alone.url, name),
    )
    return {
      what,
      figure: milliseconds(time),
      reference: `react-dom alone, ${(alone.bytes / 1000).toFixed(0)} KB ${milliseconds(reference)}`,
      ratio: time / reference,
      goal: { atMost: 1 },
    }
  } finally {
    alone.close()
    await browser.close()
  }
}

/** Returns the milliseconds from a navigation, with an empty cache, to the paint of a name in a heading. */
async function timeToName(browser: Browser, url: string, name: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const phone = await context.newCDPSession(page)
    await phone.send('Network.enable')
    await phone.send('Network.emulateNetworkConditions', network)
    await phone.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(notePaintOf, name)
    await page.goto(url, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(() => Reflect.get(window, 'namePainted'), undefined, {
      timeout: 60_000,
    })
    return Number(await painted.jsonValue())
  } finally {
    await context.close()
  }
}

/**
 * Runs in the page. Notes the time of the first paint with the name: the callback of a frame runs before its paint,
 * and the message arrives after it. It has no function with a name, since the loader would add a helper to it that
 * the page does not have.
 */
function notePaintOf(name: string): void {
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent?.replace(/\s+/g, ' ').trim()
    if (heading !== name) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Reflect.set(window, 'namePainted', performance.now())
      port2.postMessage(undefined)
    })
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
