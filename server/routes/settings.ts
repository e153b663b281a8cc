/** The routes of the screen _Ajustes_: the settings of the server, the brand and the backups. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { BusyError, failureText, NotFoundError, PilotosError } from '#domain/errors'
import { passagesOf } from '#domain/gate/settlement'
import { unknownDesk } from '#domain/merge/merge'
import { riderOf } from '#domain/merge/rider'
import { visible } from '#domain/text/names'
import { changedRules, compareRules } from '#domain/validity/rule-text'
import {
  backupsPath,
  brandCardPath,
  brandLogoPath,
  brandPath,
  consentPath,
  restorePath,
  rulesPreviewPath,
  settingsPath,
} from '#domain/web/addresses'
import { type Brand, maxBrandBytes } from '#domain/web/brand'
import { dataOf, file, text } from '#domain/web/schema-parts'
import {
  type BrandChange,
  backupsInfo,
  brandChange,
  brandInfo,
  consentInfo,
  restoredBackup,
  restoreOrder,
  restorePreview,
  rulesChange,
  rulesPreview,
  settingsChange,
  settingsInfo,
} from '#domain/web/settings-schemas'
import { BackupDownloads, backupPath, listBackups, openBackup } from '../backup/backup-files.ts'
import { BackupReader } from '../backup/backup-reader.ts'
import { ridersErasedBy } from '../backup/restore.ts'
import { restoreOrUndo } from '../backup/undoable-restore.ts'
import { sampleCard } from '../print/print-order.ts'
import { onceClosed } from './once-closed.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

/** Lets admins read and change the settings of the server. */
export const settings: Routes = async (app, services) => {
  const { stores, publicView, validity, gates, retention, consentText } = services
  const response = answers({ 200: dataOf(settingsInfo) })
  const describe = () => {
    const { again, gates: names } = gates.current
    const gate = { again, gates: [...names] }
    const view = { public_data: publicView.current, public_data_fixed: publicView.isFixed }
    const personal = { retention: retention.rules, consent: consentText.current }
    return { data: [{ ...view, validity: validity.rules, gate, ...personal }] }
  }

  const reading = {
    summary: 'Answers with the settings that staff change on the screen _Ajustes_.',
    response,
  }
  app.get(settingsPath, { schema: reading }, async () => describe())

  const changing = {
    summary: 'Changes settings, at once and without a restart. What is absent stays.',
    description:
      '403 if `--public` decides the public view, and 422 for a rule that cannot be used, or if a new name of a gate is ' +
      'that of another gate in other letters, or has a character that nobody sees.',
    body: settingsChange,
    response,
  }
  app.put(settingsPath, { schema: changing }, async ({ body }) => {
    if (body.public_data) await publicView.change(body.public_data)
    if (body.validity) await validity.change(body.validity)
    if (body.gate) await gates.change(body.gate)
    if (body.retention) await retention.change(body.retention)
    if (body.consent) await consentText.change(body.consent.text)
    return describe()
  })

  const readingText = {
    summary: 'Answers with the text that people accept when they register.',
    response: answers({ 200: dataOf(consentInfo) }),
  }
  app.get(consentPath, { schema: readingText }, async () => ({ data: [consentText.current] }))

  const previewing = {
    summary: 'Answers with what other rules of validity would do, and stores nothing.',
    body: rulesChange,
    response: answers({ 200: dataOf(rulesPreview) }),
  }
  app.post(rulesPreviewPath, { schema: previewing }, async ({ body }) => {
    const next = changedRules(validity.rules, body)
    const { pilots } = await stores.pilots.list()
    return { data: [compareRules(pilots, validity.basis, next)] }
  })
}

const logoSchema = {
  summary: 'Answers with the logo as PNG, or with 404. The session has its address.',
  querystring: Type.Object({
    v: Type.Optional(text("Differs for every logo, for the browser's cache.")),
  }),
  response: answers({ 200: file(['image/png']) }),
}

const changeSchema = {
  summary: 'Stores a brand, which credentials and cards carry, and answers with it as the session does.',
  description:
    'A logo that cannot be read, or is too complex to draw in ten seconds, is refused with 422 and its reason in ' +
    '`fields.logo`.',
  body: brandChange,
  response: answers({ 200: dataOf(brandInfo) }),
}

const cardSchema = {
  summary: 'Answers with a PDF of a sample card. Stores nothing.',
  body: brandChange,
  response: answers({ 200: file(['application/pdf']) }),
}

/** Serves the logo of the brand to everyone, and lets admins change the brand and see it on a card before. */
export const brand: Routes = async (app, { branding, address, validity, workers, pictureWork }) => {
  app.get(brandLogoPath(), { schema: logoSchema }, async (_request, reply) => {
    const { logo } = branding.current
    if (logo === null) throw new NotFoundError('No hay un logo')
    // The address changes with the logo.
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(logo, 'base64'))
  })

  app.put(brandPath, { schema: changeSchema, bodyLimit: maxBrandBytes }, async (request) => {
    await branding.change(await changed(request))
    return { data: [branding.describe()] }
  })

  app.post(brandCardPath, { schema: cardSchema, bodyLimit: maxBrandBytes }, async (request, reply) => {
    const brand = await changed(request)
    const pdf = await sampleCard(workers, brand, address.url(), validity.rules)
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="credencial-de-muestra.pdf"')
      .send(pdf)
  })

  /** Returns the brand after a change. @throws InvalidError if the logo cannot be read */
  async function changed(request: FastifyRequest<{ Body: BrandChange }>): Promise<Brand> {
    const { colour, logo } = request.body
    const name = visible(request.body.name)
    if (logo === undefined) return { name, colour, logo: branding.current.logo }
    if (logo === null) return { name, colour, logo }
    const prepared = await pictureWork.prepareLogo(Buffer.from(logo, 'base64'))
    return { name, colour, logo: prepared.toString('base64') }
  }
}

/** The most backups that are made at once: each reads all photos. */
const backupsAtOnce = 2

/** The wait before another try, in seconds. */
const backupWait = 10

const backupType = 'application/gzip'

/** Lets admins make a backup, and list, download and restore the backups of the server. */
export const backups: Routes = async (app, { stores, uploadPlace, ...services }) => {
  const { backupFolder, backupFailure, nextBackup } = services
  const downloads = new BackupDownloads(stores, uploadPlace)
  app.addHook('onClose', () => downloads.close())
  let running = 0

  const listing = {
    summary: 'Lists the backups of the server, the newest first.',
    response: answers({ 200: dataOf(backupsInfo) }),
  }
  app.get(backupsPath(), { schema: listing }, async () => {
    const files = await listBackups(backupFolder)
    const info = {
      folder: backupFolder,
      is_automatic: backupFailure !== undefined,
      next: nextBackup?.()?.toISOString() ?? null,
      failure: backupFailure?.current ? failureText(backupFailure.current) : null,
      files: files.map((one) => ({ ...one, at: one.at.toISOString() })),
    }
    return { data: [info] }
  })

  const creation = {
    summary: 'Makes a backup, which `pilotos restore` reads, and sends it. It is not stored on the server.',
    description: 'An answer that is cut off is no backup. 503 if two are being made already.',
    response: answers({ 200: file([backupType]) }),
  }
  app.post(backupsPath(), { schema: creation }, async (_request, reply) => {
    if (running >= backupsAtOnce)
      throw new BusyError('Ya se está haciendo otra copia: espere a que termine', backupWait)
    running += 1
    const leaving = new AbortController()
    onceClosed(reply.raw, () => {
      running -= 1
      leaving.abort()
    })
    const { name, file: backup } = await downloads.make(leaving.signal)
    const { size } = await backup.stat()
    return reply
      .type(backupType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(backup.createReadStream())
  })

  const download = {
    summary: 'Sends a file of `GET /api/backups`.',
    params: Type.Object({ name: text('The name of the file.') }),
    response: answers({ 200: file([backupType]) }),
  }
  app.get(backupsPath(':name'), { schema: download }, async ({ params }, reply) => {
    const backup = await openBackup(backupFolder, params.name)
    const { size } = await backup.stat()
    return reply
      .type(backupType)
      .header('content-length', size)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(params.name)}`)
      .send(backup.createReadStream())
  })
}

/** Lets admins restore a backup of the server. */
export const restores: Routes = async (app, { stores, ...services }) => {
  const { backupFolder, backupFailure, writePause, guard, validity, readerFile } = services
  const reader = new BackupReader({ readerFile })
  app.addHook('onClose', async () => reader.close())

  const previewing = {
    summary: 'Answers with what a restore of a backup would replace. Changes nothing.',
    params: Type.Object({ name: text('The name of the file.') }),
    response: answers({ 200: dataOf(restorePreview) }),
  }
  app.get(restorePath(':name'), { schema: previewing }, async ({ params }) => {
    const backup = await reader.read(await backupPath(backupFolder, params.name))
    const { pilots, log } = backup
    const counts = await stores.pilots.count('', validity.basis)
    const now = {
      pilots: counts.total,
      photos: counts.total - counts.no_photo,
      passages: (await stores.passages.list({ perPage: 1 })).total,
    }
    const photos = pilots.filter(({ photo }) => photo !== null).length
    const passages = log ? passagesOf(log).length : null
    const erases = (await ridersErasedBy(stores, backup)).map(riderOf)
    const { desk = unknownDesk } = backup
    return { data: [{ now, backup: { pilots: pilots.length, photos, passages }, desk, erases }] }
  })

  const restoring = {
    summary: 'Restores a backup of the server, after a backup of what is there.',
    description:
      'Requests that could change something are refused with 503 meanwhile, and those that have begun are waited for. ' +
      'If the restore fails, everything is as before. The account that restores and the paired phones stay as they are; ' +
      'the other accounts are those of the backup. Persons whom the backup lists as erased at another desk, and who are ' +
      'here, stay without `eraseToo`. 409 if the data is in a database, which other servers may use.',
    params: Type.Object({ name: text('The name of the file.') }),
    body: restoreOrder,
    response: answers({ 200: dataOf(restoredBackup) }),
  }
  app.post(restorePath(':name'), { schema: restoring }, async (request) => {
    if (!backupFailure) throw new PilotosError('conflict', noRestore)
    const read = async () => reader.read(await backupPath(backupFolder, request.params.name))
    // The whole file is checked before anything is paused.
    await read()
    const by = guard.authorOf(request)
    const eraseToo = request.body?.eraseToo
    const how = { folder: backupFolder, by, user: guard.userOf(request), eraseToo }
    // An erasure that had begun has written the file anew since.
    const { badPhotos, ...restored } = await writePause.during(request, 'restore', async () =>
      restoreOrUndo(stores, await read(), how),
    )
    return { data: [{ ...restored, bad_photos: badPhotos }] }
  })
}

const noRestore =
  'Los datos están en una base de datos, que otros kioscos pueden usar: ciérrelos y haga pilotos restore en la terminal'
