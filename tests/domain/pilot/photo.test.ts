import { expect, test } from 'vitest'
import { checkPhoto, isPhotoName, maxPhotoBytes, photoInvalid, photoTooLarge } from '#domain/pilot/photo'

test.each([
  [{ type: 'image/jpeg', size: maxPhotoBytes }, undefined],
  [{ type: 'image/png', size: maxPhotoBytes + 1 }, photoTooLarge],
  [{ type: 'image/gif', size: 1 }, photoInvalid],
  [{ type: 'application/pdf', size: maxPhotoBytes + 1 }, photoInvalid],
  [{ type: '', size: 1 }, undefined],
])('the chosen file %j is refused before it is sent, or not: %s', (file, problem) => {
  expect(checkPhoto(file)).toBe(problem)
})

test('only a name that the server makes is the name of a photo', () => {
  const names = [
    '0123456789AB.jpg',
    '0123456789ab.jpg',
    '0123456789AB.png',
    '../123456789AB.jpg',
    '.jpg',
    null,
  ]
  expect(names.map(isPhotoName)).toEqual([true, false, false, false, false, false])
})
