/** Tests the sentences about a print that waits for others, about its progress, and about cards that were printed before. */
import { expect, test } from 'vitest'
import { printedText } from '#domain/credential/printing'
import { progressText } from '../../../client/credential/print-run.ts'

test('names the print that is first as the reader knows it: an own one, or one of the laptop or of an account', () => {
  const whose = (by: string, user: string | null) => {
    const text = progressText({ before: 1, waits_for: { by, done: 0, total: 20 }, done: 0, total: 5 }, user)
    return /antes va (.+) \(0 de 20 credenciales\)\.$/.exec(text)?.[1]
  }
  expect(whose('esta laptop', null)).toBe('otra impresión de esta laptop')
  expect(whose('esta laptop', 'ana')).toBe('la impresión de la laptop')
  expect(whose('ana', 'ana')).toBe('otra impresión suya')
  expect(whose('beto', 'ana')).toBe('la impresión de beto')
  expect(whose('beto', null)).toBe('la impresión de beto')
})

test('says how far a print is, once the number of its cards is known, and how far the first one is while it waits', () => {
  const waits_for = { by: 'ana', done: 2300, total: 10_000 }
  const states = [
    { before: 0, waits_for: null, done: 0, total: 0 },
    { before: 0, waits_for: null, done: 1, total: 3 },
    { before: 2, waits_for, done: 0, total: 1 },
    { before: 3, waits_for, done: 0, total: 1 },
  ]
  const first = 'Espera su turno: antes va la impresión de ana (2.300 de 10.000 credenciales)'
  expect(states.map((state) => progressText(state, null))).toEqual([
    'Preparando el PDF… ',
    'Preparando el PDF… 1 de 3',
    `${first} y 1 impresión más.`,
    `${first} y 2 impresiones más.`,
  ])
})

test('says how many of the cards were printed before', () => {
  const texts = [
    [1, 1],
    [2, 2],
    [1, 3],
    [2, 1200],
  ] as const
  expect(texts.map(([printed, total]) => printedText(printed, total))).toEqual([
    'Esta credencial ya se imprimió.',
    'No falta ninguna: las 2 ya se imprimieron.',
    '1 de 3 ya tiene credencial impresa.',
    '2 de 1.200 ya tienen credencial impresa.',
  ])
})
