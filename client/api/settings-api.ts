/** The server calls of the screen *Ajustes*. */
import type { RetentionGroup } from '#domain/retention/retention'
import {
  accountsPath,
  backupsPath,
  brandCardPath,
  brandPath,
  dayPath,
  picturesPath,
  restorePath,
  retentionPath,
  rulesPreviewPath,
  settingsPath,
} from '#domain/web/addresses'
import type { ClosedDay, OpenDay } from '#domain/web/day-schemas'
import type { PictureImportInfo, PicturePreviewInfo } from '#domain/web/file-schemas'
import type { DueRecord, Forgotten, RetentionNumbers } from '#domain/web/retention-schemas'
import type { Role } from '#domain/web/roles'
import type {
  AccountInfo,
  BackupsInfo,
  BrandChange,
  BrandInfo,
  RestoredBackup,
  RestorePreview,
  RulesChange,
  RulesPreview,
  SettingsChange,
  SettingsInfo,
} from '#domain/web/settings-schemas'
import { ApiError, call, callForOne, first, posted, put, request } from './api.ts'
import { download, type NamedFile } from './download.ts'
import { upload } from './upload.ts'

/** A brand before it is sent. Without `logo` the stored one stays, and null removes it. */
export interface BrandDraft {
  name: string
  colour: string
  logo?: File | null
}

export const settingsApi = {
  settings: (signal?: AbortSignal) => callForOne<SettingsInfo>(settingsPath, { signal }),

  /** Changes the given settings, and returns all of them. @throws ApiError 403 if an option decides */
  change: (settings: SettingsChange) => callForOne<SettingsInfo>(settingsPath, put(settings)),

  /** Returns what other rules of validity would do. */
  previewRules: (rules: RulesChange, signal: AbortSignal) =>
    callForOne<RulesPreview>(rulesPreviewPath, { ...posted(rules), signal }),

  async accounts(signal?: AbortSignal): Promise<AccountInfo[]> {
    return (await call<AccountInfo>(accountsPath(), { signal })).data
  },

  /** @throws ApiError 409, 422 with `fields` */
  async addAccount(account: { user: string; password: string; role: Role }): Promise<void> {
    await call(accountsPath(), posted(account))
  },

  /** Changes a role, also of the sessions that are open. @throws ApiError 404, 409 for the only admin */
  async changeRole(user: string, role: Role): Promise<void> {
    await call(accountsPath(), put({ user, role }))
  },

  /** Changes a password, which ends all other sessions of the account. @throws ApiError 404, 422 with `fields` */
  async changePassword(user: string, password: string): Promise<void> {
    await call(accountsPath(), put({ user, password }))
  },

  async removeAccount(user: string): Promise<void> {
    await call(accountsPath(user), { method: 'DELETE' })
  },

  /** @throws ApiError 422 with `fields` */
  async changeBrand(draft: BrandDraft): Promise<BrandInfo> {
    return callForOne<BrandInfo>(brandPath, put(await brandChangeOf(draft)))
  },

  /** Returns the PDF of a sample card with a brand that is not stored yet. @throws ApiError 422 with `fields` */
  async sampleCard(draft: BrandDraft): Promise<File> {
    const answer = await request(brandCardPath, posted(await brandChangeOf(draft)))
    const { name, content } = await download(answer, 'tarjeta.pdf')
    return new File([content], name, { type: 'application/pdf' })
  },

  /** Returns how many pilots are due for each group. */
  retentionNumbers: (signal?: AbortSignal) => callForOne<RetentionNumbers>(retentionPath(), { signal }),

  async duePilots(group: RetentionGroup, signal?: AbortSignal): Promise<DueRecord[]> {
    return (await call<DueRecord>(retentionPath(group), { signal })).data
  },

  /** Empties the fields of a group for those of the pilots who are still due. */
  forget: (group: RetentionGroup, ids: readonly string[]) =>
    callForOne<Forgotten>(retentionPath(group), posted({ ids })),

  /** Returns who is still inside, and the phones that are paired. */
  day: (signal: AbortSignal) => callForOne<OpenDay>(dayPath, { signal }),

  /** Makes a backup and ends the pairings of all phones. @throws ApiError, if the backup failed before anything else */
  closeDay: () => callForOne<ClosedDay>(dayPath, { method: 'POST' }),

  backups: (signal?: AbortSignal) => callForOne<BackupsInfo>(backupsPath(), { signal }),

  /** Returns what a restore of a backup would replace. */
  previewRestore: (name: string, signal: AbortSignal) =>
    callForOne<RestorePreview>(restorePath(encodeURIComponent(name)), { signal }),

  /** Restores a backup as a whole, or not at all with the reason in an ApiError. */
  restore: (name: string, order: { eraseToo: boolean }) =>
    callForOne<RestoredBackup>(restorePath(encodeURIComponent(name)), posted(order)),

  /** Makes a backup. `onBytes` receives the number of bytes that have arrived. */
  async newBackup(onBytes: (bytes: number) => void, signal: AbortSignal): Promise<NamedFile> {
    return download(await request(backupsPath(), { method: 'POST', signal }), 'pilotos.tar.gz', onBytes)
  },
}

/** The calls that make photos of the pictures in a ZIP. */
export const pictureApi = {
  /** Uploads a ZIP, and returns what would happen. `onSent` receives the number of bytes that are sent. */
  async upload(zip: File, onSent: (bytes: number) => void, signal: AbortSignal): Promise<PicturePreviewInfo> {
    return first(
      await upload<PicturePreviewInfo>(picturesPath(), zip, { type: 'application/zip', onSent, signal }),
    )
  },

  start: (job: string, replace: boolean, signal: AbortSignal) =>
    callForOne<PictureImportInfo>(picturesPath(job), { ...posted({ replace }), signal }),

  progress: (job: string, signal: AbortSignal) =>
    callForOne<PictureImportInfo>(picturesPath(job), { signal }),

  /** Removes the ZIP. The request reaches the server even from a page that is being closed. */
  async cancel(job: string): Promise<void> {
    await call(picturesPath(job), { method: 'DELETE', keepalive: true })
  },
}

async function brandChangeOf({ name, colour, logo }: BrandDraft): Promise<BrandChange> {
  return { name, colour, ...(logo !== undefined && { logo: logo && (await base64Of(logo)) }) }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new ApiError(0, 'No se pudo leer el archivo: elíjalo otra vez'))
    reader.readAsDataURL(file)
  })
}
