/** The drawers: what should be in each by means of payment, and the count that closes its shift. */
import { useState } from 'react'
import { formatMoment } from '#domain/text/date'
import { cash } from '#domain/till/lines'
import { amountText, type Currency, formatMoney } from '#domain/till/money'
import type { TillReport } from '#domain/till/schemas'
import { callForOne } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Button, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import parts from '../ui/parts.module.css'
import { TableHead } from '../ui/run.tsx'
import { AmountField, amountProblem, centsOf } from './amounts.tsx'
import styles from './till.module.css'

type Drawer = TillReport['drawers'][number]

interface DrawersProps {
  drawers: readonly Drawer[]
  currency: Currency
  /** The identifier of the event. */
  event: string
}

/** Shows drawers, each of which an admin can close. */
export function Drawers({ drawers, ...desk }: DrawersProps) {
  const { role } = useSession()
  const [chosen, setChosen] = useState('')
  const closing = drawers.find((one) => keyOf(one) === chosen && !one.closed)
  return (
    <>
      <ul className={layout.stack}>
        {drawers.map((one) => (
          <li key={keyOf(one)} className={parts.part}>
            <div className={layout.split}>
              <h3>{`${one.drawer} · ${one.letter} · turno ${one.shift}`}</h3>
              {!one.closed && role === 'admin' && (
                <Button onClick={() => setChosen(keyOf(one))}>Cerrar caja</Button>
              )}
            </div>
            <Content drawer={one} currency={desk.currency} />
          </li>
        ))}
      </ul>
      {closing && <CloseDialog {...desk} drawer={closing} onClose={() => setChosen('')} />}
    </>
  )
}

function keyOf({ letter, drawer, shift }: Drawer): string {
  return JSON.stringify([letter, drawer, shift])
}

/** The expected sums by means of payment and, once the drawer is closed, those that were counted. */
function Content({ drawer, currency }: Pick<DrawersProps, 'currency'> & { drawer: Drawer }) {
  const { expected, closed, float } = drawer
  return (
    <>
      <table className={`${parts.table} ${styles.sums}`}>
        <TableHead texts={['Forma de pago', 'Debe haber', ...(closed ? ['Contado'] : [])]} />
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
      {closed && <Difference {...{ expected, currency }} counted={closed.counted} />}
      <p className={layout.hint}>
        {closed
          ? `Cerrada el ${formatMoment(closed.at)}${closed.by ? ` por ${closed.by}` : ''}.`
          : `Empezó con ${formatMoney(float, currency)}.`}
      </p>
    </>
  )
}

type Cents = Readonly<Record<string, number>>

interface DifferenceProps {
  expected: Cents
  counted: Cents
  currency: Currency
}

/** Says how much is there too much or too little, by means of payment. */
function Difference({ expected, counted, currency }: DifferenceProps) {
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

/** The field of the cash at the beginning. No means of payment begins with a space. */
const beginning = ' float'

/** The count of a drawer. The cash is counted by hand, and the rest is as expected unless somebody corrects it. */
function CloseDialog({ drawer: { expected, ...drawer }, currency, event, onClose }: CloseDialogProps) {
  const { letter, drawer: account, shift, float } = drawer
  const foreseen: Cents = { ...expected, [beginning]: float }
  // More was given back by some means than paid: there is nothing to count.
  const names = Object.keys(foreseen).filter((one) => one === cash || (foreseen[one] ?? 0) >= 0)
  const byName = <Value,>(amountOf: (one: string) => Value): Record<string, Value> =>
    Object.fromEntries(names.map((one) => [one, amountOf(one)]))
  const countIn = (typed: Readonly<Record<string, string>>) => {
    const { [beginning]: begun = 0, ...counted } = byName((one) => centsOf(typed[one] ?? '', currency))
    return { float: begun, counted: { ...expected, ...counted } }
  }
  const form = useForm<Record<string, string>>({
    stored: byName((one) => (one === cash ? '' : amountText(foreseen[one] ?? 0, currency))),
    check: (typed) => byName((one) => amountProblem(typed[one] ?? '', currency)),
    async send(typed) {
      const body = { event, letter, drawer: account, shift, expected, ...countIn(typed) }
      await callForOne('POST /api/till/close', { body })
      onClose()
    },
  })
  const isUnread = [cash, beginning].some((one) => amountProblem(form.values[one] ?? '', currency))
  const now = countIn(form.values)
  const should = isUnread ? expected : { ...expected, [cash]: (expected[cash] ?? 0) - float + now.float }
  const labels: Readonly<Record<string, string>> = { [cash]: 'Efectivo contado', [beginning]: 'Empezó con' }
  const fieldOf = (one: string) => (
    <AmountField
      key={one}
      {...form.field(one)}
      value={form.values[one] ?? ''}
      currency={currency}
      label={labels[one] ?? one}
      hint={
        one === beginning
          ? 'Corríjalo si no se anotó.'
          : `Debe haber ${formatMoney(should[one] ?? 0, currency)}.`
      }
      isRequired
    />
  )
  return (
    <FormDialog title={`Cerrar la caja de ${account}`} action="Cerrar caja" form={form} onClose={onClose}>
      <p>
        Turno {shift}, recibos con la letra {letter}. Lo que se cobre después es del turno siguiente.
      </p>
      {fieldOf(cash)}
      {isUnread ? (
        <p role="status">Cuente los billetes y las monedas.</p>
      ) : (
        <Difference {...{ currency, expected: should, counted: now.counted }} />
      )}
      <div className={styles.price}>{names.filter((one) => one !== cash).map(fieldOf)}</div>
    </FormDialog>
  )
}
