/** The layout and accessibility rules that every screen must follow, as far as a program can check them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { laptop, phone } from './page.ts'

/** The widths of other phones: of the narrowest, of most cheap ones, and of most large ones. */
const phoneWidths = [320, 360, 412]

/**
 * The rules whose result can change for an element that a phone and a laptop both show: those about its colours, about
 * its visible text, which is part of its name, and about its size.
 */
const changingRules = [
  'color-contrast',
  'link-in-text-block',
  'label-content-name-mismatch',
  'aria-command-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'empty-heading',
  'label',
  'link-name',
  'select-name',
  'summary-name',
  'scrollable-region-focusable',
]

/**
 * Expects that the page breaks no rule of axe-core on a phone, nor with what only a laptop shows; that no other element
 * breaks a rule on a laptop, in the dark scheme, whose result can change there; and that nothing is wider than its
 * container and no target lower than 44 px on the laptop and on phones of every width. `where` is the name of the screen
 * in the messages.
 */
export async function expectAccessibleLayout(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  await expectNarrowLayout(page, where)
  await resize(page, phone)
  expect(await violationsOf(page), `${where}, on a phone`).toEqual([])
  await expectLayout(page, `${where}, on a phone`)
  await page.evaluate(keepShown)
  await resize(page, laptop)
  expect(await violationsOf(page, 'new elements'), `${where}, on a laptop`).toEqual([])
  await expectLayout(page, `${where}, on a laptop`)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, 'changes'), `${where}, on a laptop, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  if (before) await resize(page, before)
}

/**
 * Expects that nothing is wider than its container and no target lower than 44 px on phones of every width. Calls
 * `expectMore` at each width.
 */
export async function expectNarrowLayout(
  page: Page,
  where: string,
  expectMore: (where: string) => Promise<void> = async () => {},
): Promise<void> {
  const before = page.viewportSize()
  for (const width of phoneWidths) {
    await resize(page, { width, height: 800 })
    await expectLayout(page, `${where}, at ${width} px`)
    await expectMore(`${where}, at ${width} px`)
  }
  if (before) await resize(page, before)
}

/** Resizes the page, and waits until its fonts, pictures and results are loaded: outdated results are shown faded. */
async function resize(page: Page, size: typeof phone): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.images].every(({ complete }) => complete) &&
      !document.querySelector('[aria-busy="true"]'),
  )
}

async function expectLayout(page: Page, where: string): Promise<void> {
  const { wide, small, cut, broken, alike } = await page.evaluate(findMisfits)
  expect(wide, where).toEqual([])
  expect(small, where).toEqual([])
  expect(cut, where).toEqual([])
  expect(broken, where).toEqual([])
  expect(alike, where).toEqual([])
}

/**
 * Runs in the page: returns the elements that are narrower than their content or too low, the texts that are cut, the short
 * words that stand in two lines, and the buttons that take something away and do not say what. A dialog says it in its title.
 */
function findMisfits(): Record<'wide' | 'small' | 'cut' | 'broken' | 'alike', string[]> {
  const targets = document.querySelectorAll(
    'button, nav a, td a, form a[class], dialog a, summary, select, textarea, input:not([type=file], [aria-hidden])',
  )
  return {
    wide: [document.documentElement, ...document.querySelectorAll('dialog, dialog :not(input, select)')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.outerHTML.slice(0, 200)),
    small: [...targets]
      .filter((element) => element.getBoundingClientRect().height < 44)
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML),
    ...cutTexts(),
    alike: [...document.querySelectorAll('button')]
      .filter((element) => !element.closest('dialog') && element.checkVisibility())
      .filter((element) => /^(Quitar|Retirar)$/.test(element.ariaLabel ?? element.innerText.trim()))
      .map((element) => element.outerHTML),
  }

  /** Returns the texts that reach over the edge of their button, or of the element that clips them, and the broken words. */
  function cutTexts(): { cut: string[]; broken: string[] } {
    const cut: string[] = []
    const broken: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, textContent: text } = node
      if (!parent?.checkVisibility() || !text?.trim() || parent.closest('option, script, style, textarea'))
        continue
      const edge = edgeOf(parent)
      const range = document.createRange()
      range.selectNodeContents(node)
      const [box, inner] = [edge?.getBoundingClientRect(), range.getBoundingClientRect()]
      if (!box) continue
      if (inner.left < box.left - 1 || inner.right > box.right + 1) cut.push(text)
      for (const { index, 0: word } of text.matchAll(/(?<!\S)\p{Script=Latin}{2,8}(?!\S)/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return { cut, broken }
  }

  /** Returns the element over whose edges a text must not reach. Texts with an ellipsis or for screen readers have none. */
  function edgeOf(element: Element): Element | undefined {
    for (let each = element; each !== document.documentElement; each = each.parentElement as Element) {
      const { clipPath, overflowX, textOverflow, display } = getComputedStyle(each)
      if (clipPath !== 'none' || (textOverflow === 'ellipsis' && overflowX !== 'visible')) return undefined
      if (overflowX !== 'visible' || (each.matches('button, a') && display !== 'inline')) return each
    }
    return document.documentElement
  }
}

interface LooksWindow {
  axe: {
    run(
      context: Document | { include: Element[] },
      options: object,
    ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
  /** The elements that were shown when `keepShown` ran. */
  shown: WeakSet<Element>
}

/** Runs in the page. */
function keepShown(): void {
  const shown = [...document.querySelectorAll('*')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  )
  Object.assign(window, { shown: new WeakSet(shown) } satisfies Partial<LooksWindow>)
}

/**
 * Returns the violations that axe-core finds, one text per rule: of all rules in the whole page, of all rules in the
 * elements that were not shown when `keepShown` ran, or of the changing rules in the whole page.
 */
async function violationsOf(
  page: Page,
  part: 'everything' | 'new elements' | 'changes' = 'everything',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axe())
  return page.evaluate(
    async ({ isNew, rules }) => {
      const { axe, shown } = window as never as LooksWindow
      const include = isNew
        ? [...document.body.querySelectorAll('*')].filter((one) => one.checkVisibility() && !shown.has(one))
        : []
      if (isNew && include.length === 0) return []
      const { violations } = await axe.run(isNew ? { include } : document, {
        resultTypes: ['violations'],
        selectors: false,
        // The stylesheets are needed only by rules that are off.
        preload: { assets: ['media'] },
        ...(rules && { runOnly: rules }),
      })
      return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { isNew: part === 'new elements', rules: part === 'changes' ? changingRules : undefined },
  )
}

let source: Promise<string> | undefined

function axe(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  return source
}
