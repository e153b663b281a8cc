/** The server calls of the screen *Ajustes*. */
import { accountsPath, backupsPath, picturesPath, settingsPath } from '#domain/web/addresses'
import type {
  AccountInfo,
  BackupsInfo,
  PictureImportInfo,
  PicturePreviewInfo,
  SettingsChange,
  SettingsInfo,
} from '#domain/web/schemas'
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

/** The calls that make photos of the pictures in a ZIP. */
export const pictureApi = {
  /** Begins the upload of a ZIP of `size` bytes. */
  async create(size: number, signal: AbortSignal): Promise<PictureImportInfo> {
    return first(await call<PictureImportInfo>(picturesPath(), { ...posted({ size }), signal }))
  },

  async send(job: string, offset: number, chunk: Blob, signal: AbortSignal): Promise<PictureImportInfo> {
    const init = {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: chunk,
      signal,
    }
    return first(await call<PictureImportInfo>(`${picturesPath(job)}?offset=${offset}`, init))
  },

  async preview(job: string, signal: AbortSignal): Promise<PicturePreviewInfo> {
    return first(await call<PicturePreviewInfo>(picturesPath(job, 'preview'), { signal }))
  },

  async start(job: string, replace: boolean, signal: AbortSignal): Promise<PictureImportInfo> {
    return first(await call<PictureImportInfo>(picturesPath(job), { ...posted({ replace }), signal }))
  },

  async progress(job: string, signal: AbortSignal): Promise<PictureImportInfo> {
    return first(await call<PictureImportInfo>(picturesPath(job), { signal }))
  },

  /** Removes the ZIP. The request reaches the server even from a page that is being closed. */
  async cancel(job: string): Promise<void> {
    await call(picturesPath(job), { method: 'DELETE', keepalive: true })
  },
}

function put(body: object): RequestInit {
  return { ...posted(body), method: 'PUT' }
}
