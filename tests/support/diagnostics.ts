/** Records the logs of a test's pages and servers. A failed test leaves them in `test-results/`. */
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebError } from 'playwright-core'
import { onTestFinished, type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest'
import { results, root } from './root.ts'

/** The timeout for a screenshot or the HTML of a page, in milliseconds. The page may have crashed. */
const pageTimeout = 10_000
/** The maximum length of a folder's name. File systems allow 255 bytes. */
const longestName = 180

/**
 * The diagnostics of one test. An uncaught error of a page, a violation of its content security policy and an error
 * that a server reports fail the test, once its pages and servers are closed.
 */
export class Diagnostics {
  #pages = new Set<Page>()
  #logs = { console: [] as string[], requests: [] as string[], server: [] as string[] }
  #errors: Error[] = []
  #folder: string
  #isKept = false

  constructor(task: RunnerTestCase) {
    this.#folder = join(results, nameOf(task))
  }

  /**
   * Records the pages that a context opens from now on, popups included. `end` is called when the test ends.
   * `prepare` was called for the context before.
   */
  record(context: BrowserContext, end: () => Promise<void>): void {
    const { console: lines, requests } = this.#logs
    const fail = (error: Error) => this.#errors.push(error)
    const pages = (page: Page) => {
      this.#pages.add(page)
      page.on('crash', () => fail(new Error(`The page ${page.url()} crashed`)))
    }
    const errors = (event: WebError) => {
      lines.push(`[uncaught] ${event.error().stack ?? event.error()}`)
      fail(event.error())
    }
    const messages = (message: ConsoleMessage) => {
      const { url, lineNumber } = message.location()
      lines.push(`[${message.type()}] ${message.text()} (${url}:${lineNumber})`)
      // The browser's own image viewer uses an inline style that the policy of our pictures blocks.
      const isPicture = message.page()?.url().includes('/api?qr=')
      if (message.text().includes('Content Security Policy') && !isPicture) fail(new Error(message.text()))
    }
    const failures = (request: Request) =>
      requests.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
    const refusals = (response: Response) => {
      if (response.status() >= 400)
        requests.push(`${response.request().method()} ${response.url()}: ${response.status()}`)
    }
    context.on('page', pages).on('weberror', errors).on('console', messages)
    context.on('requestfailed', failures).on('response', refusals)
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail' || this.#errors.length > 0) await this.#keepPages()
      await end()
      context.off('page', pages).off('weberror', errors).off('console', messages)
      context.off('requestfailed', failures).off('response', refusals)
    })
  }

  /** Records an error that a server reports. It fails the test unless it is expected. */
  report(error: Error, isExpected: boolean): void {
    this.note(error.stack ?? String(error))
    if (!isExpected) this.#errors.push(error)
  }

  /** Records a line that a server writes. */
  note(text: string): void {
    this.#logs.server.push(text)
  }

  /**
   * Runs as the last step of a test: writes the logs of a failed test and adds their folder to its errors.
   *
   * @throws AggregateError with the errors of its pages and servers
   */
  async finish(task: RunnerTestCase): Promise<void> {
    if (task.result?.state !== 'fail' && this.#errors.length === 0) return
    await this.#prepare()
    for (const [name, lines] of Object.entries(this.#logs))
      if (lines.length > 0) await writeFile(join(this.#folder, `${name}.log`), `${lines.join('\n')}\n`)
    const files = (await readdir(this.#folder)).sort()
    const where = `\n\nWhat was recorded is in ${relativePath(this.#folder)}: ${files.join(', ')}`
    if (files.length === 0) await rmdir(this.#folder)
    else for (const error of [...(task.result?.errors ?? []), ...this.#errors]) append(error, where)
    if (this.#errors.length > 0) throw new AggregateError(this.#errors)
  }

  /** Saves the pages before the cleanup of the test closes them. Does so only once. */
  async #keepPages(): Promise<void> {
    if (this.#isKept) return
    await this.#prepare()
    const pages = [...this.#pages].filter((page) => !page.isClosed())
    await Promise.all(pages.map((page, index) => keep(page, join(this.#folder, `page-${index + 1}`))))
  }

  /** Creates the folder, without the files of an earlier run. */
  async #prepare(): Promise<void> {
    if (this.#isKept) return
    this.#isKept = true
    await rm(this.#folder, { recursive: true, force: true })
    await mkdir(this.#folder, { recursive: true })
  }
}

const ofTests = new WeakMap<RunnerTask, Diagnostics>()

/** Returns the diagnostics of the running test. They finish after any cleanup that is registered later. */
export function diagnostics(): Diagnostics {
  const task = TestRunner.getCurrentTest<RunnerTestCase | undefined>()
  if (!task) throw new Error('No test runs')
  const known = ofTests.get(task)
  if (known) return known
  const own = new Diagnostics(task)
  ofTests.set(task, own)
  onTestFinished(() => own.finish(task))
  return own
}

/** Prepares a new context for `record`. */
export async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(recordEvents)
}

interface RecordingWindow {
  recordedEvents: string[]
}

/** Runs in the page: records the input that reaches it and what opens and closes, to tell a lost click from a lost answer. */
function recordEvents(): void {
  const recordedEvents: string[] = []
  Object.assign(window, { recordedEvents } satisfies RecordingWindow)
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'change', 'submit', 'cancel', 'close'])
    addEventListener(
      type,
      ({ target, timeStamp }) => {
        const { tagName = '', textContent = '' } = target instanceof Element ? target : {}
        recordedEvents.push(`${Math.round(timeStamp)} ms: ${type} ${tagName} ${textContent?.slice(0, 40)}`)
        if (recordedEvents.length > 200) recordedEvents.shift()
      },
      { capture: true },
    )
}

function eventsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    `${Math.round(performance.now())} ms after the page was opened`,
    ...(window as never as RecordingWindow).recordedEvents,
  ])
}

async function keep(page: Page, path: string): Promise<void> {
  const notes = [page.url()]
  await Promise.race([eventsOf(page), inTime(pageTimeout)])
    .then((events) => notes.push(...events))
    .catch((error) => notes.push(`No events: ${error}`))
  await page
    .screenshot({ path: `${path}.png`, timeout: pageTimeout })
    .catch((error) => notes.push(`No screenshot: ${error}`))
  await Promise.race([page.content(), inTime(pageTimeout)])
    .then((html) => writeFile(`${path}.html`, html))
    .catch((error) => notes.push(`No HTML: ${error}`))
  await writeFile(`${path}.txt`, `${notes.join('\n')}\n`)
}

function inTime(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds).unref()
  })
}

/** Appends a text to an error's message and to its stack, since reporters show the message or the stack. */
function append(error: { message: string; stack?: string }, text: string): void {
  const { message } = error
  error.message += text
  error.stack = error.stack?.replace(message, () => error.message)
}

/** Returns a path inside the project relative to the project's root, and any other path unchanged. */
function relativePath(folder: string): string {
  return folder.startsWith(root) ? relative(root, folder) : folder
}

/** Returns the name of a test's folder: the path of its file and its title, at most 180 characters. */
function nameOf({ file, fullTestName }: RunnerTestCase): string {
  const path = relative(join(root, 'tests'), file.filepath).replace(/\.test\.ts$/, '')
  const name = `${path} ${fullTestName}`.normalize('NFKD').replace(/[^\w.-]+/g, '-')
  return name.slice(0, longestName).replace(/-+$/, '')
}
