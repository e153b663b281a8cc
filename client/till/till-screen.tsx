/** The screen *Caja*: the letter and the float of this desk, the drawers, the receipts, and who owes what. */
import { Fragment, type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { credentialPath, screenOfEvent } from '#domain/api/addresses'
import { settingsPath } from '#domain/desk/settings-address'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure, fold } from '#domain/text/text'
import type { TillInfo } from '#domain/till/calls'
import { meansTexts, type Payment, sumOf } from '#domain/till/lines'
import { amountText, formatMoney } from '#domain/till/money'
import type { TillReport } from '#domain/till/schemas'
import { callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { fileOf } from '../api/files.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import { EventChoice } from '../ui/event-choice.tsx'
import field from '../ui/field.module.css'
import { Button, SettingsForm, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Awaited, Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { DownloadStatus, Figures, TableButtons, useDownload } from '../ui/run.tsx'
import settings from '../ui/settings.module.css'
import { Act, AmountField, amountProblem, centsOf, Line } from './amounts.tsx'
import { ChargeDialog, chargeTitle, useLetter } from './charge-dialog.tsx'
import { Drawers } from './drawers.tsx'
import { ReceiptDialog, VoidDialog } from './receipt-dialog.tsx'
import styles from './till.module.css'

export function TillScreen() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const event = query.get('event') || undefined
  const load = useLiveLoad(
    async (signal) => ({
      till: await callForOne('GET /api/till', { signal }),
      report: await callForOne('GET /api/till/report', { query: { event }, signal }),
    }),
    screenOfEvent('till', event),
  )
  const download = useDownload()
  return (
    <div className={layout.stack}>
      <title>Caja · PilotOS</title>
      <div className={layout.split}>
        <h1>Caja</h1>
        <div className={layout.row}>
          <EventChoice event={event} onChange={(chosen) => navigate(screenOfEvent('till', chosen))} />
          <TableButtons
            download={download}
            loadAs={(format) =>
              fileOf('GET /api/till/export', { query: { format, event } }, `caja.${format}`)
            }
          />
        </div>
      </div>
      <DownloadStatus download={download} />
      <Awaited load={load}>
        {({ till, report }) => {
          const isOver = event !== undefined && event !== till.event
          const isEmpty = report.receipts.length === 0 && report.owing.length === 0
          return isEmpty && (isOver || till.prices.length === 0) ? (
            <Empty isOver={isOver} />
          ) : (
            <Till
              {...{ till, report, isOver }}
              event={event ?? till.event}
              onChanged={(now) => load.take({ till: now, report })}
            />
          )
        }}
      </Awaited>
    </div>
  )
}

function Empty({ isOver }: { isOver: boolean }) {
  const { role } = useSession()
  return (
    <div className={parts.empty}>
      <p>
        {isOver
          ? 'En este evento no se cobró nada.'
          : 'Este evento no tiene precios. Los pone un administrador, en Ajustes, Precios.'}
      </p>
      {role === 'admin' && !isOver && (
        <Link className={button.primary} to={settingsPath('precios')}>
          Poner los precios
        </Link>
      )}
    </div>
  )
}

interface TillProps {
  till: TillInfo
  report: TillReport
  /** The identifier of the event of the report. */
  event: string
  /** True for an event before the open one, which charges nothing any more. */
  isOver: boolean
  /** Is called with the letter and the float of now. */
  onChanged: (now: TillInfo) => void
}

function Till({ till, report, event, isOver, onChanged }: TillProps) {
  const { currency, drawers, clashes, concepts, means, owing, overpaid } = report
  const money = (cents: number) => formatMoney(cents, currency)
  const figures = [
    { label: 'Total a cobrar', value: money(report.charged) },
    { label: 'Exonerado', value: money(report.exempt) },
    { label: 'Pagado', value: money(report.paid) },
    { label: 'Falta pagar', value: money(sumOf(owing)) },
  ]
  const ofDrawers = [
    ['Cajas abiertas', drawers.filter(({ closed }) => !closed)],
    ['Cajas cerradas', drawers.filter(({ closed }) => closed).reverse()],
  ] as const
  const sums = concepts.map(({ label, charged, exempt }) => ({
    name: exempt > 0 ? `${label} (exonerado: ${money(exempt)})` : label,
    cents: charged,
  }))
  const paidTooMuch = overpaid.map((one) => ({ ...one, cents: 0 - one.cents }))
  const titleOf = (words: string, { length }: typeof owing) => `${words}: ${count(length, 'piloto')}`
  const byMeans = Object.entries(means).map(([name, cents]) => ({ name, cents }))
  const letter = useLetter(till.letters, onChanged)
  const [charged, setCharged] = useState<string>()
  return (
    <div className={layout.stack}>
      {clashes.length > 0 && (
        <Warning>
          <b>Dos laptops dieron recibos con la letra {enumerate(clashes)}.</b> Hay números repetidos: elija en
          cada laptop otra letra, que ninguna tenga.
        </Warning>
      )}
      <div className={settings.section}>
        <Figures figures={figures} />
      </div>
      <div className={styles.screen}>
        <div className={layout.stack}>
          <Part title={`Su caja: ${till.drawer}`} isShown={!isOver}>
            {till.letter === null ? (
              <SettingsForm {...letter} saved="" />
            ) : (
              <Float {...{ till, onChanged }} />
            )}
          </Part>
          {ofDrawers.map(([title, its]) => (
            <Part key={title} title={title} isShown={its.length > 0}>
              <Drawers drawers={its} currency={currency} event={event} />
            </Part>
          ))}
          <Amounts title="Por concepto" rows={sums} money={money} />
          <Amounts title="Por forma de pago" rows={byMeans} money={money} />
        </div>
        <div className={layout.stack}>
          <Part title="Recibos">
            <Receipts receipts={report.receipts} money={money} />
          </Part>
          <Amounts title={titleOf('Deben', owing)} rows={owing} money={money} onCharge={setCharged} />
          <Amounts title={titleOf('Pagaron de más', overpaid)} rows={paidTooMuch} money={money} />
        </div>
      </div>
      {charged !== undefined && (
        <ChargeDialog ids={[charged]} event={event} onClose={() => setCharged(undefined)} />
      )}
    </div>
  )
}

interface PartProps {
  title: string
  isShown?: boolean
  children: ReactNode
}

function Part({ title, isShown = true, children }: PartProps) {
  return isShown ? (
    <section className={settings.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  ) : null
}

type Money = (cents: number) => string
const [first, more] = [12, 200]

interface AmountsProps extends Pick<PartProps, 'title'> {
  rows: readonly { id?: string; name: string; cents: number }[]
  money: Money
  /** Is called with the rider whose money is taken. */
  onCharge?: (id: string) => void
}

/** Names with amounts, those of riders as links: the first ones, and the others on request. */
function Amounts({ title, rows, money, onCharge }: AmountsProps) {
  const listOf = (some: typeof rows) => (
    <ul>
      {some.map(({ id, name, cents }) => (
        <Line
          key={id ?? name}
          text={
            id ? (
              <Link className={layout.target} to={credentialPath(id)}>
                {name}
              </Link>
            ) : (
              name
            )
          }
          amount={money(cents)}
        >
          {id && onCharge && <Act name={chargeTitle} of={name} onPress={() => onCharge(id)} />}
        </Line>
      ))}
    </ul>
  )
  return (
    <Part title={title} isShown={rows.length > 0}>
      {listOf(rows.slice(0, first))}
      {rows.length > first && (
        <details>
          <summary className={layout.target}>{figure(rows.length - first)} más</summary>
          {listOf(rows.slice(first))}
        </details>
      )}
    </Part>
  )
}

/** The cash with which the shift begins. */
function Float({
  till: { event, letter, currency, float },
  onChanged,
}: Pick<TillProps, 'till' | 'onChanged'>) {
  const form = useForm({
    stored: { float: float === null ? '' : amountText(float, currency) },
    check: (typed) => ({ float: amountProblem(typed.float, currency) }),
    async send(typed) {
      const body = { event, float: centsOf(typed.float, currency) }
      onChanged(await callForOne('PUT /api/till/float', { body }))
    },
  })
  const { isChanged, discard, isSaved } = form
  return (
    <SettingsForm
      {...{ form, isChanged, discard }}
      action="Guardar"
      saved={isSaved && float !== null && 'Guardado.'}
    >
      <AmountField
        {...form.field('float')}
        currency={currency}
        label="Efectivo al empezar el turno"
        hint={`El cambio con que abre la caja. Los recibos de esta laptop llevan la letra ${letter}.`}
      />
    </SettingsForm>
  )
}

interface ReceiptsProps {
  receipts: TillReport['receipts']
  money: Money
}

/** The receipts, the newest first, of which a person can search some. */
function Receipts({ receipts, money }: ReceiptsProps) {
  const [words, setWords] = useState('')
  const [most, setMost] = useState(first)
  const [shown, show] = useState<Payment>()
  const [voiding, setVoiding] = useState<Payment>()
  const isAdmin = useSession().role === 'admin'
  const isStanding = (one: Payment) =>
    receipts.some(({ payment, voids, voidedBy }) => payment.receipt === one.receipt && !voids && !voidedBy)
  const sought = fold(words).split(/\s+/)
  const found = receipts
    .filter(({ name, payment, riders }) => {
      const texts = riders.map((rider) => [rider.name, rider.document, rider.number].join(' '))
      const text = fold([name, ...meansTexts(payment), ...texts].join(' '))
      return sought.every((word) => text.includes(word))
    })
    .sort(({ payment: one }, { payment: other }) =>
      one.letter === other.letter ? other.number - one.number : one.at < other.at ? 1 : -1,
    )
  return (
    <>
      <input
        type="search"
        className={field.control}
        aria-label="Buscar un recibo"
        placeholder="Recibo, nombre, documento, operación…"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <p className={layout.hint} role="status">
        {count(found.length, 'recibo')}
      </p>
      <ul className={parts.lines}>
        {found.slice(0, most).map(({ name, cents, payment, riders, voids, voidedBy }) => {
          const Name = voidedBy ? 'del' : 'span'
          const detail = [
            ...new Set(riders.map(({ concept }) => concept)),
            ...meansTexts({ ...payment, cents }),
            ...[formatMoment(payment.at), payment.by],
            ...[voids && `anula el ${voids}`, voidedBy && `anulado con el ${voidedBy}`, payment.reason],
          ]
          return (
            <li key={payment.receipt}>
              <div className={layout.split}>
                <Name>
                  <Act name={name} onPress={() => show({ ...payment, cents })} />{' '}
                  {riders.map((rider, index) => (
                    <Fragment key={rider.id ?? index}>
                      {index > 0 && ', '}
                      {rider.id ? <Link to={credentialPath(rider.id)}>{rider.name}</Link> : rider.name}
                    </Fragment>
                  ))}
                </Name>
                <b className={styles.end}>{money(cents)}</b>
              </div>
              <p className={layout.hint}>{detail.filter(Boolean).join(' · ')}</p>
            </li>
          )
        })}
      </ul>
      {found.length > most && (
        <Button className={`${button.button} ${layout.start}`} onClick={() => setMost(most + more)}>
          Mostrar más
        </Button>
      )}
      {shown && (
        <ReceiptDialog title="Recibo" lines={[shown]} onClose={() => show(undefined)}>
          {isAdmin && isStanding(shown) && <Button onClick={() => setVoiding(shown)}>Anular</Button>}
        </ReceiptDialog>
      )}
      {voiding && (
        <VoidDialog
          payment={voiding}
          onVoided={() => show(undefined)}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </>
  )
}
