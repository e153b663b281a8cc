/**
 * `npm run pictures -- FOLDER`: takes a picture of every screen and dialog, in three widths and as it is printed.
 * `npm run pictures -- --compare BEFORE AFTER`: lists the pictures that differ, and shows each difference. Exits with 1
 * if there is one. Two runs on the same sources take equal pictures. Needs Chromium.
 * `npm run manual:pictures`: takes those of the manual, into the folder in which it has them.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/chromium.ts'
import { fixDate } from '../support/page-time.ts'
import { Camera, type Walk } from './camera.ts'
import { compare } from './compare.ts'
import { deskWalks } from './desk-walks.ts'
import { gateWalks } from './gate-walks.ts'
import { fillKiosk, now, type Riders, startKiosk, stopChance, zone } from './kiosk.ts'
import { manualWalks } from './manual-walks.ts'
import { officeWalks } from './office-walks.ts'
import { weekendWalks } from './weekend-walks.ts'

/** The walks by their names, in the order of their pictures. */
const walks: Record<string, Walk> = { ...deskWalks, ...gateWalks, ...officeWalks, ...weekendWalks }

/** The flags with which Chromium draws the same pixels every time, however it divides the work. */
const exact = [
  '--num-raster-threads=1',
  '--disable-partial-raster',
  '--disable-checker-imaging',
  '--disable-low-res-tiling',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
]

const [first, ...rest] = process.argv.slice(2)
if (first === '--compare' && rest.length === 2) {
  const [before = '', after = ''] = rest
  process.exitCode = (await compare(resolve(before), resolve(after))) > 0 ? 1 : 0
} else if (first === '--manual' && rest.length === 1) {
  const [folder = ''] = rest
  await takeAll(resolve(folder), manualWalks)
} else if (first && !first.startsWith('-')) {
  const named = Object.entries(walks).filter(([name]) => rest.length === 0 || rest.includes(name))
  await takeAll(resolve(first), Object.fromEntries(named))
} else {
  console.error('Usage: npm run pictures -- FOLDER [WALK…], or npm run pictures -- --compare BEFORE AFTER')
  process.exitCode = 2
}

/** Takes the pictures of some walks. */
async function takeAll(folder: string, walks: Record<string, Walk>): Promise<void> {
  const start = performance.now()
  stopChance()
  await mkdir(folder, { recursive: true })
  const data = await mkdtemp(join(tmpdir(), 'pilotos-pictures-'))
  const browser = await launchBrowser(exact)
  try {
    const full = await startKiosk(join(data, 'full'))
    const riders = await fillKiosk(full.url)
    await full.close()
    await rm(join(data, 'full', 'backups'), { recursive: true, force: true })
    for (const [name, walk] of Object.entries(walks)) {
      await cp(join(data, walk.isEmpty ? 'none' : 'full'), join(data, name), { recursive: true }).catch(
        () => {},
      )
      const begun = performance.now()
      await go(browser, walk, { name, data: join(data, name), folder, riders }).catch((error) => {
        console.error(error)
        process.exitCode = 1
      })
      console.error(`… ${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
    }
  } finally {
    await browser.close()
    await rm(data, { recursive: true, force: true })
  }
  console.log(`${Math.round((performance.now() - start) / 1000)} seconds`)
}

/** Goes through the screens of one walk, on a kiosk of its own. */
async function go(
  browser: Browser,
  { isElsewhere = false, steps }: Walk,
  { name, data, folder, riders }: { name: string; data: string; folder: string; riders: Riders },
): Promise<void> {
  const kiosk = await startKiosk(data)
  const context = await browser.newContext({ locale: 'es-PE', timezoneId: zone, reducedMotion: 'reduce' })
  await fixDate(context, now.getTime())
  await context.addInitScript(keepNotices)
  if (isElsewhere) await context.setExtraHTTPHeaders({ 'x-forwarded-for': '192.168.1.77' })
  const replaced = { [data]: '/home/mesa/pilotos', [String(kiosk.port)]: '4780' }
  const camera = new Camera(await context.newPage(), kiosk.url, folder, replaced)
  try {
    await steps(camera, riders)
  } catch (error) {
    await camera.page.screenshot({ path: join(folder, `${name}-failure.png`) })
    throw error
  } finally {
    await context.close()
    await kiosk.close()
  }
}

/** Runs in a page, before its scripts: what a page shows for some seconds stays until the person goes on. */
function keepNotices(): void {
  const { setTimeout } = window
  Object.assign(window, {
    // A method: see `stopDate`.
    setTimeout(action: () => void, time = 0, ...rest: []) {
      return time < 2000 ? setTimeout(action, time, ...rest) : 0
    },
  })
}
