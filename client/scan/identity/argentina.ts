/** The PDF417 of the Argentine identity card: fields between `@`. */
import { cardOf, type IdentityCard } from './identity-card.ts'

/**
 * Reads the current layout, `trámite@APELLIDO@NOMBRES@sexo@DNI@ejemplar@nacimiento@…`, that of 2026, which has no sex
 * and years of two digits, or the first one, `@DNI@ejemplar@1@APELLIDO@NOMBRES@ARGENTINA@nacimiento@…`. A scan that was
 * cut short after the number has no birthday.
 */
export function readArgentineCard(text: string): IdentityCard | undefined {
  const parts = text.split('@').map((part) => part.trim())
  const { lastname, name, number, birthday } = parts[0] === '' ? firstLayout(parts) : currentLayout(parts)
  const [, dni] = /^[MF]?(\d{6,8})$/i.exec(number ?? '') ?? []
  if (!dni || !lastname || !name || isNumber(lastname) || isNumber(name)) return undefined
  const isDate = /^\d\d\/\d\d\/(?:\d{4}|\d\d)$/.test(birthday ?? '')
  return cardOf({ name, lastname, number: { dni }, ...(isDate && { birthday }) })
}

function firstLayout([, number, , , lastname, name, , birthday]: readonly string[]) {
  return { lastname, name, number, birthday }
}

function currentLayout([, lastname, name, ...rest]: readonly string[]) {
  const [number, , birthday] = /^[MFX]$/i.test(rest[0] ?? '') ? rest.slice(1) : rest
  return { lastname, name, number, birthday }
}

function isNumber(text: string): boolean {
  return /^[\d\s]+$/.test(text)
}
