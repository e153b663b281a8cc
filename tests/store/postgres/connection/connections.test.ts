/** Tests of connections that end before their first statement. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Database, type Queryable } from '../../../../server/store/postgres/connection/database.ts'

async function writing(transaction: Queryable) {
  await transaction.query('DELETE FROM x')
  return { result: undefined, isStored: true }
}

/** Serves each connection with `serve`, and returns a function that asks a database at its address. */
async function asking(serve: (socket: Socket) => void, parameters = '') {
  const server = createServer((socket) => serve(socket.on('error', () => {})))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const database = Database.at(`postgres://eva:secreto@127.0.0.1:${port}/x${parameters}`, { retryFor: 600 })
  onTestFinished(() => database.close())
  return (ask: (database: Database) => Promise<unknown>) =>
    ask(database).then(
      () => undefined,
      (error) => error,
    )
}

test('a balancer without a primary, which closes each connection, is asked once for each retry, and nothing is said to be stored', async () => {
  let [knocks, tries] = [0, 0]
  const failureOf = await asking((socket) => {
    knocks += 1
    socket.end()
  })
  const before = 'No se perdió nada de lo guardado'
  const ofWrite = 'No se guardó nada'
  const trying = (database: Database) => () => {
    tries += 1
    return database.once('DELETE FROM x')
  }
  const works: [outcome: string, work: (database: Database) => Promise<unknown>][] = [
    [before, (database) => database.query('SELECT 1')],
    [before, (database) => database.repeat(trying(database))],
    [ofWrite, (database) => database.write(writing, async () => false)],
  ]
  for (const [outcome, work] of works) {
    knocks = tries = 0
    const failure = await failureOf(work)
    expect(failure).toMatchObject({ kind: 'unavailable', details: {} })
    expect(failure.message).toMatch(new RegExp(`no responde\\. ${outcome}: espere un momento y repita$`))
    // The number of retries within 600 ms depends on the machine.
    expect(knocks).toBeGreaterThan(0)
    expect(knocks).toBeLessThan(7)
    expect(tries || knocks).toBe(knocks)
  }
})

test('a server that refuses the TLS of the address is told apart from one that is away', async () => {
  const failureOf = await asking((socket) => socket.once('data', () => socket.end('N')), '?sslmode=require')
  const failure = await failureOf((database) => database.query('SELECT 1'))
  expect(failure).toMatchObject({
    kind: 'machine',
    message: expect.stringContaining('el servidor no ofrece TLS'),
  })
})
