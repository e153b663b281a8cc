/** The terms of a credential for people, one line each. */

import { type StatusBasis, termsLines } from '#domain/credential/status'
import { fields } from '#domain/pilots/fields'
import type { Pilot } from '#domain/pilots/pilot'
import { formatDate } from '#domain/text/date'
import { printable } from '#domain/text/names'

export function describeTerms(pilot: Pilot, basis: StatusBasis): string {
  const { poliza_hasta: insured } = pilot
  const { label } = fields.poliza_hasta
  const policy: [string, string][] = insured ? [[label, formatDate(insured)]] : []
  const lines = [...termsLines(pilot, basis), ...policy]
  const width = Math.max(...lines.map(([label]) => label.length))
  return printable(lines.map(([label, text]) => `${label.padEnd(width)}  ${text}\n`).join(''))
}
