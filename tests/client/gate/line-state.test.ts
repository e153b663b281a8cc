/** Tests of the texts by which a gate tells what the server does not have. */
import { expect, test } from 'vitest'
import { awayText, rejectedText, unsentText } from '../../../client/gate/line-state.tsx'

const now = new Date(2026, 10, 22, 9, 54)
const roster = { at: new Date(2026, 10, 22, 9, 42).toISOString(), size: 1, gates: ['Norte'] }

test('a gate without the server names the time of its list, and counts what waits', () => {
  expect(awayText({ waiting: 0 }, now)).toBe('Este equipo todavía no tiene la lista')
  expect(awayText({ roster, waiting: 0 }, now)).toBe('Responde con la lista de las 09:42 (hace 12 min)')
  expect(awayText({ roster, waiting: 1 }, now)).toMatch(/ · 1 lectura por enviar$/)
  expect(awayText({ roster, waiting: 3 }, now)).toMatch(/ · 3 lecturas por enviar$/)
})

test('unsent and refused scans stay in the device, in the singular and in the plural', () => {
  expect(unsentText(1)).toBe(
    '1 lectura por enviar: queda guardada en este equipo, y se envía cuando vuelva a ser una puerta.',
  )
  expect(unsentText(2)).toContain('2 lecturas por enviar: quedan guardadas en este equipo, y se envían')
  expect(rejectedText({ count: 1, reason: 'no' })).toBe(
    'La laptop no acepta 1 lectura, que queda en este equipo: no.',
  )
  expect(rejectedText({ count: 2, reason: 'no' })).toContain('2 lecturas, que quedan en este equipo')
})
