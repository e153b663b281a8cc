/** The calls that pair a phone with a gate, by a code that it reads from the screen of the desk. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import { answered, dataOf, empty, requested, text } from '../api/schema-parts.ts'
import { gateName } from '../gate/gate-schemas.ts'
import { sessionInfo } from './session-calls.ts'

const pairingProperties = {
  id: text('The identifier of the code, which is not the code.'),
  gate: text('The name of the gate.'),
  expires: text('The end of the code.'),
  user: Type.Optional(text('The account of the phone that has used the code. Absent before.')),
  device: Type.Optional(text('A description of the phone. Absent before.')),
}

/** A code that pairs a phone, without the code itself. */
const pairing = answered(pairingProperties)
export type PairingInfo = Type.Static<typeof pairing>

/** A new code. */
const newPairing = answered({
  ...pairingProperties,
  url: text('The address that the phone opens: the page of the gate, with the code in the fragment.'),
  qr: text('The QR of the address, as SVG.'),
})
export type NewPairing = Type.Static<typeof newPairing>

const params = Type.Object({ id: text('The identifier of the code.') })

export const pairingCalls = {
  'POST /api/gate/pairings': {
    role: 'admin',
    summary: 'Makes a code that pairs one phone with a gate, and is valid for ten minutes.',
    description: '400 if there is no such gate.',
    body: requested('El pedido va como un objeto JSON', { gate: gateName }),
    answers: { 201: dataOf(newPairing) },
  },

  'GET /api/gate/pairings/:id': {
    role: 'admin',
    summary: 'Answers with a code, and with the phone that has used it.',
    params,
    answers: { 200: dataOf(pairing) },
  },

  'DELETE /api/gate/pairings/:id': {
    role: 'admin',
    summary: 'Makes a code unusable that no phone has used.',
    params,
    answers: { 204: empty },
  },

  'POST /api/gate/pair': {
    role: 'public',
    summary: 'Makes the browser the gate of a code, and sets the cookie of its session.',
    description:
      '404 for an unknown code, which is delayed like a wrong code of a credential, and 410 for one that was used or ' +
      "has expired. The browser's earlier session ends.",
    body: requested('El código va como un objeto JSON', {
      code: text('The code.', { maxLength: 100, message: 'code es el código que muestra la mesa' }),
    }),
    bodyLimit: 1024,
    answers: { 200: dataOf(sessionInfo) },
  },
} satisfies Calls
