/** The drawers: what should be in each by means of payment, and the count that closes its shift. */
import { useState } from 'react'
import { formatMoment } from '#domain/text/date'
import { cash } from '#domain/till/lines'
import { amountText, type Currency, formatMoney } from '#domain/till/money'
import type { TillReport } from '#domain/till/schemas'
import { callForOne } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { FormDialog } from '../ui/dialog.tsx'
import { useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import { AmountField, amountProblem, centsOf } from './amount-field.tsx'
import styles from './till.module.css'

type Drawer = TillReport['drawers'][number]
type Cents = Readonly<Record<string, number>>

interface DrawersProps {
  drawers: readonly Drawer[]
  currency: Currency
  /** The identifier of the open event. */
  event: string
  onClosed: () => void
}

/** Shows drawers, each of which an admin can close. */
export function Drawers({ drawers, currency, event, onClosed }: DrawersProps) {
  const { role } = useSession()
  const [chosen, setChosen] = useState<string>()
  const closing = drawers.find((one) => keyOf(one) === chosen && !one.closed)
  return (
    <>
      <ul className={layout.stack}>
        {drawers.map((one) => (
          <li key={keyOf(one)} className={parts.part}>
            <div className={layout.split}>
              <h3>{`${one.drawer} · ${one.letter} · turno ${one.shift}`}</h3>
              {!one.closed && role === 'admin' && (
                <button type="button" className={button.button} onClick={() => setChosen(keyOf(one))}>
                  Cerrar caja
                </button>
              )}
            </div>
            <Sums {...one} currency={currency} />
            {one.closed && (
              <Difference expected={one.expected} counted={one.closed.counted} currency={currency} />
            )}
            <p className={layout.hint}>
              {one.closed
                ? `Cerrada el ${formatMoment(one.closed.at)}${one.closed.by ? ` por ${one.closed.by}` : ''}.`
                : `Empezó con ${formatMoney(one.float, currency)}.`}
            </p>
          </li>
        ))}
      </ul>
      {closing && (
        <CloseDialog
          {...{ currency, event, drawer: closing }}
          onClosed={() => {
            setChosen(undefined)
            onClosed()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

function keyOf({ letter, drawer, shift }: Drawer): string {
  return JSON.stringify([letter, drawer, shift])
}

/** The table of a drawer: the expected sums by means of payment and, once it is closed, those that were counted. */
function Sums({ expected, closed, currency }: Drawer & { currency: Currency }) {
  return (
    <table className={`${parts.table} ${styles.sums}`}>
      <thead>
        <tr>
          <th scope="col">Forma de pago</th>
          <th scope="col">Debe haber</th>
          {closed && <th scope="col">Contado</th>}
        </tr>
      </thead>
      <tbody>
        {Object.entries(expected).map(([means, cents]) => (
          <tr key={means}>
            <th scope="row">{means}</th>
            <td>{formatMoney(cents, currency)}</td>
            {closed && <td>{formatMoney(closed.counted[means] ?? 0, currency)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Says how much is there too much or too little, by means of payment. */
function Difference({
  expected,
  counted,
  currency,
}: {
  expected: Cents
  counted: Cents
  currency: Currency
}) {
  const texts = Object.keys({ ...expected, ...counted }).flatMap((means) => {
    const cents = (counted[means] ?? 0) - (expected[means] ?? 0)
    if (cents === 0) return []
    return `${cents > 0 ? 'Sobra' : 'Falta'} ${formatMoney(Math.abs(cents), currency)} de ${means}`
  })
  return (
    <p role="status" className={`${parts.headline} ${texts.length > 0 ? layout.problem : ''}`}>
      {texts.join('. ') || 'Cuadra'}
    </p>
  )
}

interface CloseDialogProps extends Omit<DrawersProps, 'drawers'> {
  drawer: Drawer
  onClose: () => void
}

/** The count of a drawer. The cash is counted by hand, and the other means are as expected unless somebody corrects them. */
function CloseDialog({ drawer, currency, event, onClosed, onClose }: CloseDialogProps) {
  const { letter, drawer: account, shift, expected } = drawer
  // More was given back by some means than paid: there is nothing to count.
  const counted = Object.keys(expected).filter((means) => means === cash || (expected[means] ?? 0) >= 0)
  const form = useForm<Record<string, string>>({
    stored: Object.fromEntries(
      counted.map((means) => [means, means === cash ? '' : amountText(expected[means] ?? 0, currency)]),
    ),
    check: (typed) =>
      Object.fromEntries(counted.map((means) => [means, amountProblem(typed[means] ?? '', currency)])),
    async send(typed) {
      const body = { event, letter, drawer: account, shift, counted: centsBy(typed) }
      await callForOne('POST /api/till/close', { body })
      onClosed()
    },
  })
  const centsBy = (typed: Readonly<Record<string, string>>): Record<string, number> => ({
    ...expected,
    ...Object.fromEntries(counted.map((means) => [means, centsOf(typed[means] ?? '', currency)])),
  })
  const fieldOf = (means: string) => (
    <AmountField
      key={means}
      {...form.field(means)}
      value={form.values[means] ?? ''}
      currency={currency}
      label={means === cash ? 'Efectivo contado' : means}
      hint={`Debe haber ${formatMoney(expected[means] ?? 0, currency)}.`}
      isRequired
    />
  )
  return (
    <FormDialog title={`Cerrar la caja de ${account}`} action="Cerrar caja" form={form} onClose={onClose}>
      <p>
        Turno {shift}, recibos con la letra {letter}. Lo que se cobre después es del turno siguiente.
      </p>
      {fieldOf(cash)}
      {amountProblem(form.values[cash] ?? '', currency) ? (
        <p role="status">Cuente los billetes y las monedas.</p>
      ) : (
        <Difference {...{ expected, currency }} counted={centsBy(form.values)} />
      )}
      <div className={styles.price}>{counted.filter((means) => means !== cash).map(fieldOf)}</div>
    </FormDialog>
  )
}
