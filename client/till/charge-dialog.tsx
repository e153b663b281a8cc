/** The dialog *Cobrar*: takes what one rider or several owe, with one receipt, or gives back what a rider has paid too much. */
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CredentialPilot } from '#domain/api/wire'
import { checks } from '#domain/events/entry'
import { maxReference } from '#domain/stored/limits'
import { count } from '#domain/text/text'
import type { TillDone, TillInfo } from '#domain/till/calls'
import { cash, sumOf, transfer } from '#domain/till/lines'
import { type Currency, formatMoney } from '#domain/till/money'
import { ApiError, callForList, callForOne, type ItemOf, pilotOf } from '../api/call.ts'
import { useDemand } from '../api/event-list.ts'
import type { TaskProps } from '../api/feature.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { RadioGroup, SelectField, TextField } from '../ui/field.tsx'
import { Button, controlOf, type Form, KeyButton, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited } from '../ui/notice.tsx'
import { useActionKeys } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import { AmountField, amountProblem, centsOf, Figure, Line } from './amounts.tsx'
import { ReceiptDialog, receiptOf, referenceLabel } from './receipt-dialog.tsx'

export const chargeTitle = 'Cobrar'

/** Returns the title for a rider who owes something or has paid too much. */
export function chargeAction({ owed = 0 }: Pick<CredentialPilot, 'owed'>): string {
  return owed < 0 ? 'Devolver' : chargeTitle
}

interface ChargeDialogProps {
  /** The identifiers of the riders. */
  ids: readonly string[]
  title?: string
  /** The identifier of the event, which may be over. Absent for the open one. */
  event?: string
  /** Is called after the payment. */
  onDone?: (done: TillDone) => void
  onClose: () => void
}

export function ChargeDialog({ onDone, ...props }: ChargeDialogProps) {
  const { title = chargeTitle, event, onClose } = props
  const load = useLoad(async (signal) => {
    const [till, owing] = await Promise.all([
      callForOne('GET /api/till', { query: { event }, signal }),
      callForList('GET /api/till/owing', { query: { event }, signal }),
    ])
    return { till, owing }
  }, 'charging')
  const { value } = load
  const letter = useLetter(
    value?.till.letters,
    ({ letter }) => value && load.take({ ...value, till: { ...value.till, letter } }),
  )
  const [done, setDone] = useState<TillDone>()
  if (done) return <ReceiptDialog lines={receiptOf(done)} onClose={onClose} />
  if (!value)
    return (
      <Dialog title={title} onClose={onClose}>
        <Awaited load={load}>{() => null}</Awaited>
      </Dialog>
    )
  if (value.till.letter === null)
    return <FormDialog title="Antes de cobrar" isActionFocused {...letter} onClose={onClose} />
  return (
    <PaymentDialog
      {...{ title, ...props, ...value }}
      onPaid={(paid) => {
        setDone(paid)
        onDone?.(paid)
      }}
      onStale={load.refresh}
    />
  )
}

/** The choice of the letter of the receipts, without which a desk takes no money. */
export function useLetter(letters: readonly string[] = [], onChosen: (till: TillInfo) => void) {
  const form = useForm({
    stored: { letter: letters[0] ?? '' },
    send: async (body) => onChosen(await callForOne('PUT /api/till/letter', { body })),
  })
  return {
    form,
    action: 'Usar esta letra',
    children: (
      <>
        <p>
          Cada laptop que cobra tiene su propia letra, que va en sus recibos: {form.values.letter}-0001. Así
          dos laptops sin red no dan dos veces el mismo número. Se elige una sola vez.
        </p>
        <SelectField
          {...form.field('letter')}
          label="Letra de esta laptop"
          options={letters.map((one) => [one, one])}
        />
      </>
    ),
  }
}

interface PaymentDialogProps extends Required<Omit<ChargeDialogProps, 'event' | 'onDone'>> {
  till: TillInfo
  /** All riders who owe something or have paid too much. */
  owing: readonly ItemOf<'GET /api/till/owing'>[]
  onPaid: (done: TillDone) => void
  /** Is called if the riders owe something else by now. */
  onStale: () => void
}

/** Takes the money of riders or, from one who has paid too much, gives it back. */
function PaymentDialog({ till, owing, ids, title, onPaid, onStale, onClose }: PaymentDialogProps) {
  const { event, currency } = till
  const [chosen, choose] = useState(ids)
  const [isPart, setPart] = useState(false)
  const its = owing.filter((one) => chosen.includes(one.id) && (one.cents > 0 || chosen.length === 1))
  const [first] = its
  const total = sumOf(its)
  const isRefund = total < 0
  const takesPart = isPart && its.length === 1
  const money = (cents: number) => formatMoney(Math.abs(cents), currency)
  const dueOf = ({ cents }: { cents: string }) => (takesPart && cents ? centsOf(cents, currency) : total)
  const form = useForm({
    stored: { means: till.means[0] ?? cash, reference: '', cents: '', handed: '' },
    // The server says what is too much, and what is missing.
    check: ({ means, cents, handed }) => ({
      cents: takesPart && cents ? amountProblem(cents, currency) : '',
      handed: first && means === cash && handed ? amountProblem(handed, currency) : '',
    }),
    async send(typed) {
      if (!first) return onClose()
      const { means } = typed
      const order = { event, means, reference: (means !== cash && typed.reference.trim()) || undefined }
      const parts = its.map((one) => ({
        ...{ rider: one.id, owed: one.cents, cents: takesPart ? dueOf(typed) : one.cents },
      }))
      const handed = means === cash && typed.handed ? centsOf(typed.handed, currency) : undefined
      const done = isRefund
        ? callForOne('POST /api/pilots/:id/refund', { params: first, body: { ...order, owed: total } })
        : callForOne('POST /api/payments', { body: { ...order, parts, handed } })
      await done.then(onPaid, (error) => {
        if (error instanceof ApiError && error.status === 409) onStale()
        throw error
      })
    },
  })
  const { values, isBusy } = form
  const { ref } = form.props
  const due = dueOf(values)
  const isOwed = first !== undefined
  // The dialog has opened by now. Enter in the empty field takes the exact sum.
  useEffect(() => {
    if (isOwed) controlOf(ref, isPart ? 'cents' : 'handed')?.focus()
  }, [isOwed, isPart, ref])

  return (
    <FormDialog
      title={title}
      isTall={!isRefund}
      action={first ? `${title} ${money(due)}` : 'Listo'}
      isActionFocused={!first || isRefund}
      form={form}
      onClose={onClose}
    >
      <Riders {...{ its, chosen, isBusy, choose, money }} />
      {first && (
        <>
          <MeansFields form={form} means={till.means} />
          {takesPart && (
            <AmountField
              {...form.field('cents')}
              currency={currency}
              label="Paga una parte"
              completion={values.cents ? undefined : `todo, ${money(total)}`}
            />
          )}
          {values.means === cash && !isRefund && (
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
          {its.length === 1 && !isPart && !isRefund && (
            <Button
              className={`${button.button} ${layout.start}`}
              disabled={isBusy}
              onClick={() => setPart(true)}
            >
              Paga solo una parte
            </Button>
          )}
        </>
      )}
    </FormDialog>
  )
}

interface RidersProps {
  its: PaymentDialogProps['owing']
  /** The identifiers of the chosen riders, of whom some owe nothing. */
  chosen: readonly string[]
  isBusy: boolean
  choose: (ids: readonly string[]) => void
  money: (cents: number) => string
}

/** The riders whose money it is, of whom a person takes one out, and their sum. */
function Riders({ its, chosen, isBusy, choose, money }: RidersProps) {
  const [first] = its
  const free = chosen.length - its.length
  const total = sumOf(its)
  return (
    <>
      {its.length > 1 && (
        <ul className={parts.lines}>
          {its.map((one) => (
            <Line key={one.id} text={one.name} amount={money(one.cents)}>
              <Button
                className={button.icon}
                aria-label={`Quitar a ${one.name}`}
                disabled={isBusy}
                onClick={() => choose(chosen.filter((other) => other !== one.id))}
              >
                ✕
              </Button>
            </Line>
          ))}
        </ul>
      )}
      {free > 0 && (
        <p className={first ? layout.hint : parts.headline} role="status">
          {chosen.length === 1 ? 'No debe nada.' : `No deben nada: ${count(free, 'piloto')}.`}
        </p>
      )}
      {first && total > 0 && (
        <Figure
          words={its.length === 1 ? `${first.name} debe` : `${count(its.length, 'piloto')} deben`}
          amount={money(total)}
          className={layout.problem}
        />
      )}
      {total < 0 && <Figure words="A su favor" amount={money(total)} className={parts.good} />}
    </>
  )
}

interface Paying {
  means: string
  reference: string
}

/** How the money changes hands. */
function MeansFields({ form, means }: { form: Form<Paying>; means: readonly string[] }) {
  const { values, problems, isBusy } = form
  return (
    <>
      <RadioGroup
        {...form.field('means')}
        isRow
        legend="Forma de pago"
        options={means.map((one) => [one, one])}
        isDisabled={isBusy}
      />
      {problems.means && <p className={layout.problem}>{problems.means}</p>}
      {values.means !== cash && (
        <TextField
          {...form.field('reference')}
          label={referenceLabel}
          hint={values.means === transfer ? 'Si falta, se anota después en el recibo' : 'Si lo hay'}
          maxLength={maxReference}
          readOnly={isBusy}
        />
      )}
    </>
  )
}

/** The change for what was handed over, while it is typed. */
function Change({ handed, due, currency }: { handed: string; due: number; currency: Currency }) {
  const isUnread = handed !== '' && amountProblem(handed, currency) !== undefined
  const change = handed ? centsOf(handed, currency) - due : 0
  return (
    <Figure
      words={change < 0 ? 'Faltan' : 'Vuelto'}
      amount={isUnread ? '—' : formatMoney(Math.abs(change), currency)}
      className={`${layout.well} ${change < 0 ? layout.problem : ''}`}
    />
  )
}

/** Shows a debt in red where a gate stops the rider for it. */
function Debt({ children }: { children: ReactNode }) {
  const { stops } = useDemand('payment')
  return <b className={stops ? layout.problem : undefined}>{children}</b>
}

/** The debt of a rider, which decides the check of the payment in an event with prices, and the dialog that takes it. */
export function PaymentTask({ pilot, shortcut, isWhole = false, onChange, onClose }: TaskProps) {
  const [isCharging, setCharging] = useState(false)
  const { id, owed = 0, charges } = pilot
  const charge = () => setCharging(true)
  useActionKeys(shortcut ? { [shortcut]: owed > 0 ? charge : undefined } : {})
  const currency = charges?.[0]?.currency
  return (
    <>
      {owed <= 0 && isWhole && pilot.owed !== undefined && <p>{checks.payment.done}</p>}
      {owed > 0 && (
        <p className={layout.row} data-payment>
          <Debt>Debe {currency && formatMoney(owed, currency)}</Debt>
          <KeyButton name={chargeTitle} shortcut={shortcut} onClick={charge} />
        </p>
      )}
      {isCharging && (
        <ChargeDialog
          ids={[id]}
          title={chargeAction(pilot)}
          onDone={({ pilots }) => onChange(pilotOf({ data: pilots.filter((one) => one.id_driver === id) }))}
          onClose={() => {
            // While the dialog is open, no other control can take the focus.
            flushSync(() => setCharging(false))
            onClose?.()
          }}
        />
      )}
    </>
  )
}
