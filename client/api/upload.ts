/** Sends a large file. `fetch` does not say how many bytes it has sent. */
import { type Answer, ApiError, answerOf, noAnswer, parseAnswer } from './api.ts'

interface UploadOptions {
  /** The media type of the file, for the server. */
  type: string
  /** Receives the number of bytes that are sent. */
  onSent: (bytes: number) => void
  signal: AbortSignal
}

/** Posts a file to a path. @throws ApiError, or the reason of `signal` */
export function upload<Item>(
  path: string,
  file: File,
  { type, onSent, signal }: UploadOptions,
): Promise<Answer<Item>> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.upload.onprogress = ({ loaded }) => onSent(loaded)
    sending.onload = () => {
      try {
        resolve(answerOf<Item>({ status: sending.status, body: parseAnswer(sending.responseText) }))
      } catch (error) {
        reject(error)
      }
    }
    sending.onerror = () => reject(new ApiError(0, noAnswer))
    sending.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => sending.abort())
    sending.open('POST', path)
    sending.setRequestHeader('content-type', type)
    sending.send(file)
  })
}
