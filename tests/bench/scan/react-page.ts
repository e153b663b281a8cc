/** A page that react-dom alone renders: it shows a name and nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'esbuild'
import { root } from '../../support/root.ts'

export interface ReactPage {
  url: string
  /** The bytes of the page and its script, compressed with Brotli. */
  bytes: number
  close(): void
}

/** Builds the page for `name` and serves it, compressed with Brotli. */
export async function serveReactPage(name: string): Promise<ReactPage> {
  const html =
    '<!doctype html><html lang="es"><title>React</title><div id="root"></div><script src="/script.js">'
  const files = new Map([
    ['/', { type: 'text/html', bytes: await compressed(`${html}</script></html>`) }],
    ['/script.js', { type: 'text/javascript', bytes: await compressed(await scriptFor(name)) }],
  ])
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url)
    if (!file) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br' }).end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes.length, 0)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bytes, close }
}

async function scriptFor(name: string): Promise<string> {
  const contents = `
    import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    createRoot(document.getElementById('root')).render(createElement('h1', null, ${JSON.stringify(name)}))`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

function compressed(text: string): Promise<Buffer> {
  return promisify(brotliCompress)(text)
}
