/** Tests of what the form says and offers if no camera opens. */
import { expect, test } from 'vitest'
import { photoCamera, problemOf } from '../../../client/camera/camera.ts'

test.each([
  ['NotAllowedError', 'El navegador no deja usar la cámara. Permítala'],
  ['SecurityError', 'El navegador no deja usar la cámara. Permítala'],
  ['NotFoundError', 'No se encontró ninguna cámara. Conecte una'],
  ['OverconstrainedError', 'No se encontró ninguna cámara. Conecte una'],
  ['NotReadableError', 'quizás la usa otro programa, como Zoom o Teams. Ciérrelo'],
])('a camera that fails with %s says what to do', (name, text) => {
  expect(problemOf(new DOMException('', name))).toContain(text)
})

test('a page without access to a camera asks a phone for its own, and offers a laptop only its files', () => {
  const mediaDevices = {} as MediaDevices
  for (const maxTouchPoints of [0, 5]) expect(photoCamera({ mediaDevices, maxTouchPoints })).toBe('page')
  expect(photoCamera({ maxTouchPoints: 5 })).toBe('phone')
  // A capture input would open the files of a laptop, too.
  expect(photoCamera({ maxTouchPoints: 0 })).toBeUndefined()
})
