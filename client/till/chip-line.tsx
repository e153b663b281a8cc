/** The chips that a rider has, on the credential, with the button that takes each back. */
import { openLoans } from '#domain/till/loans'
import { callForOne, pilotOf } from '../api/call.ts'
import type { RiderProps } from '../api/feature.ts'
import { useLoad } from '../api/load.ts'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import { depositText } from './chip-desk.ts'

export function ChipLine({ pilot, onChange }: RiderProps) {
  const loans = openLoans(pilot)
  const key = loans.map(({ id }) => id).join(' ')
  const { value } = useLoad(
    async (signal) => (key ? callForOne('GET /api/chips', { signal }) : undefined),
    key,
  )
  const back = useAction(async (event: string, chip: string) => {
    const { pilots } = await callForOne('POST /api/chips/return', { body: { event, chip } })
    onChange(pilotOf({ data: pilots.filter((one) => one.id_driver === pilot.id) }))
  })
  return (
    <>
      {loans.map(({ id, event, chip, document }) => {
        const its = value?.lent.find((one) => one.chip === chip)
        const left = value && its ? depositText(its, value.currency) : document
        return (
          <p key={id} className={layout.row}>
            <b>Chip {its?.label || chip}</b>
            {left && <span>Dejó: {left}</span>}
            <Button disabled={back.isBusy} onClick={() => back.run(event, chip)}>
              Recibir
            </Button>
          </p>
        )
      })}
      {back.error && <Failure error={back.error} />}
    </>
  )
}
