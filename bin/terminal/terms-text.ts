/** The terms of a credential for people, one line each. */
import { fields } from '#domain/pilot/fields'
import type { Pilot } from '#domain/pilot/pilot'
import { formatDate } from '#domain/text/date'
import { printable } from '#domain/text/names'
import { describeStatus, issuedOn, type StatusBasis, statusOf } from '#domain/validity/status'
import { describeSuspension, termsLabels } from '#domain/validity/terms'

/** Returns pairs of a label and a text. */
export function termsLines(pilot: Pilot, { rules, day }: StatusBasis): [string, string][] {
  const { until, medical, suspension } = pilot.terms ?? {}
  return [
    ['Credencial', describeStatus(statusOf(pilot, rules, day))],
    [termsLabels.issued, formatDate(issuedOn(pilot, day))],
    ...(until ? [pair(termsLabels.until, formatDate(until))] : []),
    ...(medical ? [pair(termsLabels.medical, formatDate(medical))] : []),
    ...(suspension ? [pair(termsLabels.suspension, describeSuspension(suspension))] : []),
  ]
}

export function describeTerms(pilot: Pilot, basis: StatusBasis): string {
  const { poliza_hasta: insured } = pilot
  const { label } = fields.poliza_hasta
  const lines = [...termsLines(pilot, basis), ...(insured ? [pair(label, formatDate(insured))] : [])]
  const width = Math.max(...lines.map(([label]) => label.length))
  return printable(lines.map(([label, text]) => `${label.padEnd(width)}  ${text}\n`).join(''))
}

function pair(label: string, text: string): [string, string] {
  return [label, text]
}
