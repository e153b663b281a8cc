/** Tests which letters the typefaces of the prints have, and how a rider whose letters they lack is named. */
import { expect, test } from 'vitest'
import { undrawableText } from '#domain/credential/cards'
import { missingCharacters } from '../../server/pdf/document.ts'

test('Latin, Greek and Cyrillic letters are drawn; the others are known before, each once', async () => {
  const texts = [
    ...['Íñigo João Őry Łukasz Đặng Çağrı Žižka', 'Иван Щёголев Київ Ґалаґан', 'Αλέξανδρος Ψωμιάδης'],
    ...['张伟 y 张磊', 'محمد', 'Ana 🏍️ Paz', 'Jose\u0301 Nu\u0301n\u0303ez\u200b'],
  ]
  expect(await missingCharacters(texts)).toEqual(['', '', '', '张伟磊', 'محد', '🏍', ''])
})

test('the riders are named with their letters, some of many, and it is said what to do', () => {
  const wei = { name: '张伟 Paz', characters: '张伟' }
  expect(undrawableText([wei], 1)).toBe(
    '1 piloto tiene letras que la tipografía de lo impreso no tiene, y salen como cuadros: 张伟 Paz (张伟). Para que se ' +
      'lean, edite al piloto y escriba esos datos con letras latinas.',
  )
  const long = { name: 'B', characters: '一二三四五六七八九十' }
  expect(undrawableText([wei, long], 12)).toContain(
    '12 pilotos tienen letras que la tipografía de lo impreso no tiene, y salen como cuadros: 张伟 Paz (张伟), B ' +
      '(一二三四五六七八…) y 10 más. ',
  )
})
