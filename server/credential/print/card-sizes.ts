/** The measures of the two faces of a credential, in millimetres, and the smallest QR that a phone can read. */

import { credentialUrl } from '#domain/api/addresses'
import { faceSizes, type Layout, layouts } from '#domain/credential/cards'
import { MalformedError } from '#domain/errors'
import { type QrMatrix, qrMatrix } from '../../qr/qr.ts'

/** The measures of the faces, at the sizes for which they are drawn. */
const faces = {
  landscape: { qr: 28.2, photo: { width: 22.5, height: 28 } },
  portrait: { qr: 38.4, photo: { width: 30, height: 36 } },
} as const

export interface FaceSize {
  kind: keyof typeof faces
  width: number
  height: number
  /** The factor from the face's own measures to the measures on paper: an A6 is an enlarged A7. */
  scale: number
  /** The side of the QR with its quiet zone; the symbol itself is at least 22 mm wide. */
  qr: number
  photo: { width: number; height: number }
  /** The distance that colours extend over the edges of the card. */
  bleed: number
}

/** `bleed` is in millimetres on paper. */
export function faceSize(layout: Layout, bleed = 0): FaceSize {
  const { card, face: kind } = layouts[layout]
  const own = faceSizes[kind]
  const scale = Math.min(card.width / own.width, card.height / own.height)
  const { width, height } = { width: card.width / scale, height: card.height / scale }
  return { kind, width, height, scale, ...faces[kind], bleed: bleed / scale }
}

/**
 * The smallest side of a module that scanners can read, in millimetres: two dots of a 150 dpi printer, and the
 * smallest detail that the camera of a phone resolves at arm's length.
 */
const smallestModule = 0.33

/**
 * Checks that a phone can read the QR. `address` is the public address of the server, without the credential's path.
 * @throws MalformedError if the address is so long that a module of the QR would be smaller than 0.33 mm
 */
export function requireReadableQr(address: string, layout: Layout): void {
  const { qr, scale } = faceSize(layout)
  const modules = matrixOf(credentialUrl(address, '0'.repeat(12)))?.size ?? Number.POSITIVE_INFINITY
  if ((qr * scale) / modules < smallestModule) {
    throw new MalformedError(
      `La dirección ${abridged(address)} es demasiado larga: el QR impreso no se podría leer, use una más corta con --public-url`,
    )
  }
}

/** Returns the QR of a text, or undefined if the text is too long for any QR. */
function matrixOf(text: string): QrMatrix | undefined {
  try {
    return qrMatrix(text)
  } catch {
    return undefined
  }
}

function abridged(address: string): string {
  return address.length > 60 ? `${address.slice(0, 59)}…` : address
}
