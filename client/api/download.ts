/** Reads the file of an answer, for the device of the person. */
import { ApiError, noAnswer } from './api.ts'

/** A file to download, with its name. */
export interface NamedFile {
  name: string
  content: Blob
}

/** The number of bytes that are collected before they are handed to the browser, which can move them to the disk. */
const partBytes = 8 * 1024 * 1024

/**
 * Reads a file to its end. `onProgress` receives the number of bytes so far.
 * @throws ApiError if the answer is a refusal or is cut off
 */
export async function download(
  response: Response,
  fallbackName: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<NamedFile> {
  if (!response.ok) {
    const { error = noAnswer, ...details } = await response.json().catch(() => ({}))
    throw new ApiError(response.status, error, details)
  }
  const [, name = fallbackName] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await read(response, onProgress) }
}

async function read({ body }: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: Blob[] = []
  let [chunks, waiting, bytes]: [Uint8Array<ArrayBuffer>[], number, number] = [[], 0, 0]
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read().catch((error) => {
      throw error instanceof DOMException && error.name === 'AbortError' ? error : new ApiError(0, noAnswer)
    })) ?? { done: true }
    if (done || !value) return new Blob([...parts, ...chunks])
    chunks.push(value)
    waiting += value.length
    bytes += value.length
    onProgress(bytes)
    if (waiting < partBytes) continue
    parts.push(new Blob(chunks))
    chunks = []
    waiting = 0
  }
}
