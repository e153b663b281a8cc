/** The server calls of the screen *Ajustes*. */
import { accountsPath, backupsPath, settingsPath } from '#domain/web/addresses'
import type { AccountInfo, BackupsInfo, SettingsChange, SettingsInfo } from '#domain/web/schemas'
import { call, first, posted, request } from './api.ts'
import { download, type NamedFile } from './download.ts'

export const settingsApi = {
  async settings(signal?: AbortSignal): Promise<SettingsInfo> {
    return first(await call<SettingsInfo>(settingsPath, { signal }))
  },

  /** Changes the given settings, and returns all of them. @throws ApiError 403 if an option decides */
  async change(settings: SettingsChange): Promise<SettingsInfo> {
    return first(await call<SettingsInfo>(settingsPath, put(settings)))
  },

  async accounts(signal?: AbortSignal): Promise<AccountInfo[]> {
    return (await call<AccountInfo>(accountsPath(), { signal })).data
  },

  /** @throws ApiError 409, 422 with `fields` */
  async addAccount(user: string, password: string): Promise<void> {
    await call(accountsPath(), posted({ user, password }))
  },

  /** Changes a password, which ends all other sessions of the account. @throws ApiError 404, 422 with `fields` */
  async changePassword(user: string, password: string): Promise<void> {
    await call(accountsPath(), put({ user, password }))
  },

  async removeAccount(user: string): Promise<void> {
    await call(accountsPath(user), { method: 'DELETE' })
  },

  async backups(signal?: AbortSignal): Promise<BackupsInfo> {
    return first(await call<BackupsInfo>(backupsPath(), { signal }))
  },

  /** Makes a backup. `onProgress` receives the number of bytes that have arrived. */
  async newBackup(onProgress: (bytes: number) => void, signal: AbortSignal): Promise<NamedFile> {
    return download(await request(backupsPath(), { method: 'POST', signal }), 'pilotos.tar.gz', onProgress)
  },
}

function put(body: object): RequestInit {
  return { ...posted(body), method: 'PUT' }
}
