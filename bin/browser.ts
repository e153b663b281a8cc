/** Opens the browser of the laptop. The server works without it too, because the terminal prints the addresses. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isDatabase } from '../server/store/data-address.ts'
import { say } from './terminal/output.ts'

/** Opens the default browser. */
export async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  try {
    quietly(await open(url))
  } catch {
    say(`No se pudo abrir el navegador: abra ${url}`)
  }
}

/**
 * Opens Chromium, Chrome or Edge in full screen, without bars and tabs. The browser has its own profile, in the data
 * folder if there is one, because a browser that is already running would open a tab instead.
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
