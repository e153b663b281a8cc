/** Whether a server speaks TLS at all: the driver only finds that the connection ends (PostgreSQL 15, section 55.2.10). */
import { connect } from 'node:net'
import type { DatabaseAddress } from './address.ts'

/** Length 8, code 80877103: SSLRequest, which is answered with S or N. */
const question = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

const patience = 2000

/** Whether it says that it does not, where TLS is asked for. */
export function lacksTls({ options, servers: [server] }: DatabaseAddress): Promise<boolean> {
  if (!server || !options.ssl || options.ssl === 'prefer') return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(server)
    socket.setTimeout(patience)
    const end = (lacks: boolean) => {
      socket.destroy()
      resolve(lacks)
    }
    socket.on('connect', () => socket.write(question))
    socket.on('data', (answer) => end(answer[0] === 'N'.charCodeAt(0)))
    for (const failure of ['error', 'timeout', 'close']) socket.on(failure, () => end(false))
  })
}
