/** The browser that the kiosk opens on its own laptop. It goes on without one: the addresses stand in the terminal. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDatabase } from '../server/store/data-address.ts'
import { say } from './terminal/output.ts'

/** In the browser that the person uses anyway. */
export async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  try {
    quietly(await open(url))
  } catch {
    say(`No se pudo abrir el navegador: abra ${url}`)
  }
}

/**
 * Full screen, without bars and tabs, in Chromium, Chrome or Edge. It has a profile of its own, in the data folder where there is one: one
 * that runs already would open a tab instead.
 */
export async function openFullScreen(url: string, data: string): Promise<void> {
  const { default: open, apps } = await import('open')
  const options = [
    '--kiosk',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-session-crashed-bubble',
  ]
  const profile = `--user-data-dir=${isDatabase(data) ? join(homedir(), '.pilotos', 'browser') : resolve(data, 'browser')}`
  const names = [apps.chrome, apps.edge].flat()
  try {
    quietly(await open(url, { app: names.map((name) => ({ name, arguments: [...options, profile] })) }))
    say('Para salir de la pantalla completa: Alt+F4')
  } catch {
    say(`No se encontró Chromium, Chrome ni Edge: abra ${url} en el navegador, a pantalla completa con F11`)
  }
}

function quietly(browser: { on(event: 'error', listener: () => void): unknown }): void {
  browser.on('error', () => {})
}
