/** Opens the page of a gate, as a marshal does, and changes what it depends on. */
import type { Page } from 'playwright-core'
import type { Scan } from '#domain/gate/passage'
import type { PassageRecord } from '#domain/gate/schemas'
import { askAt } from './versions.ts'

/**
 * Opens the page of a gate, presses Empezar, and waits until it is ready. It then holds the roster, except on a paired
 * phone. `gate` is for events with several gates.
 */
export async function openGate(page: Page, gate?: string): Promise<void> {
  await page.goto('/puerta')
  if (gate !== undefined) await page.getByRole('radio', { name: gate }).check()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByText('Escanee para').waitFor()
}

/** Returns the word of an answer. */
export const word = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text })

/** Takes back the passage of the answer on the screen, which the second tap does. */
export async function undoAnswer(page: Page): Promise<void> {
  const answer = page.getByRole('region', { name: 'Respuesta' })
  await answer.getByRole('button', { name: 'Deshacer', exact: true }).click()
  await answer.getByRole('button', { name: 'Toque otra vez para deshacer' }).click()
}

/** Changes the terms of a pilot over HTTP, outside of the page. */
export async function changeTerms(url: string, id: string, terms: object): Promise<void> {
  await askAt(url, 'PUT', `/api/pilots/${id}/terms`, terms)
}

/** Revokes the code of a pilot over HTTP. */
export async function revoke(url: string, id: string): Promise<void> {
  await askAt(url, 'POST', `/api/pilots/${id}/revoke`)
}

/** Changes the settings of the gates over HTTP. */
export async function changeGates(url: string, gate: { again?: string; gates?: string[] }): Promise<void> {
  await askAt(url, 'PUT', '/api/settings', { gate })
}

/** Sends scans over HTTP, as a device does. */
export async function sendScans(url: string, ...passages: Scan[]): Promise<void> {
  await askAt(url, 'POST', '/api/passages', { passages })
}

/** Returns the numbers of the event. */
export async function passageSummary(url: string) {
  return (await (await fetch(`${url}/api/passages/summary`)).json()).data[0]
}

/** Returns the passages, the newest first, with the properties that a test compares. */
export async function passagesOf(url: string) {
  const { data } = await (await fetch(`${url}/api/passages`)).json()
  return (data as { scanned: string; result: string; direction: string; corrected: boolean }[]).map(
    ({ scanned, result, direction, corrected }) => ({ scanned, result, direction, corrected }),
  )
}

/** Returns all passages, the newest first, as the server sends them. */
export async function passageRecords(url: string, filter = ''): Promise<PassageRecord[]> {
  const found: PassageRecord[] = []
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/api/passages?per_page=200&page=${page}${filter}`)
    const { data, total } = (await response.json()) as { data: PassageRecord[]; total: number }
    found.push(...data)
    if (data.length === 0 || found.length >= total) return found
  }
}

/** Tells a page that the network is back, as its browser does: it does not wait for its next attempt. */
export async function reconnect(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
