/** Takes pictures of a page, at every width and as it is printed. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { chooseFromMenu } from '../support/menu.ts'
import type { Riders } from './kiosk.ts'

/** A phone, a tablet and a laptop. */
const laptop = { width: 1366, height: 768 }
const sizes = [{ width: 360, height: 800 }, { width: 768, height: 1024 }, laptop]
/** A4, in CSS pixels. */
const sheet = { width: 794, height: 1123 }

/** A way of one person through some screens, in a browser and on a kiosk of its own. */
export interface Walk {
  /** True for a kiosk without anything. By default, it is that of a federation on the day of an event. */
  isEmpty?: boolean
  /** True if the person is not at the laptop but at a phone. */
  isElsewhere?: boolean
  steps(camera: Camera, riders: Riders): Promise<void>
}

interface PictureOptions {
  /** True for a screen that people print: `NAME-print.png` shows it on paper. */
  isPrinted?: boolean
  /** True for a page of which only the beginning is of interest. */
  isLong?: boolean
  /** The part of the page that is of interest. By default, all of it. */
  part?: Locator
}

/** A person at a page, with a camera. */
export class Camera {
  #requests = new Set<object>()

  constructor(
    readonly page: Page,
    readonly url: string,
    private readonly folder: string,
    /** Texts that differ in every run, with those that the pictures show. */
    private readonly replaced: Record<string, string>,
  ) {
    page.setDefaultTimeout(15_000)
    // The change feed never ends.
    page.on('request', (request) => request.resourceType() !== 'eventsource' && this.#requests.add(request))
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => this.#requests.delete(request))
  }

  /** The open dialog or, without one, the page. */
  async front(): Promise<Locator> {
    const dialogs = this.page.locator('dialog[open]')
    return (await dialogs.count()) > 0 ? dialogs.last() : this.page.locator('body')
  }

  async press(name: string | RegExp): Promise<void> {
    await (await this.front()).getByRole('button', { name, exact: true }).first().click()
  }

  async choose(name: string): Promise<void> {
    await chooseFromMenu(this.page, name)
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor()
  }

  /** Opens a screen in a browser that remembers nothing. */
  async open(path: string, text: string | RegExp): Promise<void> {
    // An address of the kiosk without a page, which could store more.
    await this.page.goto(`${this.url}/assets/none`)
    await this.page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await this.page.goto(this.url + path)
    await this.see(text)
    await this.#settle()
  }

  async escape(): Promise<void> {
    await this.page.keyboard.press('Escape')
  }

  /** Takes the pictures `NAME-360.png`, `NAME-768.png` and `NAME-1366.png`. */
  async take(name: string, { isPrinted = false, isLong = false, part }: PictureOptions = {}): Promise<void> {
    const { page } = this
    await page.mouse.move(0, 0)
    // A photo that arrived in a drawn window would leave other pixels at its edge than one in a new window.
    await this.#settle()
    for (const size of sizes)
      await writeFile(this.#pathOf(`${name}-${size.width}.png`), await this.#shoot(size, { isLong, part }))
    if (isPrinted) {
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await writeFile(this.#pathOf(`${name}-print.png`), await this.#shoot(sheet))
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await page.emulateMedia({ media: null })
    }
    await page.setViewportSize(laptop)
  }

  /** Takes `NAME.webp`, a small picture for the manual: of a window of some size, or of a part of its page. */
  async takeForManual(name: string, size: typeof sheet, part?: Locator): Promise<void> {
    await this.page.mouse.move(0, 0)
    await this.#settle()
    const picture = await this.#shoot(size, { isLong: !part, part })
    await sharp(picture)
      .webp({ quality: 70, effort: 6, smartSubsample: true })
      .toFile(this.#pathOf(`${name}.webp`))
    await this.page.setViewportSize(laptop)
  }

  #pathOf(name: string): string {
    return join(this.folder, name)
  }

  /** Takes a picture as PNG. A dialog that the window hides in part is shown whole, unless the picture is of a window. */
  async #shoot(size: typeof sheet, { isLong, part }: PictureOptions = {}): Promise<Buffer> {
    const { page } = this
    await page.setViewportSize(size)
    await page.evaluate(() => {
      scrollTo(0, 0)
      for (const one of document.querySelectorAll('*')) if (one.scrollTop > 0) one.scrollTop = 0
    })
    await this.#settle()
    const hidden = isLong ? undefined : await page.evaluate(hiddenHeight)
    // A dialog scrolls inside of the window, which grows until it shows all of it.
    if (hidden) await page.setViewportSize({ ...size, height: size.height + hidden })
    await page.evaluate(replaceTexts, this.replaced)
    return page.screenshot({
      fullPage: hidden === undefined && !isLong,
      clip: (part && (await part.boundingBox())) ?? undefined,
      animations: 'disabled',
      // The code of a pairing is another one every time.
      mask: [page.getByAltText(/^Código para emparejar/)],
    })
  }

  /** Waits until the page has loaded and shows everything: nothing is asked for, and nothing changes any more. */
  async #settle(): Promise<void> {
    do await this.page.evaluate(quiet)
    while (this.#requests.size > 0)
  }
}

/**
 * Runs in the page: waits for its typefaces and pictures, and until nothing in it has changed for a tenth of a second.
 * It has no function with a name, which `tsx` would wrap in one that a page does not have.
 */
async function quiet(): Promise<void> {
  do {
    let observer: MutationObserver | undefined
    await new Promise((resolve) => {
      let timer = setTimeout(resolve, 100)
      observer = new MutationObserver(() => {
        clearTimeout(timer)
        timer = setTimeout(resolve, 100)
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    observer?.disconnect()
  } while (document.querySelector('[aria-busy="true"]'))
  await document.fonts.ready
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Runs in the page: returns the height of an open dialog that its window hides. Undefined without a dialog. */
function hiddenHeight(): number | undefined {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog) return undefined
  const heights = [dialog, ...dialog.querySelectorAll('*')]
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  return Math.ceil(1.2 * Math.max(0, ...heights))
}

/** Runs in the page. */
function replaceTexts(replaced: Record<string, string>): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [text, shown] of Object.entries(replaced))
      if (node.nodeValue?.includes(text)) node.nodeValue = node.nodeValue.replaceAll(text, shown)
}
