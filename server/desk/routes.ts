/**
 * The routes of the screen _Ajustes_, for the settings of the server, the brand and the backups; and those by which the
 * commands of this machine call the stores.
 */
import { isWaiting } from '#domain/applications/application'
import { changedRules, compareRules } from '#domain/credential/validity-changes'
import type { Brand } from '#domain/desk/brand'
import type { RemoteAnswer } from '#domain/desk/calls'
import type { BrandChange } from '#domain/desk/settings-calls'
import { BusyError, failureText, NotFoundError, PilotosError } from '#domain/errors'
import { passagesOf } from '#domain/gate/log-entry'
import { riderOf } from '#domain/merge/rider'
import { classNames } from '#domain/pilots/classes/classes'
import { activeNames } from '#domain/pilots/own/own-fields'
import { visible } from '#domain/text/names'
import { type Routes, serve } from '../http/serve.ts'
import { onceClosed } from '../http/transfers.ts'
import { BackupDownloads, backupPath, listBackups, openBackup } from '../store/backup/backup-files.ts'
import { BackupReader } from '../store/backup/backup-reader.ts'
import { restoreOrUndo, ridersErasedBy } from '../store/backup/restore.ts'
import { isPhone } from '../store/documents/accounts.ts'
import { packed, remoteMethods, unpacked } from '../store/running-server.ts'

/** The most changes that the history of the settings lists. */
const mostShown = 300

/** Tells admins how much of each thing of the settings is set. */
export const overview: Routes<{ waiver: { current?: { version: number } } }> = async (
  app,
  { stores, queue, events, fields, ...shared },
) => {
  serve(app, 'GET /api/overview', async () => {
    const { name, categories, reserved, till } = events.open
    const { definitions } = fields.table
    const accounts = await stores.accounts.list()
    const phones = accounts.filter(isPhone).length
    const counts = await stores.pilots.count('', shared.validity.basis)
    const { total, no_photo, no_card, entered } = counts
    const consent = shared.consentText.current
    const figures = {
      ...{ event: name, categories: categories.length, reserved: reserved.length },
      without_numbers: categories.filter(({ numbers }) => !numbers).length,
      prices: till?.prices.length ?? 0,
      waiver: shared.waiver.current?.version ?? 0,
      reception: shared.reception.isOpen,
      waiting: (await queue.list()).filter(isWaiting).length,
      ...{ gates: shared.gates.current.gates.length, phones, accounts: accounts.length - phones },
      modalidades: classNames('modalidad', definitions).length,
      licencias: classNames('licencia', definitions).length,
      fields: activeNames(definitions).length,
      consent: consent.text ? consent.version : 0,
      printers: Object.keys(shared.printers.chosen.printers).length,
      public_data: shared.publicView.current,
      ...{ pilots: total, no_photo, no_card, entered },
    }
    return { data: [figures] }
  })
}

/** Lets admins read and change the settings of the server. */
export const settings: Routes = async (app, parts) => {
  const { stores, guard, publicView, validity, gates, retentionMonths, consentText, address } = parts
  const describe = () => {
    const { again, gates: names } = gates.current
    const gate = { again, gates: [...names] }
    const view = { public_data: publicView.current, public_data_fixed: publicView.isFixed }
    const personal = { retention: retentionMonths.current, consent: consentText.current }
    const networks = address.networks()
    const laptop = networks.length > 0 && { networks }
    return { data: [{ ...view, validity: validity.rules, gate, ...personal, ...laptop }] }
  }

  serve(app, 'GET /api/settings', async () => describe())

  serve(app, 'GET /api/settings/history', async () => ({
    data: (await stores.settings.history()).slice(0, mostShown),
  }))

  serve(app, 'PUT /api/settings', async (request) => {
    const { body } = request
    const by = guard.authorOf(request)
    if (body.network !== undefined) await chooseNetwork(body.network)
    if (body.public_data) await publicView.change(body.public_data, by)
    if (body.validity) await validity.change(body.validity, by)
    if (body.gate) await gates.change(body.gate, by)
    if (body.retention) await retentionMonths.change(body.retention, by)
    if (body.consent) await consentText.change(body.consent.text, by)
    return describe()
  })

  serve(app, 'GET /api/consent', async () => ({ data: [consentText.current] }))

  serve(app, 'POST /api/settings/validity', async ({ body }) => {
    const next = changedRules(validity.rules, body, validity.licences)
    const { pilots } = await stores.pilots.list()
    return { data: [compareRules(pilots, validity.basis, next, validity.licences)] }
  })

  /** Stores the network in which the phones are, for this laptop, and the address that its QRs have from now on. */
  async function chooseNetwork(network: string): Promise<void> {
    if (!address.networks().some(({ name }) => name === network))
      throw new PilotosError('conflict', 'La laptop ya no está en esa red: conéctela otra vez, o elija otra')
    await stores.settings.change({ network })
    await stores.settings.change({ address: address.url() })
  }
}

/** Serves the logo of the brand to everyone, and lets admins change the brand and see it on a card before. */
export const brand: Routes<{
  pictureWork: { prepareLogo(logo: Uint8Array): Promise<Buffer> }
  /** Draws the card of a pilot who does not exist, as a PDF. */
  drawSample: (brand: Brand) => Promise<Buffer>
}> = async (app, { guard, branding, pictureWork, drawSample }) => {
  serve(app, 'GET /api/brand/logo', async (_request, reply) => {
    const { logo } = branding.current
    if (logo === null) throw new NotFoundError('No hay un logo')
    // The address changes with the logo.
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(logo, 'base64'))
  })

  serve(app, 'PUT /api/brand', async (request) => {
    await branding.change(await changed(request.body), guard.authorOf(request))
    return { data: [branding.describe()] }
  })

  serve(app, 'POST /api/brand/card', async ({ body }, reply) => {
    const pdf = await drawSample(await changed(body))
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="credencial-de-muestra.pdf"')
      .send(pdf)
  })

  /** Returns the brand after a change. @throws InvalidError if the logo cannot be read */
  async function changed({ colour, logo, ...given }: BrandChange): Promise<Brand> {
    const name = visible(given.name)
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
export const backups: Routes<{ nextBackup?: () => Date | undefined }> = async (app, needs) => {
  const { stores, uploadPlace, backupFolder, backupFailure, nextBackup } = needs
  const downloads = new BackupDownloads(stores, uploadPlace)
  app.addHook('onClose', () => downloads.close())
  let running = 0

  serve(app, 'GET /api/backups', async () => {
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

  serve(app, 'POST /api/backups', async (_request, reply) => {
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

  serve(app, 'GET /api/backups/:name', async ({ params }, reply) => {
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
export const restores: Routes = async (app, parts) => {
  const { stores, backupFolder, backupFailure, writePause, guard, validity, readerFile } = parts
  const reader = new BackupReader({ readerFile })
  app.addHook('onClose', async () => reader.close())

  serve(app, 'GET /api/backups/:name/restore', async ({ params }) => {
    const backup = await reader.read(await backupPath(backupFolder, params.name))
    const { pilots, log, desk } = backup
    const counts = await stores.pilots.count('', validity.basis)
    const now = {
      pilots: counts.total,
      photos: counts.total - counts.no_photo,
      passages: (await stores.passages.list({ perPage: 1 })).total,
    }
    const photos = pilots.filter(({ photo }) => photo !== null).length
    const passages = passagesOf(log).length
    const erases = (await ridersErasedBy(stores, backup)).map(riderOf)
    return { data: [{ now, backup: { pilots: pilots.length, photos, passages }, desk, erases }] }
  })

  serve(app, 'POST /api/backups/:name/restore', async (request) => {
    if (!backupFailure) throw new PilotosError('conflict', noRestore)
    const before = (await stores.merges.answeredBefore()) as Restored | undefined
    const read = async () => reader.read(await backupPath(backupFolder, request.params.name))
    // The whole file is checked before anything is paused.
    if (!before) await read()
    const by = guard.authorOf(request)
    const eraseToo = request.body?.eraseToo
    const how = { folder: backupFolder, by, user: guard.userOf(request), eraseToo }
    // An erasure that had begun has written the file anew since.
    const restore = async () => restoreOrUndo(stores, await read(), how)
    const { badPhotos, ...restored } = before ?? (await writePause.during(request, 'restore', restore))
    return { data: [{ ...restored, bad_photos: badPhotos }] }
  })
}

type Restored = Awaited<ReturnType<typeof restoreOrUndo>>

const noRestore =
  'Los datos están en una base de datos, que otros kioscos pueden usar: ciérrelos y haga pilotos restore en la terminal'

/** Lets the commands of this machine call the methods of the stores, with the server's secret. */
export const remoteStores: Routes = async (app, { stores, address }) => {
  serve(app, 'GET /terminal', async () => ({
    publicUrl: address.url(),
  }))

  serve(app, 'POST /terminal', async ({ body }) => {
    const { part, method, args } = body
    const methods: readonly string[] = remoteMethods[part]
    if (!methods.includes(method)) throw new NotFoundError('No existe esa orden')
    return answer(stores[part], method, args)
  })
}

/** Returns expected failures as answers, so that the command prints the message that it prints without a server. */
async function answer(target: object, method: string, args: unknown[]): Promise<RemoteAnswer> {
  try {
    const result = await Reflect.get(target, method).apply(
      target,
      args.map((arg) => unpacked(arg ?? undefined)),
    )
    return { result: packed(result) ?? null }
  } catch (error) {
    if (!(error instanceof PilotosError)) throw error
    return { failure: { kind: error.kind, message: error.message, details: error.details } }
  }
}
