/** The section *Cobros* of a credential: what the rider owes and has paid in the open event, and what the desk does about it. */
import { type ReactNode, useState } from 'react'
import { type CredentialPilot, fromRecord } from '#domain/api/wire'
import { newPilotId } from '#domain/pilots/pilot-id'
import { formatMoment, today } from '#domain/text/date'
import type { PriceInfo, TillDone, TillInfo } from '#domain/till/calls'
import {
  type Charge,
  cash,
  describeCharge,
  describePayment,
  maxReason,
  type Payment,
  receiptName,
  standing,
} from '#domain/till/lines'
import { formatMoney } from '#domain/till/money'
import { centsOn } from '#domain/till/price'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { FormDialog } from '../ui/dialog.tsx'
import { ReasonField } from '../ui/field.tsx'
import { useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import {
  ChargeDialog,
  chargeTitle,
  MeansFields,
  meansGiven,
  meansProblems,
  PaidDialog,
} from './charge-dialog.tsx'
import styles from './charging.module.css'

interface ChargesSectionProps {
  pilot: CredentialPilot
  /** True while *Cobrar* is open, which other sections open, too. */
  isCharging: boolean
  onCharge: (isCharging: boolean) => void
  onChange: (pilot: CredentialPilot) => void
}

export function ChargesSection({ pilot, isCharging, onCharge, onChange }: ChargesSectionProps) {
  const till = useLoad((signal) => callForOne('GET /api/till', { signal }), 'till')
  const [refunded, setRefunded] = useState<TillDone>()

  function take(done: TillDone) {
    const record = done.pilots.find(({ id_driver: id }) => id === pilot.id)
    const changed = record && fromRecord(record)
    if (changed) onChange(changed)
  }

  return (
    <section className={styles.section} aria-label="Cobros">
      <h2>Cobros</h2>
      <Awaited load={till}>
        {(value) => (
          <Account
            {...{ pilot, till: value, take }}
            onStale={till.refresh}
            onCharge={() => onCharge(true)}
            onRefunded={(done) => {
              take(done)
              setRefunded(done)
            }}
          />
        )}
      </Awaited>
      {isCharging && <ChargeDialog ids={[pilot.id]} onPaid={take} onClose={() => onCharge(false)} />}
      {refunded && <PaidDialog done={refunded} onClose={() => setRefunded(undefined)} />}
    </section>
  )
}

interface AccountProps {
  pilot: CredentialPilot
  till: TillInfo
  take: (done: TillDone) => void
  /** Is called if the prices may have changed. */
  onStale: () => void
  onCharge: () => void
  onRefunded: (done: TillDone) => void
}

/** An order that an admin gives with a reason. */
interface Asked {
  title: string
  text: string
  send: (reason: string) => Promise<TillDone>
}

function Account({ pilot, till, take, onStale, onCharge, onRefunded }: AccountProps) {
  const { charges = [], payments = [], owed = 0 } = pilot
  const { event } = till
  const params = { id: pilot.id }
  const isAdmin = useSession().role === 'admin'
  const [asked, ask] = useState<Asked>()
  const [isRefunding, setRefunding] = useState(false)
  const [shown, setShown] = useState<Payment>()
  const { run, isBusy, error } = useAction(async (order: () => Promise<TillDone>) => {
    try {
      take(await order())
    } catch (failure) {
      onStale()
      throw failure
    }
  })
  const money = (cents: number) => formatMoney(cents, charges[0]?.currency ?? till.currency)
  const extras = till.prices.filter(({ kind }) => kind === 'extra')
  const charge = ({ id: price, ...its }: PriceInfo) => {
    const body = { event, id: newPilotId(), price, cents: centsOn(its, today()) }
    return callForOne('POST /api/pilots/:id/charges', { params, body })
  }
  const uncharge = ({ id }: Charge, reason?: string) =>
    callForOne('POST /api/pilots/:id/uncharge', { params, body: { event, charges: [id], reason } })

  function exempt(one: Charge) {
    const text = `${chargeText(one)}, ${money(one.cents)}: ya no lo debe.`
    ask({ title: 'Exonerar', text, send: (reason) => uncharge(one, reason) })
  }

  function voidPayment(payment: Payment) {
    const id = newPilotId()
    ask({
      title: 'Anular',
      text: `El recibo ${receiptName(payment)} se anula entero, con otro recibo: también para los demás pilotos que estén en él.`,
      send: (reason) =>
        callForOne('POST /api/payments/:id/void', {
          params: { id: payment.receipt },
          body: { event, id, reason },
        }),
    })
  }

  return (
    <>
      <Balance {...{ owed, money }} />
      {owed !== 0 && (
        <button
          type="button"
          className={`${button.primary} ${layout.start}`}
          onClick={owed > 0 ? onCharge : () => setRefunding(true)}
        >
          {owed > 0 ? chargeTitle : 'Devolver'}
        </button>
      )}
      <ul className={parts.lines}>
        {standing(charges).map((one) => (
          <Line key={one.id} text={chargeText(one)} amount={money(one.cents)}>
            {extras.some(({ id }) => id === one.price) && (
              <Act name="Quitar" of={chargeText(one)} onPress={() => run(() => uncharge(one))} />
            )}
            {isAdmin && one.cents > 0 && one.cents <= owed && (
              <Act name="Exonerar" of={chargeText(one)} onPress={() => exempt(one)} />
            )}
          </Line>
        ))}
        {standing(payments).map((one) => (
          <Line
            key={one.id}
            text={`${one.cents < 0 ? 'Devuelto' : 'Pagó'}: ${receiptName(one)}`}
            detail={[one.means, one.reference, one.by, formatMoment(one.at)]}
            amount={money(0 - one.cents)}
          >
            <Act name="Recibo" of={receiptName(one)} onPress={() => setShown(one)} />
            {isAdmin && <Act name="Anular" of={receiptName(one)} onPress={() => voidPayment(one)} />}
          </Line>
        ))}
      </ul>
      {extras.length > 0 && (
        <fieldset className={layout.wrap} disabled={isBusy}>
          <legend className={layout.hint}>Agregar cobro</legend>
          {extras.map((price) => (
            <button
              key={price.id}
              type="button"
              className={button.button}
              // The second press of a double click is no second charge.
              onClick={({ detail }) => detail < 2 && run(() => charge(price))}
            >
              {price.label} {money(centsOn(price, today()))}
            </button>
          ))}
        </fieldset>
      )}
      {error && <Failure error={error} />}
      <Taken {...{ charges, payments }} />
      {asked && <ReasonDialog {...asked} onDone={take} onClose={() => ask(undefined)} />}
      {shown && (
        <PaidDialog
          title="Recibo"
          done={{ pilots: [{ payments: [shown] }], payment: shown }}
          onClose={() => setShown(undefined)}
        />
      )}
      {isRefunding && (
        <RefundDialog {...{ pilot, till, money }} onDone={onRefunded} onClose={() => setRefunding(false)} />
      )}
    </>
  )
}

type Money = (cents: number) => string

/** The balance of the rider, which is read from afar. */
function Balance({ owed, money }: { owed: number; money: Money }) {
  const [look, words] = owed > 0 ? [layout.problem, 'Debe'] : [parts.good, owed < 0 ? 'A su favor' : 'Pagó']
  return (
    <p className={`${styles.figure} ${look}`} role="status">
      {words} {owed !== 0 && <b>{money(Math.abs(owed))}</b>}
    </p>
  )
}

interface LineProps {
  text: string
  detail?: readonly (string | undefined)[]
  amount?: string
  children?: ReactNode
}

function chargeText({ label, modalidad }: Charge): string {
  return modalidad ? `${label} ${modalidad}` : label
}

function Line({ text, detail = [], amount, children }: LineProps) {
  return (
    <li className={layout.split}>
      <p>
        {text} <span className={layout.hint}>{detail.filter(Boolean).join(' · ')}</span>
      </p>
      {amount && (
        <span className={`${layout.row} ${styles.end}`}>
          {children}
          <b>{amount}</b>
        </span>
      )}
    </li>
  )
}

function Act({ name, of, onPress }: { name: string; of: string; onPress: () => void }) {
  return (
    <button type="button" className={button.bare} aria-label={`${name} ${of}`} onClick={onPress}>
      {name}
    </button>
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

interface AskedProps {
  onDone: (done: TillDone) => void
  onClose: () => void
}

function ReasonDialog({ title, text, send, onDone, onClose }: Asked & AskedProps) {
  const form = useForm({
    stored: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : 'Escriba el motivo' }),
    async send({ reason }) {
      onDone(await send(reason))
      onClose()
    },
  })
  return (
    <FormDialog title={title} action={title} form={form} onClose={onClose}>
      <p>{text}</p>
      <ReasonField {...form.field('reason')} maxLength={maxReason} />
    </FormDialog>
  )
}

/** Gives back what the rider has paid too much. */
function RefundDialog({
  pilot: { id: rider, owed = 0 },
  till: { event, means },
  money,
  onDone,
  onClose,
}: Pick<AccountProps, 'pilot' | 'till'> & AskedProps & { money: Money }) {
  const [id] = useState(newPilotId)
  const form = useForm({
    stored: { means: means[0] ?? cash, reference: '' },
    check: meansProblems,
    async send(typed) {
      const body = { event, id, owed, ...meansGiven(typed) }
      onDone(await callForOne('POST /api/pilots/:id/refund', { params: { id: rider }, body }))
      onClose()
    },
  })
  const action = `Devolver ${money(0 - owed)}`
  return (
    <FormDialog title="Devolver" action={action} isActionFocused form={form} onClose={onClose}>
      <Balance {...{ owed, money }} />
      <MeansFields form={form} means={means} />
    </FormDialog>
  )
}
