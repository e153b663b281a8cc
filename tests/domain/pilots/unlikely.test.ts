/** Tests the warnings about unlikely values, and the suggestions of clubs and of e-mail domains. */
import { expect, test } from 'vitest'
import { frequentClubs, matchingClubs } from '#domain/pilots/checks/duplicates'
import { completeEmail, unlikely } from '#domain/pilots/checks/unlikely'
import type { FieldName } from '#domain/pilots/fields'

const now = new Date(2026, 10, 22)
const clubs = ['Moto Club Arequipa', 'Moto Club 1', 'Ñandú', 'Los Andes A', 'Moto Club Lima']

test.each<[FieldName, string, string | undefined]>([
  ['fechanac', '28/02/1994', undefined],
  ['fechanac', '01/01/2023', undefined],
  ['fechanac', '01/01/1926', undefined],
  ['fechanac', '01/05/2026', 'Nació este año: revise la fecha'],
  ['fechanac', '01/05/2025', 'Cumple 1 año este año: revise la fecha'],
  ['fechanac', '01/05/1925', 'Cumple 101 años este año: revise la fecha'],
  ['fechanac', '31/02/1994', undefined],
  ['celular', '987654321', undefined],
  ['celular', '98', 'Tiene solo 2 cifras: revise el número'],
  ['celular', '9', 'Tiene solo 1 cifra: revise el número'],
  ['celular', '', undefined],
  ['celular', '999999999', '¿Quiso decir No tiene?'],
  ['email', 'sincorreo@gmail.com', '¿Quiso decir No tiene?'],
  ['club', 'ninguno', '¿Quiso decir Independiente?'],
  ['nlicencia', 'S/N', '¿Quiso decir No tiene?'],
  ['email', 'ana@gmail.com', undefined],
  ['email', 'ana@ejemplo.org', undefined],
  ['email', 'ana@ymail.com', undefined],
  ['email', 'ana@gmial.com', '¿Quiso decir ana@gmail.com?'],
  ['email', 'ana@Hotmal.com', '¿Quiso decir ana@hotmail.com?'],
  ['email', 'ana@gmail.con', '¿Quiso decir ana@gmail.com?'],
  ['club', 'Moto Club Arequipa', undefined],
  ['club', 'MOTO-CLUB  AREQUIPA', '¿Quiso decir Moto Club Arequipa?'],
  ['club', 'Nandu', '¿Quiso decir Ñandú?'],
  ['club', 'Moto Club Areqipa', '¿Quiso decir Moto Club Arequipa?'],
  ['club', 'Moto Club 2', undefined],
  ['club', 'Los Andes B', undefined],
  ['club', 'Moto Club Cusco', undefined],
  ['name', 'X', undefined],
])('the %s %j gets the warning %j', (name, value, message) => {
  expect(unlikely(name, value, { now, clubs })?.message).toBe(message)
})

test.each([
  ['ana@', 'ana@gmail.com'],
  ['ana.paz+1@H', 'ana.paz+1@hotmail.com'],
  ['ana@ou', 'ana@outlook.com'],
  ['ana@gmail.com', undefined],
  ['ana@q', undefined],
  ['ana', 'ana@gmail.com'],
  ['@', undefined],
])('the e-mail %j is completed to %j', (text, completed) => {
  expect(completeEmail(text)).toBe(completed)
})

test('clubs are ordered by their pilots, and found by the beginnings of their words', () => {
  const counts: [string, number][] = [
    ['Sur', 1],
    ['Moto Club Ica', 5],
    ['Ícaro', 2],
    ['Álamo', 1],
  ]
  const clubs = frequentClubs(counts)
  expect(clubs).toEqual(['Moto Club Ica', 'Ícaro', 'Álamo', 'Sur'])
  expect(matchingClubs('IC', clubs, 5)).toEqual(['Ícaro', 'Moto Club Ica'])
  expect(matchingClubs('club m', clubs, 5)).toEqual(['Moto Club Ica'])
  expect(matchingClubs('', clubs, 2)).toEqual(['Moto Club Ica', 'Ícaro'])
  expect(matchingClubs('x', clubs, 5)).toEqual([])
})
