/** The sections of a credential for the desk: the entries, the chips and the charges of the rider in the open event. */
import { useState } from 'react'
import { EntriesSection, type EntriesSectionProps } from '../events/entries-section.tsx'
import { PaymentCheck } from '../till/charge-dialog.tsx'
import { ChargesSection } from '../till/charges-section.tsx'
import { ChipLine } from '../till/chip-line.tsx'

export function CredentialSections(props: Omit<EntriesSectionProps, 'payment' | 'children'>) {
  const [isCharging, setCharging] = useState(false)
  const { pilot } = props
  return (
    <>
      <EntriesSection {...props} payment={<PaymentCheck pilot={pilot} onCharge={() => setCharging(true)} />}>
        <ChipLine {...props} />
      </EntriesSection>
      {pilot.owed !== undefined && (
        <ChargesSection {...props} isCharging={isCharging} onCharge={setCharging} />
      )}
    </>
  )
}
