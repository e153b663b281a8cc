/** Tests the text of the consent and the consent of a pilot. */
import { expect, test } from 'vitest'
import { InvalidError, MalformedError } from '#domain/errors'
import { readGivenConsent } from '#domain/pilots/decisions'
import {
  type Consent,
  changedConsentText,
  consentText,
  dueConsent,
  withConsent,
} from '#domain/privacy/consent'
import { readSettings } from '#domain/stored/reading'

const consentIn = (consent: unknown) => readSettings({ consent }).consent

const now = '2026-11-25T15:00:00.000Z'

test('each change of the text is a new version, also after a time without a text', () => {
  const first = changedConsentText(undefined, ' Uso sus datos. ')
  expect(first).toEqual({ text: 'Uso sus datos.', version: 1 })
  expect(changedConsentText(first, 'Uso sus datos.\r\n')).toEqual(first)
  const none = changedConsentText(first, ' ')
  expect(none).toEqual({ text: '', version: 1 })
  expect(changedConsentText(none, 'Uso sus datos.')).toEqual({ text: 'Uso sus datos.', version: 2 })
})

test('a version has a next one', () => {
  const isRead = (version: number) => consentIn({ text: 'a', version }) !== undefined
  expect([0, 2 ** 53 - 1, 2 ** 53, 1e300].map(isRead)).toEqual([true, true, false, false])
})

test('a form gives a version that exists, for a minor with the name of an adult, and nothing else is stored', () => {
  const current = { text: 'Uso sus datos.', version: 2 }
  const read = (value: unknown, isMinor = false) => readGivenConsent(value, { current, isMinor, by: 'ana' })
  expect(read(null)).toBeNull()
  expect(read({ version: 1, guardian: 'Rosa', at: '2000', more: 'x' })).toEqual({ version: 1, by: 'ana' })
  expect(read({ version: 2, guardian: ' Rosa Núñez ' }, true)).toEqual({
    version: 2,
    by: 'ana',
    guardian: 'Rosa Núñez',
  })
  for (const guardian of [undefined, '  ', 'x'.repeat(121), {}])
    expect(() => read({ version: 2, guardian }, true)).toThrow(InvalidError)
  for (const value of [undefined, 1, {}, { version: 0 }, { version: 3 }, { version: '2' }])
    expect(() => read(value)).toThrow(MalformedError)
})

test('a repeated consent keeps its time, and a withdrawn one is gone', () => {
  const pilot: { name: string; consent?: Consent } = { name: 'Ana' }
  const given = withConsent(pilot, { version: 1, by: 'ana' }, now)
  expect(given).toEqual({ name: 'Ana', consent: { version: 1, by: 'ana', at: now } })
  const later = '2026-11-26T15:00:00.000Z'
  expect(withConsent(given, { version: 1, by: 'luis' }, later)).toEqual(given)
  expect(withConsent(given, undefined, later)).toEqual(given)
  expect(withConsent(given, { version: 2 }, later).consent).toEqual({ version: 2, at: later })
  expect(withConsent(given, null, later)).toEqual({ name: 'Ana' })
})

test('a pilot who accepted an older text, or none, is told apart while there is a text', () => {
  const current = { text: 'Uso sus datos.', version: 2 }
  const consent = { version: 1, at: now, guardian: 'Rosa' }
  expect(dueConsent(undefined, current)).toBe(2)
  expect(dueConsent(consent, current)).toBe(2)
  expect(dueConsent({ version: 2, at: now }, current)).toBeUndefined()
  expect(dueConsent(undefined, { text: '', version: 2 })).toBeUndefined()
  expect(dueConsent(undefined, undefined)).toBeUndefined()
  expect(consentText(consent, 2)).toBe('aceptó la versión 1 el 25/11/2026, por Rosa; la actual es la 2')
})
