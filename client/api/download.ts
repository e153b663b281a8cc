/** Reads the file of an answer, for the device of the person. */
import { FrameReader } from '#domain/web/progress-frames'
import { ApiError, noAnswer } from './api.ts'

/** A file to download, with its name. */
export interface NamedFile {
  name: string
  content: Blob
}

/** The number of bytes that are collected before they are handed to the browser, which can move them to the disk. */
const partBytes = 8 * 1024 * 1024

/** The number of items that are written into a file, and of all its items. */
export interface FileProgress {
  written: number
  total: number
}

/**
 * Reads a file to its end. `onProgress` receives the number of bytes so far.
 * @throws ApiError if the answer is a refusal or is cut off
 */
export async function download(
  response: Response,
  fallbackName: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<NamedFile> {
  let bytes = 0
  return read(response, fallbackName, (chunk) => {
    bytes += chunk.length
    onProgress(bytes)
    return [chunk]
  })
}

/**
 * Reads a file in frames to its end: see `progress-frames.ts`.
 * @throws ApiError if the answer is a refusal or is cut off
 */
export async function downloadFrames(
  response: Response,
  fallbackName: string,
  onProgress: (progress: FileProgress) => void,
): Promise<NamedFile> {
  const frames = new FrameReader()
  const file = await read(response, fallbackName, (chunk) => {
    const parts = frames.read(chunk)
    if (frames.total !== undefined) onProgress({ written: frames.written, total: frames.total })
    return parts
  })
  if (!frames.isComplete) throw new ApiError(0, noAnswer)
  return file
}

/** Reads an answer to its end. `take` returns the bytes of the file in a chunk of the answer. */
async function read(
  response: Response,
  fallbackName: string,
  take: (chunk: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>[],
): Promise<NamedFile> {
  if (!response.ok) {
    const { error = noAnswer, ...details } = await response.json().catch(() => ({}))
    throw new ApiError(response.status, error, details)
  }
  const [, name = fallbackName] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const parts: Blob[] = []
  let [chunks, waiting]: [Uint8Array<ArrayBuffer>[], number] = [[], 0]
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read().catch((error) => {
      throw error instanceof DOMException && error.name === 'AbortError' ? error : new ApiError(0, noAnswer)
    })) ?? { done: true }
    if (done || !value) return { name, content: new Blob([...parts, ...chunks]) }
    chunks.push(...take(value))
    waiting += value.length
    if (waiting < partBytes) continue
    parts.push(new Blob(chunks))
    ;[chunks, waiting] = [[], 0]
  }
}
