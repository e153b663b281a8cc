/** Measures the page of a scanned credential: its bytes, and its rendering beside react-dom alone. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import type { ReactElement, ReactNode } from 'react'
import { recordPath, sessionPath } from '#domain/web/addresses'
import { credentialPageModule, type RenderCredentialPage } from '#domain/web/credential-page'
import { root } from '../../support/root.ts'
import { measureAlternately, perSecond, type Result } from '../shared/result.ts'

const load = createRequire(import.meta.url)
/** The most bytes of the page with its script and its typeface, without the photo and the QR. */
const budget = 15_000
const renders = 500

/** Measures the page at `url`, which a server sends that asks everyone to sign in. */
export async function credentialPageResults(url: string, id: string): Promise<Result[]> {
  const bytes = await downloadedBytes(url, id)
  const alone = await reactBytes()
  return [
    {
      what: 'scan: HTML + JS + CSS + typeface',
      figure: kilobytes(bytes),
      reference: kilobytes(budget),
      ratio: bytes / budget,
      goal: { atMost: 1 },
    },
    {
      what: 'the same, beside react-dom',
      figure: kilobytes(bytes),
      reference: `react-dom/client alone ${kilobytes(alone)}`,
      ratio: bytes / alone,
      goal: { atMost: 0.3 },
    },
    await renderingResult(url, id),
  ]
}

/** Returns the bytes of all that a phone downloads, compressed with gzip: over http, it accepts no Brotli. */
async function downloadedBytes(url: string, id: string): Promise<number> {
  const size = async (path: string) => {
    const answer = await fetch(new URL(path, url), { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    return Number(answer.headers.get('content-length'))
  }
  const path = `/credencial/${id}`
  const page = await (await fetch(new URL(path, url))).text()
  const assets = /(?:src|href)="(\/assets\/[^"]+)"|(\/assets\/[\w-]*spanish[^"]+)/g
  const paths = [path, ...[...page.matchAll(assets)].map(([, asset, typeface]) => asset ?? typeface ?? '')]
  return (await Promise.all(paths.map(size))).reduce((sum, bytes) => sum + bytes)
}

/** Returns the bytes of a script that contains only React and react-dom, compressed with Brotli. */
async function reactBytes(): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from 'react-dom/client'; export * from 'react'`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return brotliCompressSync(outputFiles[0]?.contents ?? '').length
}

/** Compares the whole page with react-dom that renders the same HTML from elements, without components. */
async function renderingResult(url: string, id: string): Promise<Result> {
  const { renderCredentialPage } = load(join(root, 'dist', 'client', credentialPageModule)) as {
    renderCredentialPage: RenderCredentialPage
  }
  const paths = [sessionPath, recordPath(id)]
  const bodies = paths.map(async (path) => {
    const answer = await fetch(new URL(path, url))
    return [path, { status: answer.status, body: await answer.json() }] as const
  })
  const answers = Object.fromEntries(await Promise.all(bodies))
  const input = { url: `/credencial/${id}`, answers, installation: 'clone' } as const
  const { html } = renderCredentialPage(input)
  const { element, renderToString } = await elementsOf(
    html.slice(html.indexOf('<header')).split('</div>\n  </body>')[0] ?? '',
  )
  const [ours, reference] = await measureAlternately(
    5,
    Math.max,
    async () => rateOf(() => renderCredentialPage(input)),
    async () => rateOf(() => renderToString(element)),
  )
  return {
    what: 'scan: renders of the page',
    figure: perSecond(ours),
    reference: `renderToString alone ${perSecond(reference)}`,
    ratio: ours / reference,
    goal: { atLeast: 0.1 },
  }
}

/** Returns the runs in a second of processor time, which other programs do not disturb. */
function rateOf(run: () => void): number {
  const start = process.cpuUsage()
  for (let count = 0; count < renders; count += 1) run()
  const { user, system } = process.cpuUsage(start)
  return (renders * 1e6) / (user + system)
}

/** Reads HTML that React has written into elements of the production build of React. */
async function elementsOf(
  html: string,
): Promise<{ element: ReactElement; renderToString(element: ReactNode): string }> {
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const { createElement } = load('react') as typeof import('react')
  const { renderToString } = load('react-dom/server') as typeof import('react-dom/server')
  process.env.NODE_ENV = environment
  const names: Record<string, string> = { class: 'className', tabindex: 'tabIndex', viewbox: 'viewBox' }
  const open: { tag: string; props: Record<string, string>; children: ReactNode[] }[] = [
    { tag: 'div', props: {}, children: [] },
  ]
  const close = () => {
    const { tag, props, children } = open.pop() ?? open[0] ?? { tag: '', props: {}, children: [] }
    open.at(-1)?.children.push(createElement(tag, props, ...children))
  }
  for (const [token, end, tag, attributes, isVoid] of html.matchAll(
    /<(\/?)(\w+)([^>]*?)(\/?)>|<!--.*?-->|[^<]+/g,
  )) {
    if (end) close()
    else if (!tag) open.at(-1)?.children.push(token)
    else {
      const pairs = [...(attributes ?? '').matchAll(/([\w-]+)="([^"]*)"/g)]
      const props = Object.fromEntries(pairs.map(([, name = '', value = '']) => [names[name] ?? name, value]))
      open.push({ tag, props, children: [] })
      if (isVoid) close()
    }
  }
  const [top] = open
  return { element: createElement('div', {}, ...(top?.children ?? [])), renderToString }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
