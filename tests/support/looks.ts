/** The layout and accessibility rules that every screen must follow, as far as a program can check them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { laptop, phone } from './page.ts'

const sizes = { phone, laptop }

/**
 * Expects, on a phone and on a laptop, that the page breaks no rule of axe-core, that nothing is wider than its
 * container, and that no target is lower than 44 px; in the dark scheme, that all texts have enough contrast. `where` is the name of the screen in the messages.
 */
export async function expectAccessibleLayout(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size)
    await page.waitForFunction(
      () => document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete),
    )
    await expectGoodLooksNow(page, `${where}, on a ${name}`)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, { runOnly: ['color-contrast'] }), `${where}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

async function expectGoodLooksNow(page: Page, where: string): Promise<void> {
  expect(await violationsOf(page), where).toEqual([])
  const { wide, small } = await page.evaluate(() => ({
    wide: [document.documentElement, ...document.querySelectorAll('dialog, dialog :not(input, select)')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.outerHTML.slice(0, 200)),
    small: [
      ...document.querySelectorAll(
        'button, nav a, td a, form a[class], dialog a, summary, select, textarea, input:not([type=file], [aria-hidden])',
      ),
    ]
      .filter((element) => element.getBoundingClientRect().height < 44)
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML),
  }))
  expect(wide, where).toEqual([])
  expect(small, where).toEqual([])
}

interface AxeWindow {
  axe: {
    run(
      context: Document,
      options: object,
    ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
}

/** Returns the violations that axe-core finds, one text per rule. `options` select the rules. */
async function violationsOf(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axe())
  return page.evaluate(
    async (chosen) => {
      const { violations } = await (window as never as AxeWindow).axe.run(document, chosen)
      return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { resultTypes: ['violations'], selectors: false, ...options },
  )
}

let source: Promise<string> | undefined

function axe(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return source
}
