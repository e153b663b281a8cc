/** Tests of the identity cards that a scanner reads. All people in them are invented. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CardLines, isCardText, longestScan } from '../../../../client/scan/identity/card-text.ts'
import { readCard, readColombianCard } from '../../../../client/scan/identity/read-card.ts'
import {
  cardZone,
  checkDigit,
  colombianCard,
  keyboards,
  passportZone,
} from '../../../support/identity-cards.ts'

const argentina = '00123456789@PEREZ NUÑEZ@JUAN CARLOS@M@30123456@B@05/02/1983@10/05/2015@203'
/** Returns the address in the QR of a Chilean card. */
function chileanAddress(path: string, run: string, birthday: string): string {
  const serial = '512345678'
  const mrz = [serial, birthday, '300505'].map((part) => part + checkDigit(part)).join('')
  return `https://${path}?RUN=${run}&type=CEDULA&serial=${serial}&mrz=${mrz}`
}

const chile = chileanAddress('portal.sidiv.registrocivil.cl/docstatus', '12345678-5', '480505')

const quispeName = 'QUISPE<NUNEZ<<MARIA<FERNANDA'
const fechanac = '14/05/1998'
const quispe = { name: 'María Fernanda', lastname: 'Quispe Nunez', dni: '41234567', paisdoc: 'PE', fechanac }
/** Returns the zone of a card in one line. */
const zone = (card: Parameters<typeof cardZone>[0]) => cardZone(card).join('')
const peru = cardZone({ head: 'I<PER', number: '41234567', names: quispeName })
const peruInLine = peru.join('')

test.each([
  [
    'the current Argentine card',
    argentina,
    { name: 'Juan Carlos', lastname: 'Perez Nuñez', dni: '30123456', paisdoc: 'AR', fechanac: '05/02/1983' },
  ],
  [
    'the first Argentine layout',
    '@30123456  @A@1@PEREZ@JUAN@ARGENTINA@05/02/1983@M@10/05/2010@00012345@7055',
    { name: 'Juan', lastname: 'Perez', dni: '30123456', paisdoc: 'AR', fechanac: '05/02/1983' },
  ],
  [
    'the Argentine card of 2026, with short years and no sex',
    '00123456789@PEREZ@JUAN@30123456@A@05/02/83@10/05/26',
    { name: 'Juan', lastname: 'Perez', dni: '30123456', paisdoc: 'AR', fechanac: '05/02/1983' },
  ],
  [
    'an Argentine card with sex X',
    '00123456789@SOSA@ALEX@X@45123456@A@05/02/2003@10/05/2023',
    { name: 'Alex', lastname: 'Sosa', dni: '45123456', paisdoc: 'AR', fechanac: '05/02/2003' },
  ],
  [
    'an Argentine number with a letter, and further fields',
    '00123456789@SOSA@EVA@F@F1234567@A@05/02/1950@10/05/2015@20@X@Y',
    { name: 'Eva', lastname: 'Sosa', dni: '1234567', paisdoc: 'AR', fechanac: '05/02/1950' },
  ],
  [
    'an Argentine card that is cut short',
    '00123456789@PEREZ@JUAN@M@30123456@',
    { name: 'Juan', lastname: 'Perez', dni: '30123456', paisdoc: 'AR' },
  ],
  ['a Chilean card', chile, { dni: '12.345.678-5', paisdoc: 'CL', fechanac: '05/05/1948' }],
  [
    'a Chilean card of the newer host',
    chileanAddress('estado.registrocivil.cl/document-validity', '7654321-6', '900801'),
    { dni: '7.654.321-6', paisdoc: 'CL', fechanac: '01/08/1990' },
  ],
  ['the zone of a Peruvian card in one line', peruInLine, { ...quispe, name: 'Maria Fernanda' }],
  ['the zone of a Peruvian card in three lines', peru.join('\n'), { ...quispe, name: 'Maria Fernanda' }],
  [
    'the zone of an Argentine card',
    zone({ head: 'IDARG', number: '30123456', names: 'PEREZ<<JUAN' }),
    { name: 'Juan', lastname: 'Perez', dni: '30123456', paisdoc: 'AR', fechanac },
  ],
  [
    'the zone of a Colombian card, whose person has the number of the second line',
    zone({ head: 'ICCOL', number: '000123456', optional: ['', '1032456789'], names: 'GOMEZ<<ANA' }),
    { name: 'Ana', lastname: 'Gomez', dni: '1032456789', paisdoc: 'CO', fechanac },
  ],
  [
    'the zone of a Uruguayan card',
    zone({ head: 'IDURY', number: 'AA0123456', optional: ['12345678', ''], names: 'SILVA<<EVA' }),
    { name: 'Eva', lastname: 'Silva', dni: '12345678', paisdoc: 'UY', fechanac },
  ],
  [
    'the zone of a Bolivian card',
    zone({ head: 'IDBOL', number: '6543210', names: 'MAMANI<<EVO' }),
    { name: 'Evo', lastname: 'Mamani', dni: '6543210', paisdoc: 'BO', fechanac },
  ],
  [
    'the zone of an Ecuadorian card, whose number goes on behind the filler',
    [
      `I<ECU171234567<8${checkDigit('1712345678')}`.padEnd(30, '<'),
      ...cardZone({ head: 'I<ECU', number: '', names: 'MORA<<EVA' }).slice(1),
    ].join(''),
    { name: 'Eva', lastname: 'Mora', dni: '1712345678', paisdoc: 'EC', fechanac },
  ],
  [
    'the zone of a Chilean card',
    zone({ head: 'INCHL', number: '512345678', optional: ['', '12345678<5'], names: 'ROJAS<<EVA' }),
    { name: 'Eva', lastname: 'Rojas', dni: '12.345.678-5', paisdoc: 'CL', fechanac },
  ],
  [
    'a passport',
    passportZone({ head: 'P<BRA', number: 'FX123456', names: 'SOUZA<<ANA' }).join('\n'),
    {
      name: 'Ana',
      lastname: 'Souza',
      dni: 'No tiene',
      tipodoc: 'Pasaporte',
      documento: 'FX123456',
      fechanac,
    },
  ],
  [
    'a Peruvian passport, which has the DNI',
    passportZone({ head: 'P<PER', number: '123456789', optional: ['', '41234567'], names: quispeName }).join(
      '',
    ),
    { ...quispe, name: 'Maria Fernanda' },
  ],
  [
    'the yellow Colombian card',
    colombianCard(),
    {
      name: 'Ana Lucia',
      lastname: 'Gomez Peña',
      dni: '52345678',
      paisdoc: 'CO',
      fechanac: '03/12/1990',
      tiposangre: 'O+',
    },
  ],
])('%s fills the form without a doubt', (_what, text, values) => {
  const card = readCard(text)
  expect(card?.values).toEqual(values)
  expect([...(card?.uncertain ?? [])]).toEqual([])
  expect(card?.isOtherKeyboard).toBe(false)
})

test.each(
  Object.entries(keyboards).flatMap(([layout, under]) => [
    ['an Argentine card', layout, under(argentina), argentina],
    ['a Chilean card', layout, under(chile), chile],
  ]),
)('%s is read from a scanner whose computer has a %s keyboard', (_what, _layout, typed, text) => {
  expect(isCardText(typed)).toBe(true)
  expect(readCard(typed)).toEqual({ ...readCard(text), isOtherKeyboard: true })
})

test.each([
  ['Spanish', keyboards.Spanish],
  ['French', keyboards.French],
])('a machine-readable zone is read from a scanner whose computer has a %s keyboard', (_layout, under) => {
  expect(readCard(under(peruInLine))).toEqual({ ...readCard(peruInLine), isOtherKeyboard: true })
})

test('a text that is longer than any scan is no card, and one full of birthdays is read in linear time', () => {
  expect(readCard(colombianCard().padEnd(longestScan))).toBeDefined()
  expect(readCard(colombianCard().padEnd(longestScan + 1))).toBeUndefined()
  expect(readColombianCard('F19901203'.repeat(100_000))).toBeUndefined()
})

test.each([
  ['a lost ñ', '00123456789@MU?OZ@JUAN@M@30123456@B@05/02/1983@10/05/2015', ['lastname']],
  ['a Chilean number with a wrong check digit', chile.replace('-5', '-6'), ['dni']],
  [
    'a wrong check digit of the number',
    zone({ head: 'I<PER', number: '41234567', names: 'SOSA<<EVA' }).replace('41234567', '41234568'),
    ['dni'],
  ],
  ['a wrong check digit of the birthday', peruInLine.replace('980514', '980515'), ['fechanac']],
  [
    'names that fill their line',
    zone({ head: 'I<PER', number: '41234567', names: 'QUISPE<HUANCAHUARI<<MARIA<FERNANDA' }),
    ['name'],
  ],
  ['a year that may be of two centuries', '00123456789@SOSA@EVA@30123456@A@05/02/25@10/05/26', ['fechanac']],
  [
    'a card without the number of the person',
    zone({ head: 'IDMEX', number: '123456789', names: 'LOPEZ<<EVA' }),
    ['documento'],
  ],
  [
    'a Colombian card without the blanks between its fields',
    '0052345678GOMEZPEÑAANALUCIA0F19901203050016O+',
    ['lastname', 'name'],
  ],
])('%s is marked for review', (_what, text, doubts) => {
  expect([...(readCard(text)?.uncertain ?? [])]).toEqual(doubts)
})

test.each(['98<<<<', '9805<<', '<<<<<<'])(
  'a card with the birthday %s is read without its birthday',
  (birthday) => {
    const card = readCard(zone({ head: 'I<PER', number: '41234567', birthday, names: quispeName }))
    expect(card?.values).toEqual({
      name: 'Maria Fernanda',
      lastname: 'Quispe Nunez',
      dni: '41234567',
      paisdoc: 'PE',
    })
    expect([...(card?.uncertain ?? [])]).toEqual([])
    expect(card?.notes).toEqual(['El documento no dice la fecha de nacimiento completa: escríbala.'])
  },
)

test('a zone that arrives line by line is joined, and a line without its followers is no card', () => {
  const lines = new CardLines()
  expect(lines.add(peru[0] ?? '')).toBe('more')
  expect(lines.add(peru[1] ?? '')).toBe('more')
  expect(lines.add(peru[2] ?? '')).toEqual({ card: peru.join('\n') })
  expect(lines.add(peru[0] ?? '')).toBe('more')
  expect(readCard(lines.take())).toBeUndefined()
  expect(lines.take()).toBe('')
})

test('credentials, licences and ordinary texts are no cards, whatever they contain', () => {
  for (const text of [
    '7K3Q9XW2M4TB',
    'http://192.168.1.20:4780/credencial/7K3Q9XW2M4TB',
    'LIC-2026-000123',
  ]) {
    expect(isCardText(text)).toBe(false)
    expect(readCard(text)).toBeUndefined()
  }
  const word = fc.stringMatching(/^[\p{L}\d .,'"@<;/-]{0,100}$/u)
  const shape = fc.stringMatching(/^[ACIPV][A-Z<]{4}[A-Z0-9<]{85}$/)
  fc.assert(
    fc.property(
      fc.oneof(word, fc.string({ maxLength: 200 }), shape, fc.emailAddress()),
      (text) => !readCard(text),
    ),
  )
})
