/** Sends a large file. `fetch` does not say how many bytes it has sent. */
import { writeAddress } from '#domain/api/call-address'
import { ApiError, answerOf, first, type ItemOf, noAnswer, parseAnswer } from './call.ts'

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
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
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
}
