/** The tasks of the desk for a rider, and the sections of a credential: the entries, the chips and the charges. */
import { useState } from 'react'
import { pilotOf } from '../api/call.ts'
import { useCurrentEvents } from '../api/event-list.ts'
import { EntriesSection, type EntriesSectionProps } from '../events/entries-section.tsx'
import { WaiverLine } from '../signing/waiver-line.tsx'
import { ChargeDialog, chargeAction, PaymentCheck } from '../till/charge-dialog.tsx'
import { ChargesSection } from '../till/charges-section.tsx'
import { ChipLine } from '../till/chip-line.tsx'

type RiderProps = Omit<EntriesSectionProps, 'children'>

export function CredentialSections(props: RiderProps) {
  return (
    <>
      <EntriesSection {...props}>
        <ChipLine {...props} />
      </EntriesSection>
      {props.pilot.owed !== undefined && <ChargesSection {...props} />}
    </>
  )
}

/** The payment and the signature that a rider still lacks: once, however many entries there are. */
export function RiderTasks({ pilot, onChange }: RiderProps) {
  const [isCharging, setCharging] = useState(false)
  const { value: events } = useCurrentEvents()
  return (
    <>
      {(pilot.owed ?? 0) > 0 && <PaymentCheck pilot={pilot} onCharge={() => setCharging(true)} />}
      <WaiverLine
        pilot={pilot}
        isDemanded={events?.open.checks.includes('waiver') ?? true}
        isTask
        onChange={onChange}
      />
      {isCharging && (
        <ChargeDialog
          ids={[pilot.id]}
          title={chargeAction(pilot)}
          onPaid={({ pilots }) =>
            onChange(pilotOf({ data: pilots.filter((one) => one.id_driver === pilot.id) }))
          }
          onClose={() => setCharging(false)}
        />
      )}
    </>
  )
}
