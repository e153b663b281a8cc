/**
 * Checks if a database server supports TLS (PostgreSQL 15, section 55.2.10), because the driver only notices that the
 * connection ends.
 */
import { connect } from 'node:net'
import type { DatabaseAddress } from './address.ts'
import type { Server } from './address-parts.ts'

/** The SSLRequest message (length 8, code 80877103), which a database server answers with S or N. */
const question = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/** The time limit for the answer, in milliseconds. */
const patience = 2000

/** Returns true if the address requires TLS and a server of it answers that it does not support it. */
export async function lacksTls({ optionsOf, servers }: DatabaseAddress): Promise<boolean> {
  const strict = servers.filter((server) => ![false, 'prefer'].includes(optionsOf(server).ssl as never))
  return (await Promise.all(strict.map(refusesTls))).includes(true)
}

function refusesTls(server: Server): Promise<boolean> {
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
