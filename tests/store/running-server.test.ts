/** Tests of the wait for a kiosk that holds the folder and answers late or no more. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connectStores } from '../../server/store/running-server.ts'

const patience = 300

/** Starts a kiosk that answers an order after a time, in milliseconds, and meanwhile the question whether it is there. */
async function aKiosk(answersAfter: number, question: 'answered' | 'refused' | 'unheard') {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      if (question === 'answered') response.end('{}')
      else if (question === 'refused') request.socket.destroy()
      return
    }
    await delay(answersAfter, undefined, { ref: false })
    response.end('{"result":7}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return connectStores({ url, secret: 's', publicUrl: url }, patience)
}

test.each(['answered', 'refused'] as const)(
  'an order that takes long is waited for while the question whether the kiosk is there is %s',
  async (question) => {
    const { pilots } = await aKiosk(3 * patience, question)
    expect(await pilots.clubs()).toBe(7)
  },
)

test('an order is given up once the kiosk is silent, and says that its outcome is unknown', async () => {
  const { pilots } = await aKiosk(60_000, 'unheard')
  await expect(pilots.clubs()).rejects.toThrow('no se sabe si la orden se hizo')
})
