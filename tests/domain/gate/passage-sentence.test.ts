/** Tests of the sentences about passages. */
import { expect, test } from 'vitest'
import { passageSentence } from '#domain/gate/passage-sentence'
import type { PassageRecord } from '#domain/gate/schemas'
import { aPassageRecord, at } from '../../support/passages.ts'

const now = new Date(at('12:00'))

const entry = { gate: 'Sur', at: at('09:50'), received: at('10:10') }
const norte = { at: at('09:42'), gate: 'Norte' }
const offline = { offline: true, incident: true }

test.each<[string, Partial<PassageRecord>]>([
  ['Entró a las 09:50 por Sur.', {}],
  ['Salió a las 09:50 por Sur, sin conexión.', { direction: 'out', offline: true }],
  ['Entró a las 09:50 por Sur, sin credencial.', { cardless: true }],
  [
    'Salió a las 09:50 por Sur, sin conexión, sin credencial.',
    { direction: 'out', offline: true, cardless: true },
  ],
  [
    'Entró a las 09:42 por Norte y otra vez a las 09:50 por Sur, sin conexión.',
    { ...offline, result: 'again', previous: norte },
  ],
  [
    'Entró a las 09:50 por Sur, sin conexión, y otra vez a las 09:55 por Norte.',
    { ...offline, result: 'again', previous: { ...norte, at: at('09:55') } },
  ],
  ['Entró a las 09:42 por Norte y otra vez a las 09:50 por Sur.', { result: 'again', previous: norte }],
  [
    'Entró el 20/11 a las 09:42 por Norte y otra vez a las 09:50 por Sur, sin conexión.',
    { ...offline, result: 'again', at: at('09:50', 20), previous: { ...norte, at: at('09:42', 20) } },
  ],
  ['Entró a las 09:50 por Sur, sin conexión, con la credencial vencida.', { ...offline, result: 'expired' }],
  [
    'Entró a las 09:50 por Sur, sin conexión, con la credencial suspendida.',
    { ...offline, result: 'suspended' },
  ],
  ['Entró a las 09:50 por Sur, sin conexión, con una credencial anulada.', { ...offline, result: 'revoked' }],
  [
    'Entró a las 09:50 por Sur, sin conexión, con un texto que no es de ninguna credencial («hola»).',
    { ...offline, result: 'unknown', scanned: ' hola\n' },
  ],
  [
    'No pasó a las 09:50 por Sur: ya había entrado a las 09:42 por Norte.',
    { result: 'again', admitted: false, previous: norte },
  ],
  [
    'No pasó el 20/11 a las 09:50 por Sur, con la credencial vencida.',
    { result: 'expired', admitted: false, at: at('09:50', 20) },
  ],
  [
    'Se leyó a las 09:50 en Sur un texto que no es de ninguna credencial («hola»): no pasó.',
    { result: 'unknown', admitted: false, scanned: 'hola' },
  ],
  ['La misma lectura otra vez, a las 09:50 en Sur: no se cuenta.', { result: 'repeat', previous: norte }],
  ['Se deshizo una lectura a las 09:50 en Sur.', { corrects: 'b', admitted: false }],
])('%s', (sentence, changes) => {
  expect(passageSentence(aPassageRecord({ ...entry, ...changes }), now)).toBe(sentence)
})
