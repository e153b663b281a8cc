/** Follows the order that a request gives through all that is called for it, so that each change knows its order. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { keyOf, type OrderStep, otherOrder } from '#domain/desk/done-orders'
import { hasShape, type Shaped } from '#domain/stored/checks'

export type GivenOrder = Omit<OrderStep, 'place'>

interface RunningOrder extends GivenOrder {
  /** The number of its changes so far. */
  steps: number
  /** True once it is answered: what it has started, such as a print job, is no part of it. */
  isOver: boolean
}

const running = new AsyncLocalStorage<RunningOrder>()

/** Runs the work of an order, whose changes are remembered. Without an order, it only runs the work. */
export function inOrder<Answer extends Promise<unknown>>(
  given: GivenOrder | undefined,
  work: () => Answer,
): Answer {
  if (!given) return work()
  const order = { ...given, steps: 0, isOver: false }
  const end = () => {
    order.isOver = true
  }
  const answer = running.run(order, work)
  answer.then(end, end)
  return answer
}

/** Returns a part that was done. @throws PilotosError if an order with this identifier said something else */
export function doneIn(
  values: ReadonlyMap<string, unknown>,
  step: OrderStep,
): Shaped<'doneOrder'> | undefined {
  const done = values.get(keyOf(step))
  if (!hasShape('doneOrder', done)) return undefined
  if (done.digest !== step.digest) throw otherOrder()
  return done
}

/** Returns the part of the running order whose turn it is. Undefined if none runs. */
export function stepOfNow(): OrderStep | undefined {
  const order = running.getStore()
  if (!order || order.isOver) return undefined
  const { steps, isOver: _, ...given } = order
  return { ...given, place: steps }
}

/** Returns the same part, and begins it: the next one has the next turn. */
export function nextStep(): OrderStep | undefined {
  const step = stepOfNow()
  const order = running.getStore()
  if (order) order.steps += 1
  return step
}
