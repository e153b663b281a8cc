/** The pilots of the server: one by its identifier, and a selection of many. */

import type { CredentialPilot } from '#domain/api/wire'
import type { DuplicateQuery, Duplicates } from '#domain/pilots/calls'
import { requiredNames } from '#domain/pilots/fields'
import type { Pilot } from '#domain/pilots/pilot'
import type { ListFilter } from '#domain/pilots/search/list-query'
import { ApiError, callForOne, callForPilot } from './call.ts'

/** Returns one pilot, with the fields that this browser may see. */
export function loadPilot(id: string, signal?: AbortSignal): Promise<CredentialPilot> {
  return callForPilot('GET /api', { query: { list: id }, signal })
}

/** Returns one pilot with all fields, as the form needs it. @throws ApiError 401 if fields are hidden */
export async function loadFullPilot(id: string, signal?: AbortSignal): Promise<Pilot> {
  const pilot = await loadPilot(id, signal)
  if (!isFullPilot(pilot)) throw new ApiError(401, 'Inicie sesión para continuar')
  return pilot
}

function isFullPilot(pilot: CredentialPilot): pilot is Pilot {
  const { missing = [] } = pilot.status ?? {}
  return requiredNames.every((name) => pilot[name] !== undefined || missing.includes(name))
}

/** Pilots by their identifiers, or the pilots that a search and filters find. */
export interface Selection extends ListFilter {
  ids?: string[]
}

/** Returns an order with the names that its selection has on the wire. */
export function toWire<Order extends Selection>({ noPhoto, noCard, ...order }: Order) {
  return { ...order, no_photo: noPhoto, no_card: noCard }
}

/** Returns the pilots who already have the values of a form. */
export function loadDuplicates(
  { dni, tipodoc, documento, paisdoc, ...values }: Sought,
  signal?: AbortSignal,
): Promise<Duplicates> {
  const document = {
    dni: dni ?? undefined,
    tipodoc: tipodoc ?? undefined,
    documento: documento ?? undefined,
    paisdoc: paisdoc ?? undefined,
  }
  return callForOne('GET /api/duplicates', { query: { ...document, ...values }, signal })
}

type Sought = Omit<DuplicateQuery, 'tipodoc' | 'documento' | 'paisdoc'> &
  Partial<Record<'tipodoc' | 'documento' | 'paisdoc', string | null>>
