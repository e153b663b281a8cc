/** The domains that most addresses have: completes them, and recognizes them with one wrong letter. */
import { isOneEditAway } from '../text/edit-distance.ts'

/** The frequent domains, the most frequent first. */
const frequentDomains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'yahoo.es',
  'hotmail.es',
  'outlook.es',
]

/**
 * Completes an address of which at most the beginning of a frequent domain is typed. Returns undefined for any other
 * text, and so for every valid address.
 * @example completeEmail('ana@h') // 'ana@hotmail.com'
 */
export function completeEmail(text: string): string | undefined {
  const [, name, start] = /^\s*([\w+.-]+)@([a-z]*)$/i.exec(text) ?? []
  if (name === undefined || start === undefined) return undefined
  const domain = frequentDomains.find((one) => one.startsWith(start.toLowerCase()))
  return domain && `${name}@${domain}`
}

/** Returns the address with the frequent domain that its domain nearly is, or undefined if it is near none. */
export function correctEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || frequentDomains.includes(domain) || ownDomains.has(domain)) return undefined
  const meant = frequentDomains.find((one) => isOneEditAway(domain, one))
  return meant && email.slice(0, at + 1) + meant
}

/** Domains that exist, and differ from a frequent one by a letter. */
const ownDomains = new Set([
  'ymail.com',
  'mail.com',
  'email.com',
  'love.com',
  'life.com',
  'like.com',
  'line.com',
])
