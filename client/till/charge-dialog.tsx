/** The dialog *Cobrar*: takes what one rider or several owe, with one receipt, and says how much change is given back. */
import { useEffect, useState } from 'react'
import type { CredentialPilot } from '#domain/api/wire'
import { checks } from '#domain/events/entry'
import { newPilotId } from '#domain/pilots/pilot-id'
import { count } from '#domain/text/text'
import type { TillDone, TillInfo } from '#domain/till/calls'
import { cash, maxReference, receiptName, sumOf, transfer } from '#domain/till/lines'
import { type Currency, formatMoney } from '#domain/till/money'
import { ApiError, callForList, callForOne, type ItemOf } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { Confirmation, Dialog, FormDialog } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { TextField } from '../ui/field.tsx'
import { controlOf, type Form, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure, Loading } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { AmountField, amountProblem, centsOf } from './amount-field.tsx'
import styles from './charging.module.css'
import { ReceiptButtons } from './receipt-buttons.tsx'

export const chargeTitle = 'Cobrar'

interface ChargeDialogProps {
  /** The identifiers of the riders. */
  ids: readonly string[]
  /** Is called after the payment. */
  onPaid?: (done: TillDone) => void
  onClose: () => void
}

export function ChargeDialog({ ids, onPaid, onClose }: ChargeDialogProps) {
  const { value, error, reload, refresh } = useLoad(async (signal) => {
    const [till, owing] = await Promise.all([
      callForOne('GET /api/till', { signal }),
      callForList('GET /api/till/owing', { signal }),
    ])
    return { till, owing }
  }, 'charging')
  const [letter, setLetter] = useState<string | null>(null)
  const [done, setDone] = useState<TillDone>()
  if (done) return <PaidDialog done={done} onClose={onClose} />
  if (!value)
    return (
      <Dialog title={chargeTitle} onClose={onClose}>
        {error ? <Failure error={error} retry={reload} /> : <Loading />}
      </Dialog>
    )
  if ((value.till.letter ?? letter) === null)
    return <LetterDialog till={value.till} onChosen={setLetter} onClose={onClose} />
  return (
    <PaymentDialog
      {...value}
      ids={ids}
      onPaid={(paid) => {
        setDone(paid)
        onPaid?.(paid)
      }}
      onStale={refresh}
      onClose={onClose}
    />
  )
}

interface LetterDialogProps extends Pick<ChargeDialogProps, 'onClose'> {
  till: TillInfo
  onChosen: (letter: string) => void
}

/** Asks for the letter of the receipts, without which the desk takes no money. */
function LetterDialog({ till: { letters }, onChosen, onClose }: LetterDialogProps) {
  const form = useForm({
    stored: { letter: letters[0] ?? '' },
    async send(body) {
      await callForOne('PUT /api/till/letter', { body })
      onChosen(body.letter)
    },
  })
  const { letter } = form.values
  return (
    <FormDialog
      title="Antes de cobrar"
      action={`Usar la letra ${letter}`}
      isActionFocused
      form={form}
      onClose={onClose}
    >
      <p>
        Cada laptop que cobra tiene su propia letra, que va en sus recibos: {letter}-0001. Así dos laptops sin
        red no dan dos veces el mismo número. Se elige una sola vez.
      </p>
      <Tiles {...form.field('letter')} legend="Letra de esta laptop" options={letters} isBusy={form.isBusy} />
    </FormDialog>
  )
}

interface TilesProps {
  legend: string
  name: string
  options: readonly string[]
  value: string
  problem?: string
  isBusy: boolean
  onChange: (value: string) => void
}

/** One of several choices, each as large as a button. */
function Tiles({ legend, name, options, value, problem, isBusy, onChange }: TilesProps) {
  return (
    <fieldset className={layout.wrap} disabled={isBusy}>
      <legend className={field.label}>{legend}</legend>
      {options.map((one) => (
        <label key={one} className={`${layout.box} ${layout.target} ${styles.tile}`}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {one}
        </label>
      ))}
      {problem && <p className={layout.problem}>{problem}</p>}
    </fieldset>
  )
}

interface Paying {
  means: string
  reference: string
}

/** How the money changes hands. */
export function MeansFields({ form, means }: { form: Form<Paying>; means: readonly string[] }) {
  return (
    <>
      <Tiles {...form.field('means')} legend="Forma de pago" options={means} isBusy={form.isBusy} />
      {form.values.means !== cash && (
        <TextField
          {...form.field('reference')}
          label="Número de operación"
          hint={form.values.means === transfer ? undefined : 'Si lo hay'}
          maxLength={maxReference}
          readOnly={form.isBusy}
        />
      )}
    </>
  )
}

export function meansProblems({ means, reference }: Paying) {
  const isMissing = means === transfer && reference.trim() === ''
  return { reference: isMissing ? 'Escriba el número de la operación' : undefined }
}

export function meansGiven({ means, reference }: Paying) {
  return { means, ...(means !== cash && reference.trim() && { reference }) }
}

interface PaymentDialogProps extends Pick<ChargeDialogProps, 'ids' | 'onClose'> {
  till: TillInfo
  /** All riders who owe something. */
  owing: RidersProps['its']
  onPaid: (done: TillDone) => void
  /** Is called if the riders owe something else by now. */
  onStale: () => void
}

function PaymentDialog({ till, owing, ids, onPaid, onStale, onClose }: PaymentDialogProps) {
  const { event, currency, means } = till
  const [chosen, choose] = useState(ids)
  // A second press, also after a failure, is the same order.
  const [id] = useState(newPilotId)
  const [isPart, setPart] = useState(false)
  const its = owing.filter((one) => chosen.includes(one.id))
  const isOwed = its.length > 0
  const total = sumOf(its)
  const money = (cents: number) => formatMoney(cents, currency)
  const takesPart = isPart && its.length === 1
  const dueOf = ({ cents }: { cents: string }) => (takesPart && cents ? centsOf(cents, currency) : total)
  const form = useForm({
    stored: { means: means[0] ?? cash, reference: '', cents: '', handed: '' },
    check(typed) {
      if (!isOwed) return {}
      const due = dueOf(typed)
      const { cents, handed } = typed
      const short = due - centsOf(handed, currency)
      return {
        ...meansProblems(typed),
        cents:
          takesPart && cents
            ? (amountProblem(cents, currency) ??
              (due === 0 || due > total ? `Cobre hasta ${money(total)}` : undefined))
            : undefined,
        handed:
          typed.means === cash && handed
            ? (amountProblem(handed, currency) ?? (short > 0 ? `Faltan ${money(short)}` : undefined))
            : undefined,
      }
    },
    async send(typed) {
      if (!isOwed) return onClose()
      const parts = its.map(({ id: rider, cents: owed }) => ({
        ...{ rider, owed },
        cents: its.length === 1 ? dueOf(typed) : owed,
      }))
      const handed = typed.means === cash && typed.handed ? centsOf(typed.handed, currency) : undefined
      try {
        onPaid(
          await callForOne('POST /api/payments', {
            body: { event, id, parts, ...meansGiven(typed), handed },
          }),
        )
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) onStale()
        throw error
      }
    },
  })
  const { values, isBusy } = form
  const due = dueOf(values)
  const { ref } = form.props
  // The dialog has opened by now. Enter in the empty field takes the exact sum.
  useEffect(() => {
    if (isOwed) controlOf(ref, 'handed')?.focus()
  }, [isOwed, ref])

  return (
    <FormDialog
      title={chargeTitle}
      isTall
      action={isOwed ? `${chargeTitle} ${money(due)}` : 'Listo'}
      isActionFocused={!isOwed}
      form={form}
      onClose={onClose}
    >
      <Riders {...{ its, chosen, money, choose, isBusy }} />
      {isOwed && (
        <>
          <MeansFields form={form} means={means} />
          {takesPart && (
            <AmountField
              {...form.field('cents')}
              currency={currency}
              label="Paga una parte"
              completion={values.cents ? undefined : `todo, ${money(total)}`}
            />
          )}
          {values.means === cash && (
            <div className={layout.columns}>
              <AmountField
                {...form.field('handed')}
                currency={currency}
                label="Entrega"
                completion={values.handed ? undefined : `el monto exacto, ${money(due)}`}
              />
              <Change handed={values.handed} {...{ due, currency }} />
            </div>
          )}
          {its.length === 1 && !isPart && (
            <button
              type="button"
              className={`${button.bare} ${layout.start}`}
              disabled={isBusy}
              onClick={() => setPart(true)}
            >
              Paga solo una parte
            </button>
          )}
        </>
      )}
    </FormDialog>
  )
}

interface RidersProps {
  its: readonly ItemOf<'GET /api/till/owing'>[]
  /** The identifiers of the chosen riders, of whom some owe nothing. */
  chosen: readonly string[]
  money: (cents: number) => string
  choose: (ids: readonly string[]) => void
  isBusy: boolean
}

/** The riders who pay, of whom a person takes one out. */
function Riders({ its, chosen, money, choose, isBusy }: RidersProps) {
  const [first] = its
  const free = chosen.length - its.length
  return (
    <>
      {its.length > 1 && (
        <ul className={parts.lines}>
          {its.map((one) => (
            <li key={one.id} className={layout.split}>
              <p>{one.name}</p>
              <span className={layout.inline}>
                <b>{money(one.cents)}</b>
                <button
                  type="button"
                  className={button.icon}
                  aria-label={`Quitar a ${one.name}`}
                  disabled={isBusy}
                  onClick={() => choose(chosen.filter((id) => id !== one.id))}
                >
                  ✕
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {free > 0 && (
        <p className={first ? layout.hint : parts.headline} role="status">
          {chosen.length === 1 ? 'No debe nada.' : `No deben nada: ${count(free, 'piloto')}.`}
        </p>
      )}
      {first && (
        <p className={`${styles.figure} ${layout.problem}`} role="status">
          {its.length === 1 ? `${first.name} debe` : `${count(its.length, 'piloto')} deben`}{' '}
          <b>{money(sumOf(its))}</b>
        </p>
      )}
    </>
  )
}

/** The change for what was handed over, while it is typed. */
function Change({ handed, due, currency }: { handed: string; due: number; currency: Currency }) {
  const isUnread = handed !== '' && amountProblem(handed, currency) !== undefined
  const change = handed ? centsOf(handed, currency) - due : 0
  return (
    <p className={`${styles.figure} ${layout.well} ${change < 0 ? layout.problem : ''}`} role="status">
      {change < 0 ? 'Faltan' : 'Vuelto'} <b>{isUnread ? '—' : formatMoney(Math.abs(change), currency)}</b>
    </p>
  )
}

interface PaymentCheckProps {
  pilot: Pick<CredentialPilot, 'owed' | 'charges'>
  onCharge: () => void
}

/** The check of the payment in an event with prices: it follows from what the rider owes. */
export function PaymentCheck({ pilot: { owed = 0, charges }, onCharge }: PaymentCheckProps) {
  if (owed <= 0) return <p>{checks.payment.done}</p>
  const currency = charges?.[0]?.currency
  return (
    <p className={layout.row} data-payment>
      <span className={layout.problem}>Debe {currency && formatMoney(owed, currency)}</span>
      <button type="button" className={button.button} onClick={onCharge}>
        {chargeTitle}
      </button>
    </p>
  )
}

interface PaidDialogProps {
  done: Pick<TillDone, 'payment'> & { pilots: readonly Pick<TillDone['pilots'][number], 'payments'>[] }
  title?: string
  onClose: () => void
}

/** Says which receipt there is, and how much change is given back. */
export function PaidDialog({ done: { pilots, payment }, title, onClose }: PaidDialogProps) {
  const its = pilots
    .flatMap(({ payments = [] }) => payments)
    .filter(({ receipt }) => receipt === payment?.receipt)
  const cents = sumOf(its)
  if (!payment) return null
  const money = (amount: number) => formatMoney(amount, payment.currency)
  return (
    <Confirmation
      title={title ?? (cents < 0 ? 'Devuelto' : 'Cobrado')}
      action="Listo"
      isActionFocused
      cancel={undefined}
      confirm={async () => onClose()}
      onClose={onClose}
    >
      <p className={parts.lead} role="status">
        Recibo {receiptName(payment)}
      </p>
      <p>
        {[
          money(Math.abs(cents)),
          payment.means,
          payment.reference,
          its.length > 1 && count(its.length, 'piloto'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {payment.handed !== undefined && (
        <p className={`${styles.figure} ${layout.well}`}>
          Vuelto <b>{money(payment.handed - cents)}</b>
        </p>
      )}
      <ReceiptButtons payment={payment} />
    </Confirmation>
  )
}
