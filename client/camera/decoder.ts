/**
 * Finds codes in the pictures of a camera: by the detector of the browser if it has one, otherwise by a worker. Only the
 * script of the worker may compile WebAssembly, so that the policy of the pages stays strict.
 */

import type { Codes, DecoderAnswer, DecoderRequest } from './decoder-worker.ts'
import { newCanvas, openPicture } from './picture.tsx'

/** The file name of the worker's script, which the build writes here. */
declare const decoderScript: string

const decoderMissing = new Error(
  'Este navegador no pudo cargar el lector de códigos. Actualícelo, o escriba el código de la credencial.',
)

/** The longest wait for the worker, which first loads a megabyte, in milliseconds. */
const longestWait = 20_000

/** The worker of this page, which stays for the next picture: without the server, no page could load it again. */
let sharedWorker: Worker | undefined
let lastNumber = 0

export class Decoder {
  #detector: Detector | undefined

  private constructor(
    private readonly codes: Codes,
    detector: Detector | undefined,
  ) {
    this.#detector = detector
  }

  static async open(codes: Codes = 'credentials'): Promise<Decoder> {
    // The detectors of browsers garble the binary data of documents.
    return new Decoder(codes, codes === 'credentials' ? await openDetector() : undefined)
  }

  /** Returns the text of the code, or undefined if the picture shows none. @throws decoderMissing */
  async read(picture: HTMLCanvasElement, isPhoto: boolean): Promise<string | undefined> {
    const found = await this.#detector?.detect(picture).catch(() => this.#dropDetector())
    if (found?.[0]) return found[0].rawValue
    // The worker finds more than most detectors, but a film has another frame soon.
    return this.#detector && !isPhoto ? undefined : this.#readInWorker(picture, isPhoto)
  }

  /** Loads the worker before it is needed: a gate reads photos while the server is away, too. */
  async warmUp(): Promise<void> {
    const blank = document.createElement('canvas')
    await this.#readInWorker(blank, false).catch(() => undefined)
  }

  #dropDetector(): [] {
    this.#detector = undefined
    return []
  }

  #readInWorker(picture: HTMLCanvasElement, isPhoto: boolean): Promise<string | undefined> {
    const { width, height } = picture
    const data = picture.getContext('2d')?.getImageData(0, 0, width, height)
    if (!data) throw decoderMissing
    sharedWorker ??= new Worker(new URL(decoderScript, import.meta.url))
    const worker = sharedWorker
    lastNumber += 1
    const { codes } = this
    const request: DecoderRequest = {
      number: lastNumber,
      width,
      height,
      pixels: data.data.buffer,
      codes,
      isPhoto,
    }
    return new Promise((resolve, reject) => {
      const over = new AbortController()
      const fail = () => {
        over.abort()
        // The next picture starts another worker.
        worker.terminate()
        if (sharedWorker === worker) sharedWorker = undefined
        reject(decoderMissing)
      }
      const timer = setTimeout(fail, longestWait)
      over.signal.addEventListener('abort', () => clearTimeout(timer))
      worker.addEventListener('error', fail, { signal: over.signal })
      worker.addEventListener(
        'message',
        ({ data: answer }: MessageEvent<DecoderAnswer>) => {
          if (answer.number !== request.number) return
          if (answer.hasFailed) return fail()
          over.abort()
          resolve(answer.text)
        },
        { signal: over.signal },
      )
      worker.postMessage(request, [request.pixels])
    })
  }
}

/** The detector of Chromium on Android and macOS, which pages over plain http do not have. */
interface Detector {
  detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

async function openDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = window as never as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  return BarcodeDetector && formats?.includes('qr_code')
    ? new BarcodeDetector({ formats: ['qr_code'] })
    : undefined
}

/** The error of a photo without a code. */
const noCode = new Error(
  'La foto no muestra ningún código legible. Acérquese hasta que el código ocupe media foto, sin sombras.',
)

/** The longest side of each attempt, in pixels. Most codes are found in the small picture, which takes less time. */
const sides = [1200, 2400]

/** Returns the text of the code on a photo. @throws Error with a Spanish message if the photo shows none or cannot be read */
export async function readPhotoCode(file: File, codes?: Codes): Promise<string> {
  const { picture, problem } = await openPicture(file)
  if (!picture) throw new Error(problem)
  const decoder = await Decoder.open(codes)
  const longest = Math.max(picture.width, picture.height)
  for (const side of sides) {
    const scale = Math.min(1, side / longest)
    const [canvas, context] = newCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    )
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const text = await decoder.read(canvas, true)
    if (text) return text
    if (scale === 1) break
  }
  throw noCode
}

/** The time out of the picture after which a code counts as shown again, in milliseconds. */
const absence = 2500

/** The codes that a camera sees: a code in the picture is read once, until it has been out of the picture. */
export class SeenCodes {
  #last = new Map<string, number>()

  /** Returns true if the code was not in the picture shortly before. `time` is in milliseconds. */
  isNew(text: string, time: number): boolean {
    const last = this.#last.get(text)
    this.#last.set(text, time)
    return last === undefined || time - last > absence
  }
}
