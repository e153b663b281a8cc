/** Lets admins close a day: a backup, and then the end of the pairings of all phones. */
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { BusyError } from '#domain/errors'
import { serve } from '../http/serve.ts'
import type { Routes } from '../services.ts'
import { writeSafetyBackup } from '../store/backup/backup-files.ts'
import { closeDay, describeDay, ridersInside } from './close-day.ts'

/** The wait before another try, in seconds. */
const wait = 10

export const day: Routes = async (app, { stores, events, backupFolder }) => {
  let isClosing = false

  serve(app, 'GET /api/day', async () => ({ data: [await describeDay(stores, events.day)] }))

  serve(app, 'POST /api/day', async () => {
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
