/** Tests of control characters in the terminal and in spreadsheets. */
import { expect, test } from 'vitest'
import { escapeControls, printable, unescapeControls } from '#domain/text/names'

test.each([
  ['Ana\u001b[2J', 'Ana [2J'],
  ['Ana\u009b1m', 'Ana 1m'],
  ['a\tb\rc\u0000d\u007f', 'a b c d '],
  ['\u202eabc\u2069', ' abc '],
  ['uno\ndos', 'uno\ndos'],
  ['Íñigo «Ñandú» 😀 \u200b', 'Íñigo «Ñandú» 😀 \u200b'],
])('%j is sent to a terminal as %j', (text, sent) => {
  expect(printable(text)).toBe(sent)
})

test.each([
  ['Ana\u001b[2J', 'Ana_x001b_[2J'],
  ['\u009b\u007f\u0000', '_x009b__x007f__x0000_'],
  ['\u202eabc', '_x202e_abc'],
  ['a\rb', 'a_x000d_b'],
  ['a\tb\nc\r\nd', 'a\tb\nc\r\nd'],
  ['_x0041_', '_x005f_x0041_'],
  ['_X001B_', '_x005f_X001B_'],
  ['_x00', '_x00'],
  ['Íñigo «Ñandú»', 'Íñigo «Ñandú»'],
])('%j is written into a spreadsheet as %j, and read back', (text, written) => {
  expect(escapeControls(text)).toBe(written)
  expect(unescapeControls(written)).toBe(text)
})

test.each([
  ['_x0041_', '_x0041_'],
  ['_x00e1_', '_x00e1_'],
  ['_X001B_', '\u001b'],
  ['_x001B_', '\u001b'],
  ['_x005f_', '_'],
])('the code %s of another program is read as %j', (code, text) => {
  expect(unescapeControls(code)).toBe(text)
})
