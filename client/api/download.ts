/** Reads the file of an answer, for the device of the person. */
import type { CallName, Rest } from '#domain/api/calls'
import { ApiError, callForResponse, type Input, noAnswer, readAnswer } from './call.ts'

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
  onBytes?: (bytes: number) => void,
): Promise<NamedFile> {
  return download(await callForResponse(name, ...([input] as Rest<Input<Name>>)), fallbackName, onBytes)
}

/**
 * Reads a file to its end. `onBytes` receives the number of bytes so far.
 * @throws ApiError if the answer is a refusal or is cut off
 */
async function download(
  response: Response,
  fallbackName: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<NamedFile> {
  if (!response.ok) await readAnswer(response)
  const [, name = fallbackName] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
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
    return { name, content: await new Response(response.body?.pipeThrough(counted)).blob() }
  } catch (error) {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new ApiError(0, noAnswer)
  }
}
