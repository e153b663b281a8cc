/** Compresses an answer with the best encoding that the browser accepts. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** Browsers accept Brotli over https and from the machine itself, and only gzip over plain http. */
const compressors: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => withBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<string, Buffer>(gzip),
}

const withBrotli = promisify(brotliCompress)

/** `accepted` is the header `accept-encoding` of the request. */
export async function compressed(
  text: string,
  accepted = '',
): Promise<{ body: string | Buffer; encoding?: Encoding }> {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  const encoding = (['br', 'gzip'] as const).find((name) => names.includes(name))
  return encoding ? { body: await compressors[encoding](text), encoding } : { body: text }
}
