/** Finds the QR in a picture: by the detector of the browser if it has one, otherwise by a worker. */
import type { DecoderAnswer, DecoderRequest } from './decoder-worker.ts'

/** The file name of the worker's script, which the build writes here. */
declare const decoderScript: string

const decoderMissing = new Error(
  'Este navegador no pudo cargar el lector de códigos. Actualícelo, o escriba el código de la credencial.',
)

/** The longest wait for the worker, which first loads a megabyte, in milliseconds. */
const longestWait = 20_000

export class Decoder {
  #worker: Worker | undefined
  #number = 0
  #detector: Detector | undefined

  private constructor(detector: Detector | undefined) {
    this.#detector = detector
  }

  static async open(): Promise<Decoder> {
    return new Decoder(await openDetector())
  }

  /** Returns the text of the QR, or undefined if the picture shows none. @throws decoderMissing */
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

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
  }

  #dropDetector(): [] {
    this.#detector = undefined
    return []
  }

  #readInWorker(picture: HTMLCanvasElement, isPhoto: boolean): Promise<string | undefined> {
    const { width, height } = picture
    const data = picture.getContext('2d')?.getImageData(0, 0, width, height)
    if (!data) throw decoderMissing
    this.#worker ??= new Worker(new URL(decoderScript, import.meta.url))
    const worker = this.#worker
    this.#number += 1
    const request: DecoderRequest = { number: this.#number, width, height, pixels: data.data.buffer, isPhoto }
    return new Promise((resolve, reject) => {
      const over = new AbortController()
      const fail = () => {
        over.abort()
        // The next picture starts another worker.
        worker.terminate()
        if (this.#worker === worker) this.#worker = undefined
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
