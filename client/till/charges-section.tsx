/** The section *Cobros* of a credential: what the rider owes and has paid in the open event, and what the desk does about it. */
import { useState } from 'react'
import { maxReason } from '#domain/stored/limits'
import { formatMoment, today } from '#domain/text/date'
import type { PriceInfo, TillDone } from '#domain/till/calls'
import {
  type Charge,
  chargeText,
  describeCharge,
  describePayment,
  meansTexts,
  type Payment,
  receiptName,
  standing,
} from '#domain/till/lines'
import { formatMoney } from '#domain/till/money'
import { centsOn } from '#domain/till/price'
import { callForOne, pilotOf } from '../api/call.ts'
import type { RiderProps } from '../api/feature.ts'
import { useLoad } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { ReasonDialog } from '../ui/dialog.tsx'
import { Button, useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { Act, Figure, Line } from './amounts.tsx'
import { ChargeDialog, chargeAction } from './charge-dialog.tsx'
import { ReceiptDialog, VoidDialog } from './receipt-dialog.tsx'
import styles from './till.module.css'

/** An event that charges nothing has no section. */
export function ChargesSection(props: RiderProps) {
  return props.pilot.owed === undefined ? null : <Charges {...props} />
}

function Charges({ pilot, onChange }: RiderProps) {
  const { charges = [], payments = [], owed = 0 } = pilot
  const params = { id: pilot.id }
  const isAdmin = useSession().role === 'admin'
  const load = useLoad((signal) => callForOne('GET /api/till', { signal }), 'till')
  const { event = '', prices = [], currency = 'PEN' } = load.value ?? {}
  const take = ({ pilots }: TillDone) =>
    onChange(pilotOf({ data: pilots.filter((one) => one.id_driver === pilot.id) }))
  const [isReturning, setReturning] = useState(false)
  const [exempting, setExempting] = useState<Charge>()
  const [voiding, setVoiding] = useState<Payment>()
  const [receipt, setReceipt] = useState<Payment>()
  const { run, isBusy, error } = useAction(async (order: () => Promise<TillDone>) => {
    try {
      take(await order())
    } catch (failure) {
      // The prices may have changed.
      load.refresh()
      throw failure
    }
  })
  const money = (cents: number) => formatMoney(cents, charges[0]?.currency ?? currency)
  const extras = prices.filter(({ kind }) => kind === 'extra')
  // A chip that was lent by mistake is rented by nobody.
  const removable = prices.filter(({ kind }) => kind === 'extra' || kind === 'chip')
  const charge = ({ id: price, ...its }: PriceInfo) =>
    callForOne('POST /api/pilots/:id/charges', {
      params,
      body: { event, price, cents: centsOn(its, today()) },
    })
  const uncharge = ({ id }: Charge, exemption?: { reason: string; owed: number }) =>
    callForOne('POST /api/pilots/:id/uncharge', { params, body: { event, charges: [id], ...exemption } })

  const none = standing(charges).length > 0 ? 'Pagó' : 'No debe nada'
  const words = owed < 0 ? 'A su favor' : none
  const action = chargeAction(pilot)
  return (
    <section className={styles.section} aria-label="Cobros">
      <h2>Cobros</h2>
      <Awaited load={load}>
        {() => (
          <>
            {/* A debt stands above, with the button that charges it. */}
            {owed <= 0 && (
              <Figure words={words} amount={owed === 0 ? '' : money(-owed)} className={parts.good} />
            )}
            {owed < 0 && (
              <Button className={`${button.primary} ${layout.start}`} onClick={() => setReturning(true)}>
                {action}
              </Button>
            )}
            <ul className={parts.lines}>
              {standing(charges).map((one) => (
                <Line key={one.id} text={chargeText(one)} amount={money(one.cents)}>
                  {removable.some(({ id }) => id === one.price) && (
                    <Act name="Quitar" of={chargeText(one)} onPress={() => run(() => uncharge(one))} />
                  )}
                  {isAdmin && one.cents > 0 && owed > 0 && (
                    <Act name="Exonerar" of={chargeText(one)} onPress={() => setExempting(one)} />
                  )}
                </Line>
              ))}
              {standing(payments).map((one) => (
                <Line
                  key={one.id}
                  text={`${one.cents < 0 ? 'Devuelto' : 'Pagó'}: ${receiptName(one)}`}
                  detail={[...meansTexts(one), one.by, formatMoment(one.at)]}
                  amount={money(0 - one.cents)}
                >
                  <Act name="Recibo" of={receiptName(one)} onPress={() => setReceipt(one)} />
                  {isAdmin && <Act name="Anular" of={receiptName(one)} onPress={() => setVoiding(one)} />}
                </Line>
              ))}
            </ul>
            {extras.length > 0 && (
              <fieldset className={layout.wrap} disabled={isBusy}>
                <legend className={layout.hint}>Agregar cobro</legend>
                {extras.map((price) => (
                  // The second press of a double click is no second charge.
                  <Button key={price.id} onClick={({ detail }) => detail < 2 && run(() => charge(price))}>
                    {price.label} {money(centsOn(price, today()))}
                  </Button>
                ))}
              </fieldset>
            )}
            {error && <Failure error={error} />}
            <Taken {...{ charges, payments }} />
          </>
        )}
      </Awaited>
      {isReturning && (
        <ChargeDialog ids={[pilot.id]} title={action} onDone={take} onClose={() => setReturning(false)} />
      )}
      {receipt && <ReceiptDialog title="Recibo" lines={[receipt]} onClose={() => setReceipt(undefined)} />}
      {exempting && (
        <ReasonDialog
          title="Exonerar"
          action="Exonerar"
          maxLength={maxReason}
          confirm={async (reason) => {
            take(await uncharge(exempting, { reason, owed }))
            setExempting(undefined)
          }}
          onClose={() => setExempting(undefined)}
        >
          <p>
            {exempting.cents <= owed
              ? `${chargeText(exempting)}, ${money(exempting.cents)}: ya no lo debe.`
              : `${chargeText(exempting)}: ya no debe ${money(owed)}. Lo pagado queda pagado.`}
          </p>
        </ReasonDialog>
      )}
      {voiding && <VoidDialog payment={voiding} onVoided={take} onClose={() => setVoiding(undefined)} />}
    </section>
  )
}

/** The lines that took others back, each with the reason. */
function Taken({ charges, payments }: { charges: readonly Charge[]; payments: readonly Payment[] }) {
  const nameOf = (id?: string) => payments.filter((one) => one.id === id).map(receiptName)
  const rows = [
    ...charges.map((line) => ({ ...line, text: describeCharge(line) })),
    ...payments.map((line) => ({ ...line, text: `${nameOf(line.voids)} · ${describePayment(line)}` })),
  ].filter(({ voids }) => voids !== undefined)
  if (rows.length === 0) return null
  return (
    <details>
      <summary>Quitado, exonerado o anulado: {rows.length}</summary>
      <ul className={parts.lines}>
        {rows.map(({ id, text, by, at }) => (
          <Line key={id} text={text} detail={[by, formatMoment(at)]} />
        ))}
      </ul>
    </details>
  )
}
