/**
 * The calls of the session of a browser, of the accounts with which staff sign in, and of the pairing of a phone with a
 * gate, by a code that it reads from the screen of the desk.
 */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  anything,
  boolean,
  dataList,
  dataOf,
  empty,
  nullable,
  oneOf,
  optionQuery,
  publicUrl,
  requested,
  text,
  textList,
} from '../api/schema-parts.ts'
import { featureNames } from '../desk/features.ts'
import { brandInfo } from '../desk/settings-calls.ts'
import { gateName } from '../gate/schemas.ts'
import { countryCodes } from '../pilots/countries.ts'
import { definitionsInfo } from '../pilots/own/calls.ts'
import { maxSignInBytes } from './accounts.ts'
import { roles } from './roles.ts'

/** The answer of `/api/session`. */
const sessionInfo = answered(
  {
    user: nullable(text('The name of the account that is signed in.')),
    role: nullable(oneOf(roles, 'The role. Null if the request needs a session and has none.')),
    gate: nullable(text('The gate that this phone is paired with.')),
    staff: boolean('True for `mesa` and `admin`: this browser may use the list and the form.'),
    has_accounts: boolean('True if an account exists with which staff can sign in.'),
    public_url: publicUrl,
    secure_url: nullable(text('The https address of the gates of this server, if it has one.')),
    country: nullable(oneOf(countryCodes, 'The country of the open event: its code of ISO 3166-1.')),
    country_code: nullable(
      text(
        'The calling code that WhatsApp links put before national telephone numbers: that of the option ' +
          '--country-code, else that of the country.',
      ),
    ),
    event: text('The name of the open event, which cards and pages carry; empty if nobody has typed one.'),
    brand: brandInfo,
    fields: Type.Optional(definitionsInfo),
    uses: Type.Optional(
      Type.Array(oneOf(featureNames, 'A feature that the open event uses.'), {
        description: 'The features that the open event uses. Only for staff.',
      }),
    ),
    prints_now: Type.Optional(
      Type.Literal(true, {
        description: 'A printer is chosen for this desk: cards are printed without a dialog.',
      }),
    ),
    damage: Type.Optional(
      textList('The documents of the laptop that were damaged or missing. Only for an admin.'),
    ),
    clock: Type.Optional(
      answered({
        now: text(
          'The time by the clock of the laptop, which stands before what is stored. Only with a role.',
        ),
        newest: text('The newest stored moment.'),
      }),
    ),
  },
  { title: 'Session' },
)
export type SessionInfo = Type.Static<typeof sessionInfo>

/** One account of staff, or one phone that is paired with a gate. */
const account = answered(
  {
    user: text('The name of the account.'),
    role: oneOf(roles, 'The role.'),
    gate: Type.Optional(text('The gate of a paired phone. Absent for other accounts, as are the next two.')),
    since: Type.Optional(text('The time of the pairing.')),
    device: Type.Optional(text('A description of the phone, such as `iPhone, 192.168.1.77`.')),
    last_seen: Type.Optional(
      text('The time of the last request, within a minute. Absent without a session.'),
    ),
  },
  { title: 'Account' },
)
export type AccountInfo = Type.Static<typeof account>

const user = text('The name: one visible word of 1 to 60 letters.', {
  maxLength: maxSignInBytes,
  message: 'user es un texto',
})
const password = text('The password: 8 to 512 characters.', {
  maxLength: maxSignInBytes,
  message: 'password es un texto',
})
const role = optionQuery(
  'role',
  roles,
  'The role. Without it, a new account is an admin, and a known one keeps its role.',
)
const message = 'La cuenta va como un objeto JSON'

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

export const staffCalls = {
  'GET /api/session': {
    role: 'public',
    summary: 'Answers with the session and the settings that every page needs first.',
    answers: { 200: dataOf(sessionInfo) },
  },

  'POST /api/session': {
    role: 'public',
    needsKiosk: true,
    summary: 'Signs in, and sets the cookie of the session.',
    description: 'A wrong name and a wrong password get the same 401.',
    /** A user or a password that is not a text is a wrong one. */
    body: requested('Usuario y contraseña van como un objeto JSON', {
      user: Type.Optional(anything('The name of the account.')),
      password: Type.Optional(anything('The password.')),
    }),
    bodyLimit: maxSignInBytes,
    answers: { 200: dataOf(sessionInfo) },
  },

  'DELETE /api/session': {
    role: 'public',
    needsKiosk: true,
    summary: 'Signs out.',
    answers: { 204: empty },
  },

  'GET /api/accounts': {
    role: 'admin',
    summary: 'Lists the accounts by name, with the phones that are paired with gates.',
    answers: { 200: dataList(account) },
  },

  'POST /api/accounts': {
    role: 'admin',
    summary: 'Adds an account.',
    description:
      '409 if the name exists, also in other letters: names are compared after NFKC, without case and with single ' +
      'spaces. 422 with `fields` if the name or the password breaks its rule. No answer contains a password.',
    body: requested(message, { user, password, role }),
    bodyLimit: maxSignInBytes,
    answers: { 201: dataOf(account) },
  },

  'PUT /api/accounts': {
    role: 'admin',
    summary: 'Changes the password or the role of an account.',
    description:
      'A new password ends the sessions of the account; a browser that is signed in with it gets the cookie of a new ' +
      'session. A new role counts at once in all of its sessions. 409 for a paired phone, and for the only admin if ' +
      'the laptop needs a session too.',
    body: requested(message, { user, password: Type.Optional(password), role }),
    bodyLimit: maxSignInBytes,
    answers: { 200: dataOf(account) },
  },

  'DELETE /api/accounts': {
    role: 'admin',
    isFinal: true,
    summary: 'Removes an account or a paired phone, and ends its sessions.',
    description: '409 for the only admin if the laptop needs a session too.',
    query: Type.Object({
      user: text('The name of the account.', { message: 'Falta user, el nombre de la cuenta' }),
    }),
    answers: { 204: empty },
  },

  'POST /api/gate/pairings': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Makes a code that pairs one phone with a gate, and is valid for ten minutes.',
    description: '400 if there is no such gate.',
    body: requested('El pedido va como un objeto JSON', { gate: gateName }),
    answers: { 201: dataOf(newPairing) },
  },

  'GET /api/gate/pairings/:id': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Answers with a code, and with the phone that has used it.',
    params,
    answers: { 200: dataOf(pairing) },
  },

  'DELETE /api/gate/pairings/:id': {
    role: 'admin',
    needsKiosk: true,
    summary: 'Makes a code unusable that no phone has used.',
    params,
    answers: { 204: empty },
  },

  'POST /api/gate/pair': {
    role: 'public',
    needsKiosk: true,
    summary: 'Makes the browser the gate of a code, and sets the cookie of its session.',
    description:
      '404 for an unknown code, which is delayed like a wrong code of a credential, and 410 for one that was used or ' +
      "cancelled, or has expired. The browser's earlier session ends.",
    body: requested('El código va como un objeto JSON', {
      code: text('The code.', { maxLength: 100, message: 'code es el código que muestra la mesa' }),
    }),
    bodyLimit: 1024,
    answers: { 200: dataOf(sessionInfo) },
  },
} satisfies Calls
