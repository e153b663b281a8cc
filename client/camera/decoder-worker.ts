/**
 * Finds codes in pictures, in a worker: a slow picture does not stop the page, and only this script may compile
 * WebAssembly (see `decoderHeaders` in `server/http/replies.ts`).
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm'

/** The codes that are looked for: the QR of a credential, or also the barcodes of identity cards, or of chips too. */
export type Codes = 'credentials' | 'documents' | 'chips'

const formats = {
  credentials: ['QRCode'],
  documents: ['QRCode', 'PDF417', 'Code39'],
  chips: ['QRCode', 'PDF417', 'Code39', 'Code128', 'DataMatrix'],
} as const satisfies Record<Codes, readonly string[]>

/** A picture as the page sends it, and what the worker answers. */
export interface DecoderRequest {
  number: number
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel. */
  pixels: ArrayBuffer
  codes: Codes
  /** True for a photo, which is worth more time than one frame of a film. */
  isPhoto: boolean
}

export interface DecoderAnswer {
  number: number
  /** Undefined if the picture shows no code. */
  text?: string
  /** True if the decoder itself could not be loaded or started. */
  hasFailed?: true
}

// The decoder is served by PilotOS: without this, the package would load it from the internet.
prepareZXingModule({ overrides: { locateFile: () => new URL(wasm, self.location.href).href } })

self.addEventListener('message', async ({ data }: MessageEvent<DecoderRequest>) => {
  const { number } = data
  const answer = await decode(data).then(
    (text): DecoderAnswer => ({ number, text }),
    (): DecoderAnswer => ({ number, hasFailed: true }),
  )
  self.postMessage(answer)
})

async function decode({
  width,
  height,
  pixels,
  codes,
  isPhoto,
}: DecoderRequest): Promise<string | undefined> {
  const image = new ImageData(new Uint8ClampedArray(pixels), width, height)
  const [found] = await readBarcodes(image, {
    formats: [...formats[codes]],
    maxNumberOfSymbols: 1,
    tryDenoise: isPhoto,
  })
  // The binary fields of a card would be lost in a text that the decoder has guessed.
  const isBinary = found?.format === 'PDF417' && !found.text.includes('@')
  return isBinary ? new TextDecoder('latin1').decode(found.bytes) : found?.text
}
