/** Tests of the connections of an address, without a database. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readAddress } from '../../../../server/store/postgres/connection/address.ts'
import { Connections } from '../../../../server/store/postgres/connection/connections.ts'

test('closing ends a look for a server that does not answer', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  onTestFinished(() => void silent.close())
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as { port: number }
  const asked = once(silent, 'connection')
  const address = readAddress(`postgres://eva@127.0.0.1:${port}/x?target_session_attrs=primary`, {})
  const connections = new Connections(address, 2 ** 30)
  const looking = connections.get()
  const failure = expect(looking).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  const [socket] = await asked
  const left = once(socket, 'close')
  await connections.close()
  await failure
  await left
  await expect(connections.get()).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
})
