/** A client that signs in and follows the change feed, without a browser. */
import { onTestFinished } from 'vitest'

/** Signs in with the password that `addAccount` sets, and returns the session cookie. */
export async function sessionAt(url: string, user: string): Promise<string> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ user, password: `la clave de ${user}` }),
  })
  return String(response.headers.get('set-cookie')).split(';')[0] ?? ''
}

/** A stream of changes that has sent its first bytes. */
export interface OpenStream {
  /** Resolves once the server has ended the stream. */
  ended: Promise<void>
  hasEnded: () => boolean
}

export async function openStream(url: string, cookie: string): Promise<OpenStream> {
  const response = await fetch(`${url}/api/changes`, { headers: { cookie } })
  if (response.status !== 200) throw new Error(`The stream was refused with ${response.status}`)
  const reader = response.body?.getReader()
  await reader?.read()
  let hasEnded = false
  async function readToTheEnd() {
    while (!(await reader?.read())?.done);
    hasEnded = true
  }
  return { ended: readToTheEnd(), hasEnded: () => hasEnded }
}

/** Opens the change feed from the laptop. Returns the data of its events with a name, to which new ones are added. */
export async function followEvents(url: string, name: string): Promise<unknown[]> {
  const aborting = new AbortController()
  onTestFinished(() => aborting.abort())
  const response = await fetch(`${url}/api/changes`, { signal: aborting.signal })
  const events: unknown[] = []
  async function read() {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${text}${chunk}`.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, event, data = ''] = /^event: (\w+)\ndata: (.*)$/m.exec(block) ?? []
        if (event === name) events.push(JSON.parse(data))
      }
    }
  }
  read().catch(() => {})
  return events
}
