/** Tests that one device with many connections does not block the laptop or other devices. */
import { describe, expect, test } from 'vitest'
import { serve } from '../support/command.ts'
import { openDescriptors } from '../support/descriptors.ts'
import { aFolder } from '../support/folder.ts'
import { canLimit, canMakeNetworks } from '../support/machine.ts'
import { aDevice, type Device } from '../support/network.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { formRequest } from '../support/server.ts'

/** With this limit, a server accepts 96 connections from other devices, and at most 72 of them from one address. */
const descriptors = 256

describe.skipIf(!canLimit() || !canMakeNetworks())('a server with few descriptors', () => {
  test('a device that opens thousands of connections leaves enough of them for the laptop and for other devices', async () => {
    const crowd = aDevice('crowd', '10.99.1', 4)
    const [first = '', second = '', third = '', fourth = ''] = crowd.addresses
    const server = await serve(['--data', await aFolder(), '--public-url', `http://${crowd.host}:4780`], {
      descriptors,
    })
    const atRest = openDescriptors(server.pid).length
    const canRegister = async () => {
      const { headers, payload } = formRequest({ data_driver: aDraft(), _img: await aPicture() })
      const body = new Uint8Array(payload as Buffer)
      return (await fetch(`${server.url}/api`, { method: 'POST', headers: headers as never, body })).status
    }

    await openMany(crowd, server.port, [first], 2000)
    expect(openDescriptors(server.pid).length).toBeLessThan(atRest + 80)
    expect(await statusFrom(crowd, second, server.port)).toBe('200')
    expect(await canRegister()).toBe(201)

    const request = requestTo(crowd)
    await openMany(crowd, server.port, [first, second, third], 90, request)
    expect(openDescriptors(server.pid).length).toBeLessThan(atRest + 120)
    expect(await statusFrom(crowd, fourth, server.port)).toBe('200')
    expect(await canRegister()).toBe(201)
  })

  test('a device that opens more connections does not take the only one of another device, whose request is on its way', async () => {
    const crowd = aDevice('slow', '10.99.3', 3)
    const [first = '', second = '', slow = ''] = crowd.addresses
    const server = await serve(['--data', await aFolder(), '--public-url', `http://${crowd.host}:4780`], {
      descriptors,
    })
    const request = requestTo(crowd)
    await openMany(crowd, server.port, [first, second], 90, request)
    const answer = await crowd.run(`
      import { connect } from 'node:net'
      import { once } from 'node:events'
      const open = (localAddress) =>
        connect({ host: '${crowd.host}', port: ${server.port}, localAddress }).on('error', () => {})
      const end = (socket) => new Promise((resolve) => socket.on('data', resolve).on('close', resolve))
      const slow = open('${slow}')
      const answered = end(slow)
      await once(slow, 'connect')
      // The server takes connections in their order, and has taken the slow one once another is answered or closed.
      const further = open('${first}')
      further.write(${JSON.stringify(request)})
      await end(further)
      slow.write(${JSON.stringify(request)})
      console.log(String(await answered).split('\\r')[0])
      process.exit()`)
    expect(answer.trim()).toBe('HTTP/1.1 200 OK')
  })

  test('a trusted proxy may open more connections than a device', async () => {
    const proxy = aDevice('proxy', '10.99.2', 1)
    const [address = ''] = proxy.addresses
    const options = ['--public-url', `http://${proxy.host}:4780`, '--trust-proxy', address]
    const server = await serve(['--data', await aFolder(), ...options], { descriptors })
    const atRest = openDescriptors(server.pid).length
    await openMany(proxy, server.port, [address], 90, requestTo(proxy))
    expect(openDescriptors(server.pid).length).toBeGreaterThan(atRest + 80)
  })
})

function requestTo({ host }: Device): string {
  return `GET /api/session HTTP/1.1\r\nHost: ${host}\r\n\r\n`
}

/** Opens connections from each address and keeps the ones that the server does not close. Each sends `text` first. */
function openMany(
  device: Device,
  port: number,
  addresses: string[],
  count: number,
  text?: string,
): Promise<void> {
  return device.start(`
    import { connect } from 'node:net'
    const text = ${JSON.stringify(text ?? '')}
    const open = (localAddress) => new Promise((resolve) => {
      const socket = connect({ host: '${device.host}', port: ${port}, localAddress })
      socket.on('error', () => {})
      socket.on('connect', () => text ? socket.write(text) : resolve())
      socket.on('data', resolve)
      socket.on('close', resolve)
    })
    for (const address of ${JSON.stringify(addresses)})
      await Promise.all(Array.from({ length: ${count} }, () => open(address)))
    console.log('open')
    setInterval(() => {}, 1_000_000)`)
}

/** Returns the status of an answer, or the error's message if there is none. */
async function statusFrom(device: Device, localAddress: string, port: number): Promise<string> {
  const options = JSON.stringify({ host: device.host, port, path: '/api/session', localAddress })
  const output = await device.run(`
    import { get } from 'node:http'
    const end = (text) => { console.log(text); process.exit() }
    get(${options}, ({ statusCode }) => end(statusCode)).on('error', ({ message }) => end(message))`)
  return output.trim()
}
