/** The gate and the direction that a browser remembers. */
import type { Direction } from '#domain/gate/passage'
import { isObject, parseJson } from '#domain/text/text'
import { gateKey, recall, remember } from '../api/browser-memory.ts'

export interface GateChoice {
  gate: string
  direction: Direction
}

/** The gate and the direction that were chosen last in this browser. */
export function recallChoice(): GateChoice | undefined {
  const value = parseJson(recall(gateKey) ?? '')
  if (!isObject(value) || typeof value.gate !== 'string') return undefined
  const direction = value.direction === 'out' ? 'out' : 'in'
  return { gate: value.gate, direction }
}

export function rememberChoice(choice: GateChoice): void {
  remember(gateKey, JSON.stringify(choice))
}
