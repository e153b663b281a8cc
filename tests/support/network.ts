/** A device with its own addresses: a network namespace that reaches this machine through a veth pair. */
import { execFileSync, spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { browserPath, launch } from './chromium.ts'
import { aFolder } from './folder.ts'

export interface Device {
  /** The address of this machine, as the device sees it. */
  host: string
  /** The addresses of the device. */
  addresses: string[]
  /** Runs a script on the device and returns its output. */
  run(script: string): Promise<string>
  /** Takes the link down, of which the device knows, as of a Wi-Fi that is switched off, or brings it back. */
  link(state: 'up' | 'down'): void
  /** Loses everything that this machine sends and gets, as a Wi-Fi out of reach does, or brings the link back. */
  reach(state: 'up' | 'down'): void
  /** Launches a browser on the device, without a user interface. */
  launchBrowser(): Promise<Browser>
  /** Starts a script on the device that runs until the test ends. Resolves once it has written something. */
  start(script: string): Promise<void>
}

/**
 * Creates a device for the running test. `name` has at most ten letters and `subnet` has three numbers, for example
 * `10.99.1`. No other test uses the same ones. Needs `canMakeNetworks`.
 */
export function aDevice(name: string, subnet: string, addressCount = 1): Device {
  const namespace = `pilotos-${name}`
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'ignore' })
  try {
    // A killed test run leaves its namespace behind.
    ip('netns', 'del', namespace)
  } catch {}
  ip('netns', 'add', namespace)
  onTestFinished(() => {
    ip('netns', 'del', namespace)
  })
  const host = `${subnet}.1`
  const addresses = Array.from({ length: addressCount }, (_, index) => `${subnet}.${index + 2}`)
  ip('link', 'add', `${name}0`, 'type', 'veth', 'peer', 'name', `${name}1`, 'netns', namespace)
  ip('addr', 'add', `${host}/24`, 'dev', `${name}0`)
  ip('link', 'set', `${name}0`, 'up')
  for (const address of addresses) ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', `${name}1`)
  ip('-n', namespace, 'link', 'set', `${name}1`, 'up')

  const startNode = (script: string) =>
    spawn('ip', ['netns', 'exec', namespace, process.execPath, '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  return {
    host,
    addresses,
    link: (state) => ip('-n', namespace, 'link', 'set', `${name}1`, state),
    reach: (state) => ip('link', 'set', `${name}0`, state),
    async launchBrowser() {
      const program = join(await aFolder(), 'browser')
      await writeFile(program, `#!/bin/sh\nexec ip netns exec ${namespace} "${browserPath()}" "$@"\n`)
      await chmod(program, 0o700)
      const browser = await launch(program)
      onTestFinished(() => browser.close())
      return browser
    },
    run(script) {
      const child = startNode(script)
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text) => {
        output += text
      })
      return new Promise((resolve) => child.on('close', () => resolve(output)))
    },
    start(script) {
      const child = startNode(script)
      onTestFinished(() => {
        child.kill('SIGKILL')
      })
      return new Promise((resolve, reject) => {
        child.stdout.once('data', () => resolve())
        child.once('close', (code) => reject(new Error(`The script ended with ${code}`)))
      })
    },
  }
}
