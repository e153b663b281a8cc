/**
 * The orders that were done, among the shared values of the log: one that is sent again, since its answer was lost, gets the
 * result that it had, and is not done twice.
 */
import { PilotosError } from '../errors.ts'
import type { Change, SetValues } from '../pilots/change.ts'
import type { Pilot } from '../pilots/pilot.ts'
import { isPilotId, type PilotId } from '../pilots/pilot-id.ts'
import { isObject } from '../text/text.ts'

/** A part of an order that is stored as one change. Most orders have only one. */
export interface OrderStep {
  /** The identifier of the order, which its sender made, and the place of the part in it, from 0. */
  id: string
  place: number
  /** The digest of what the order says. */
  digest: string
  /** True if it is remembered for good, and not for `orderDays`. */
  isKept: boolean
}

type Values = ReadonlyMap<string, unknown>

/** The days for which an order is remembered that is not remembered for good. */
const orderDays = 90

const prefix = '/orders/'

/** Returns the key of the value that remembers a part. */
export function keyOf({ id, place }: Pick<OrderStep, 'id' | 'place'>): string {
  return `${prefix}${id} ${place}`
}

/** Says that an order with this identifier was done, and that this one is not known to say the same. */
export function otherOrder(): PilotosError {
  return new PilotosError(
    'conflict',
    'Este pedido ya se hizo para otro piloto o con otros datos: revise lo hecho y empiece otro',
  )
}

/** Returns the values of a change that remember an order with its result, in which the riders are by their identifiers. */
export function remembering(
  { digest, isKept, ...step }: OrderStep,
  change: Change,
  result: unknown,
  now: string,
): SetValues {
  const { put = [], remove = [], revoke = [], seen = [] } = change
  const named = [...put, ...seen].map(({ id }) => id)
  const riders = [...new Set([...named, ...remove, ...revoke.flatMap(({ id, next }) => [id, next])])]
  const value = { digest, at: now, riders, ...(isKept && { kept: true }) }
  return {
    [keyOf(step)]: {
      ...value,
      ...(result !== undefined && { result: withIdentifiers(result) }),
    },
  }
}

/** Returns the values that forget the orders which are too old at `now`: ISO 8601. */
export function forgettingOld(values: Values, now: string): SetValues {
  const oldest = Date.parse(now) - orderDays * 24 * 3600 * 1000
  return forgetting(values, (done) => !done.kept && !(Date.parse(String(done.at)) > oldest))
}

/** Returns the values that forget all orders: a restore may have taken back what they did. */
export function forgettingAll(values: Values): SetValues {
  return forgetting(values, () => true)
}

function forgetting(values: Values, isGone: (done: Record<string, unknown>) => boolean): SetValues {
  const gone = [...values].filter(
    ([key, value]) => key.startsWith(prefix) && isGone(isObject(value) ? value : {}),
  )
  return Object.fromEntries(gone.map(([key]) => [key, null]))
}

/**
 * Returns values without the orders that name one of these riders, also in a text of the result, or nobody: these may have said
 * a name. From a digest, somebody could guess what an erased person had typed.
 */
export function withoutOrdersOf(
  codes: ReadonlySet<string>,
  values: SetValues,
  isMentionedIn = (text: string) => codes.has(text),
): SetValues {
  const isOf = ([key, value]: [string, unknown]) => {
    if (!key.startsWith(prefix) || !isObject(value)) return false
    const { riders, result } = value
    const isOfNobody = !Array.isArray(riders) || riders.length === 0
    return isOfNobody || textsIn([riders, result]).some((text) => codes.has(text) || isMentionedIn(text))
  }
  return Object.fromEntries(Object.entries(values).filter((one) => !isOf(one)))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A rider in a result. */
const riderMark = '@rider'

function withIdentifiers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIdentifiers)
  if (!isObject(value)) return value
  if (isRider(value)) return { [riderMark]: value.id }
  return mapped(value, withIdentifiers)
}

/** Returns true for a rider, who is the only object with the time of a registration. */
function isRider({ id, since }: Record<string, unknown>): boolean {
  return typeof since === 'string' && typeof id === 'string' && isPilotId(id)
}

/** Returns a result with the riders as they are now. */
export function withRiders(value: unknown, riderOf: (id: PilotId) => Pilot): unknown {
  if (Array.isArray(value)) return value.map((one) => withRiders(one, riderOf))
  if (!isObject(value)) return value
  const id = value[riderMark]
  return isPilotId(id) ? riderOf(id) : mapped(value, (one) => withRiders(one, riderOf))
}

function mapped(value: Record<string, unknown>, change: (one: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]))
}
