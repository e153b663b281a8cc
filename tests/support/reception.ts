/** The reception of riders who apply on their own phones. */
import { randomBytes } from 'node:crypto'
import { orderHeaders } from './sent-orders.ts'
import { formRequest } from './server.ts'

interface Sent {
  id?: string
  picture?: Buffer
  more?: object
}

/** Opens the reception of a server, and returns the function that sends an application as a phone does. */
export async function openReception(url: string) {
  const headers = { ...orderHeaders(), 'content-type': 'application/json' }
  const body = JSON.stringify({ is_open: true })
  const answer = await (await fetch(`${url}/api/reception`, { method: 'PUT', headers, body })).json()
  const code = new URL(answer.data[0].url).searchParams.get('c') ?? ''
  const newId = () => randomBytes(16).toString('base64url')
  return async (values: object, { id = newId(), picture, more = {} }: Sent = {}) => {
    const application = { values, language: 'es', ...more }
    const form = formRequest({ id, code, application, ...(picture && { _img: picture }) })
    const init = {
      method: 'POST',
      headers: form.headers as never,
      body: new Uint8Array(form.payload as Buffer),
    }
    const response = await fetch(`${url}/api/applications`, init)
    if (!response.ok) throw new Error(await response.text())
    return id
  }
}
