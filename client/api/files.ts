/** Files that a page sends to the server, or gets from it. */

import { writeAddress } from '#domain/api/addresses'
import type { CallName, Rest } from '#domain/api/calls'
import {
  ApiError,
  answerOf,
  callForResponse,
  first,
  type Input,
  type ItemOf,
  noAnswer,
  parseAnswer,
  readAnswer,
} from './call.ts'
import { whileAnswering } from './silence.ts'

/** A file to download, with its name. */
export interface NamedFile {
  name: string
  content: Blob
}

/**
 * Returns the file of a call, which has another name if the server names it. `onBytes` receives the number of bytes so
 * far. @throws ApiError if the answer is a refusal or is cut off
 */
export async function callForFile<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  fallbackName: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<NamedFile> {
  const response = await callForResponse(name, ...([input] as Rest<Input<Name>>))
  if (!response.ok) await readAnswer(response)
  const disposition = response.headers.get('content-disposition') ?? ''
  const [, fileName = fallbackName] = /filename="([^"]+)"/.exec(disposition) ?? []
  let bytes = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
  try {
    // The browser fails this promise if the connection ends before the answer.
    const content = new Response(response.body?.pipeThrough(counted)).blob()
    return { name: fileName, content: await whileAnswering(content) }
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new ApiError(0, noAnswer)
  }
}

/** Returns the function that loads the file of a call. */
export function fileOf<Name extends CallName>(name: Name, input: Input<Name>, fallbackName: string) {
  return (onBytes: (bytes: number) => void, signal: AbortSignal) =>
    callForFile(name, { ...input, signal }, fallbackName, onBytes)
}

interface UploadOptions {
  /** The media type of the file, for the server. */
  type: string
  /** Receives the number of bytes that are sent. */
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** Posts a file, and returns the first item of the answer. @throws ApiError, or the reason of `signal` */
export function upload<Name extends 'POST /api/merges' | 'POST /api/pictures'>(
  name: Name,
  file: File,
  { type, onSent, signal }: UploadOptions,
): Promise<ItemOf<Name>> {
  const sending = new XMLHttpRequest()
  const answer = new Promise<ItemOf<Name>>((resolve, reject) => {
    sending.upload.onprogress = ({ loaded }) => onSent(loaded)
    sending.onload = () => {
      try {
        resolve(first(answerOf({ status: sending.status, body: parseAnswer(sending.responseText) })))
      } catch (error) {
        reject(error)
      }
    }
    sending.onerror = () => reject(new ApiError(0, noAnswer))
    sending.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => sending.abort())
    sending.open('POST', writeAddress(name))
    sending.setRequestHeader('content-type', type)
    sending.send(file)
  })
  return whileAnswering(answer).catch((error) => {
    sending.abort()
    throw signal.aborted || error instanceof ApiError ? error : new ApiError(0, noAnswer)
  })
}
