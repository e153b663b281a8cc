/** Lets admins close a day: a backup, and then the end of the pairings of all phones. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { BusyError } from '#domain/errors'
import { dayPath } from '#domain/web/addresses'
import { closedDay, openDay } from '#domain/web/day-schemas'
import { dataOf } from '#domain/web/schema-parts'
import { closeDay, describeDay, ridersInside } from '../actions/close-day.ts'
import { writeSafetyBackup } from '../backup/backup-files.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const reading = {
  summary: 'Answers with who is still inside, and with the phones that are paired with gates.',
  description:
    'A person is inside by the last counted passage: see `GET /api/passages/summary`. The server does not know which ' +
    'scans a phone has not sent yet.',
  response: answers({ 200: dataOf(openDay) }),
}

const closing = {
  summary: 'Closes the day: makes a backup on the server, and then ends the pairings of all phones.',
  description:
    'If the backup fails, nothing else is done. The backup is never removed automatically, and is downloaded like any ' +
    'other. A second call makes another backup, and ends what was paired since. 503 while another call runs.',
  response: answers({ 200: dataOf(closedDay) }),
}

/** The wait before another try, in seconds. */
const wait = 10

export const day: Routes = async (app, { stores, events, backupFolder }) => {
  let isClosing = false

  app.get(dayPath, { schema: reading }, async () => ({ data: [await describeDay(stores, events.day)] }))

  app.post(dayPath, { schema: closing }, async () => {
    if (isClosing) throw new BusyError('Ya se está cerrando el día: espere a que termine', wait)
    isClosing = true
    try {
      const { backup, ended } = await closeDay(stores, async () => {
        const path = await writeSafetyBackup(stores, backupFolder, 'cerrar')
        return { name: basename(path), size: (await stat(path)).size }
      })
      return { data: [{ backup, ended, inside: await ridersInside(stores, events.day) }] }
    } finally {
      isClosing = false
    }
  })
}
