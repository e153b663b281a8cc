/** Tests of the numbers that the desk calls. */
import { expect, test } from 'vitest'
import { type Application, emptyQueue, type Queue, withApplication } from '#domain/applications/application'
import { aDraft } from '../../support/pilots.ts'

const now = '2026-11-28T10:00:00.000Z'

/** Returns an application, on which the desk has decided unless it waits. */
function anApplication(turn: number, isWaiting = false): Application {
  const sent = { id: String(turn).padStart(22, 'a'), device: '192.168.1.77', draft: aDraft(), photo: null }
  return { ...sent, turn, at: now, language: 'es', ...(!isWaiting && { outcome: { refused: 'Falta' } }) }
}

const nextTurn = (queue: Queue) => withApplication(queue, anApplication(1000), now).turn

test('a turn is free again once the desk has decided, so that the thousandth application of a day has one', () => {
  const decided = [2, 3].map((turn) => anApplication(turn))
  expect(nextTurn({ turn: 1, applications: decided })).toBe(2)
  const all = Array.from({ length: 999 }, (_, index) => anApplication(index + 1, index < 2))
  expect(nextTurn({ turn: 999, applications: all })).toBe(3)
  expect(nextTurn(emptyQueue)).toBe(1)
})
