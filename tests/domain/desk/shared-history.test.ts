/** Tests of the words with which the history of what all desks share tells the values. */
import { expect, test } from 'vitest'
import type { StoredSettings } from '#domain/desk/settings'
import { Shared } from '#domain/desk/shared'
import { sharedHistory } from '#domain/desk/shared-history'
import type { LoggedChange } from '#domain/pilots/history/history'
import { anEvent } from '../../support/events.ts'

/** Returns what the history tells of some settings that followed each other, the oldest first. */
function toldOf(...all: readonly StoredSettings[]): string[] {
  let shared = new Shared()
  const log = all.map((stored, index): LoggedChange => {
    const set = shared.to(stored)
    shared = shared.with(set)
    return { number: index + 1, at: '2026-11-20T10:00:00.000Z', change: { set } }
  })
  return sharedHistory(log)
    .reverse()
    .flatMap(({ what, changes }) => changes.map((change) => `${what} | ${change}`))
}

const category = { id: 'rally-expertos', modalidad: 'RALLY', name: 'Súper', age: { from: 18, on: 'race' } }
const event = { ...anEvent({ name: '', categories: [category as never] }), openedAt: '' }
const till = { currency: 'PEN', prices: [], means: [], chips: [], shifts: [], erased: [], spent: {} }
const withTill = (changes: object) => ({ events: { primero: { ...event, till: { ...till, ...changes } } } })

test('the count of a drawer is told by means, in the currency of the event, also if it is counted again', () => {
  const shift = { letter: 'A', drawer: 'marta', shift: 1, float: 5000 }
  const counted = (cents: number) => {
    const closed = { at: '2026-11-20T20:00:00.000Z', counted: { Efectivo: cents, Yape: 3000 } }
    return withTill({ shifts: [{ ...shift, closed }] })
  }
  expect(toldOf(withTill({ shifts: [shift] }), counted(12_050), counted(13_050)).slice(2)).toEqual([
    'Caja A, turno 1, Primer evento | Agregado: Fondo S/ 50.00',
    'Caja A, turno 1, Primer evento | Cierre: «» → «Contado Efectivo S/ 120.50, Yape S/ 30.00»',
    'Caja A, turno 1, Primer evento | Cierre, Contado, Efectivo: «S/ 120.50» → «S/ 130.50»',
  ])
})

test('categories, countries and kinds have the words that people know, and no codes', () => {
  const price = {
    id: 'p1',
    kind: 'entry',
    label: 'Inscripción',
    modalidad: 'RALLY',
    category: category.id,
    cents: 8000,
  }
  const list = {
    kind: 'final',
    version: 1,
    at: '2026-11-20T10:00:00.000Z',
    digest: 'a',
    riders: [],
    left: [],
  }
  const after = { ...event, country: 'BO', categories: [{ ...category, age: { from: 18, on: 'year-end' } }] }
  const told = toldOf(
    { publicData: 'completa', ...withTill({ prices: [price] }) },
    {
      publicData: 'minima',
      events: {
        primero: {
          ...after,
          startLists: { 'RALLY\nrally-expertos': list },
          till: { ...till, prices: [{ ...price, cents: 9000 }] },
        },
      },
    },
  )
  expect(told.slice(-5)).toEqual([
    'Vista pública | «Completa» → «Mínima»',
    'Evento Primer evento | País: «» → «Bolivia»',
    'Evento Primer evento | Categoría Súper, Edad, Contada: «el día de la carrera» → «al 31 de diciembre»',
    'Lista de salida RALLY · Súper, Primer evento | Agregado: Clase definitiva, Versión 1',
    'Precio Inscripción RALLY · Súper, Primer evento | Monto: «S/ 80.00» → «S/ 90.00»',
  ])
  expect(told.join()).not.toContain('rally-expertos')
})

test('of a long text, the part that was changed is told', () => {
  const text = 'Acepto que guarden mis datos. '.repeat(20)
  const [, change] = toldOf(
    { consent: { text, version: 1 } },
    { consent: { text: `${text}Y mi foto.`, version: 1 } },
  )
  expect(change).toMatch(/^Texto del consentimiento \| Texto: «….*guarden mis datos\.» → «….*Y mi foto\.»$/)
})

test('a number that is no longer reserved is told with its person, and the money of erased persons is not told', () => {
  const reserved = [{ number: '7', modalidad: 'RALLY', for: 'Eva Ríos' }]
  const payment = { id: 'x', concept: 'Persona borrada', cents: 12_300 }
  const told = toldOf(
    { events: { primero: { ...event, reserved, till: { ...till, erased: [payment] } } } },
    { events: { primero: { ...event, till } } },
  )
  expect(told).toContain(
    'Evento Primer evento | Número reservado 7 RALLY: quitado, Modalidad RALLY, Para Eva Ríos',
  )
  expect(told.join()).not.toMatch(/123\.00|12300|Persona borrada/)
})
