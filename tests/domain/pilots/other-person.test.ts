/** Tests which riders with one document are two persons. */
import { expect, test } from 'vitest'
import { isOtherPerson } from '#domain/pilots/checks/other-person'

const ana = { name: 'Ana María', lastname: 'Núñez Peña', fechanac: '1994-02-28' }

test.each<[name: string, lastname: string, fechanac?: string]>([
  ['Pedro', 'Soto Díaz', '2001-05-12'],
  ['Luis', 'Núñez Peña', '1996-01-01'],
  ['Ana', 'Soto', '1990-01-01'],
  ['Ana María', 'Soto Peña', '1990-01-01'],
  ['Mario', 'Núñez Peña', '1994-03-01'],
  ['Pedro', 'Soto Díaz'],
])('%s %s of %s is another person', (name, lastname, fechanac) => {
  const other = { name, lastname, ...(fechanac && { fechanac }) }
  expect([isOtherPerson(ana, other), isOtherPerson(other, ana)]).toEqual([true, true])
})

test.each<[how: string, name: string, lastname: string, fechanac?: string]>([
  ['a corrected birth date', 'Ana María', 'Núñez Peña', '1995-02-28'],
  ['no birth date', 'ANA MARIA', 'NUÑEZ PEÑA'],
  ['other names of the same birth date', 'Rosa', 'Soto', '1994-02-28'],
  ['a missing second surname', 'Ana María', 'Nuñez', '1990-01-01'],
  ['a missing second name', 'Ana', 'Núñez Peña', '1990-01-01'],
  ['an initial', 'Ana M.', 'Núñez P.', '1990-01-01'],
  ['the surnames first', 'Peña Ana', 'Núñez', '1990-01-01'],
  ['a typo in a word', 'Ana', 'Nuñes Peña', '1990-01-01'],
  ['a space in a word', 'Anamaría', 'Núñez Peña', '1990-01-01'],
  ['no name', '', '', '1990-01-01'],
])('with %s, a rider may be the same person', (_how, name, lastname, fechanac) => {
  const other = { name, lastname, ...(fechanac && { fechanac }) }
  expect([isOtherPerson(ana, other), isOtherPerson(other, ana)]).toEqual([false, false])
})
