/** Tests of the checks of a chosen photo and of a photo's name. */
import { expect, test } from 'vitest'
import { checkPhoto, isPhotoName, maxPhotoBytes, photoInvalid, photoTooLarge } from '#domain/pilots/pilot'

test.each([
  [{ type: 'image/jpeg', size: maxPhotoBytes }, undefined],
  [{ type: 'image/png', size: maxPhotoBytes + 1 }, photoTooLarge],
  [{ type: 'image/gif', size: 1 }, photoInvalid],
  [{ type: 'application/pdf', size: maxPhotoBytes + 1 }, photoInvalid],
  [{ type: '', size: 1 }, undefined],
])('the check of the chosen file %j, before it is sent, returns %s', (file, problem) => {
  expect(checkPhoto(file)).toBe(problem)
})

test('only a name in the format of the server is accepted as the name of a photo', () => {
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
