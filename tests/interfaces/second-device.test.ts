/** Tests of the access that another device on the network has. */
import { expect, test } from 'vitest'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { canMakeNetworks } from '../support/machine.ts'
import { aDevice } from '../support/network.ts'
import { aDraft } from '../support/pilots.ts'
import { formRequest } from '../support/server.ts'

test.skipIf(!canMakeNetworks())('another device reaches a credential and nothing else', async () => {
  const phone = aDevice('phone', '10.99.0')
  const server = await serve(['--data', await aFolder(), '--public-url', 'http://10.99.0.1:4780'])
  const form = formRequest({ data_driver: aDraft() })
  const sent = await fetch(`${server.url}/api`, {
    method: 'POST',
    headers: form.headers as never,
    body: new Uint8Array(form.payload as Buffer),
  })
  const { data } = (await sent.json()) as { data: { id_driver: string }[] }
  const status = async (path: string) => {
    const url = `http://${phone.host}:${server.port}${path}`
    return Number(await phone.run(`console.log((await fetch(${JSON.stringify(url)})).status)`))
  }
  expect(await status(`/api?list=${data[0]?.id_driver}`)).toBe(200)
  expect(await status(`/credencial/${data[0]?.id_driver}`)).toBe(200)
  expect(await status('/api?list=all')).toBe(401)
  expect(await status('/terminal')).toBe(404)
})
