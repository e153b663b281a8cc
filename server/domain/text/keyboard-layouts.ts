/**
 * The texts that a hand scanner may have meant. A scanner is a keyboard, usually set to that of the United States, and the
 * computer reads its keys by its own layout: Spanish, Brazilian (ABNT2) or French (AZERTY).
 */

/** The keys of the United States for the characters of a Spanish keyboard. */
const spanish: Readonly<Record<string, string>> = {
  '"': '@',
  '-': '/',
  Ñ: ':',
  ñ: ':',
  "'": '-',
  '’': '-',
  _: '?',
  '¡': '=',
  '¿': '=',
  '/': '&',
  ';': '<',
}

const brazilian: Readonly<Record<string, string>> = { ';': '/', Ç: ':', ç: ';', ':': '?' }

const french: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'àé"\'(-è_ç'].map((key, place) => [key, '023456789'.charAt(place)])),
  '&': '1',
  ...pairs('AQZWaqzw', 'QAWZqawz'),
  ...pairs(',?mM', 'mM;:'),
  ...pairs(';.:!/§', ',<./>?'),
  ...pairs('2178)°', '@!&*-_'),
}

/**
 * Returns the texts that a scanned text may stand for, in US keys, the likeliest first. The text itself is one of them.
 */
export function keyboardReadings(text: string): string[] {
  return [
    ...(isFrench(text) ? [translated(text, french)] : []),
    ...(isBrazilian(text) ? [translated(text, brazilian)] : []),
    text,
    fromSpanish(text),
  ]
}

/** Returns the digits that a scanner meant whose computer has a French keyboard, or the text itself. */
export function scannedDigits(text: string): string {
  return /^[&é"'(\-è_çà]+$/.test(text) && isFrench(text) ? translated(text, french) : text
}

/** An Ñ before a letter is of a name. */
function fromSpanish(text: string): string {
  return text.replace(/[Ññ](?!\p{L})|["\-'’_¡¿/;]/gu, (key) => spanish[key] ?? key)
}

/** Returns true for an address, or a date, as this layout writes it. */
function isBrazilian(text: string): boolean {
  return /[çÇ];;|credencial;|\d;\d\d;\d/i.test(text)
}

/** Returns true for a known address, or if no letter is small and more digits are of keys without Shift than with it. */
function isFrench(text: string): boolean {
  if (/credenciql|docstqtus/i.test(text)) return true
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(/[àéè_ç&"(]/g) > count(/\d/g) && !/[a-z]/.test(text)
}

function translated(text: string, keys: Readonly<Record<string, string>>): string {
  return text.replace(/[^\s]/g, (key) => keys[key] ?? key)
}

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((key, place) => [key, to.charAt(place)]))
}
