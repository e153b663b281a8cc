/** The chips that a rider has, on the credential, with the button that takes each back. */
import type { CredentialPilot } from '#domain/api/wire'
import { fromRecord } from '#domain/api/wire'
import { openLoans } from '#domain/till/loans'
import { formatMoney } from '#domain/till/money'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'

interface ChipLineProps {
  pilot: CredentialPilot
  onChange: (pilot: CredentialPilot) => void
}

export function ChipLine({ pilot, onChange }: ChipLineProps) {
  const loans = openLoans(pilot)
  const key = loans.map(({ id }) => id).join(' ')
  const { value } = useLoad(
    async (signal) => (key ? callForOne('GET /api/chips', { signal }) : undefined),
    key,
  )
  const back = useAction(async (event: string, chip: string) => {
    const { pilots } = await callForOne('POST /api/chips/return', { body: { event, chip } })
    const changed = pilots[0] && fromRecord(pilots[0])
    if (changed) onChange(changed)
  })
  return (
    <>
      {loans.map(({ id, event, chip, document }) => {
        const deposit = value?.lent.find((one) => one.chip === chip)?.deposit
        const left = value && deposit ? formatMoney(deposit, value.currency) : document
        return (
          <p key={id} className={layout.row}>
            <b>Chip {value?.chips.find(({ code }) => code === chip)?.label || chip}</b>
            {left && <span>Dejó: {left}</span>}
            <button
              type="button"
              className={button.button}
              disabled={back.isBusy}
              onClick={() => back.run(event, chip)}
            >
              Recibir
            </button>
          </p>
        )
      })}
      {back.error && <Failure error={back.error} />}
    </>
  )
}
