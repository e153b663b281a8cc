/** The screen *Caja*: the letter and the float of this desk, the drawers, the receipts, and who owes what. */
import { Fragment, type ReactNode, useState } from 'react'
import { credentialPath, screens } from '#domain/api/addresses'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure, fold } from '#domain/text/text'
import type { TillInfo } from '#domain/till/calls'
import { sumOf } from '#domain/till/lines'
import { amountText, formatMoney } from '#domain/till/money'
import type { TillReport } from '#domain/till/schemas'
import { callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { callForFile } from '../api/files.ts'
import { useSession } from '../api/session.ts'
import button from '../ui/button.module.css'
import field from '../ui/field.module.css'
import { SelectField } from '../ui/field.tsx'
import { SettingsForm, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { Awaited, Notice } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { DownloadStatus, TableButtons, useDownload } from '../ui/run.tsx'
import settings from '../ui/settings.module.css'
import { AmountField, amountProblem, centsOf } from './amount-field.tsx'
import charging from './charging.module.css'
import { Drawers } from './drawers.tsx'
import styles from './till.module.css'

export function TillScreen() {
  const load = useLiveLoad(
    async (signal) => ({
      till: await callForOne('GET /api/till', { signal }),
      report: await callForOne('GET /api/till/report', { query: {}, signal }),
    }),
    'till',
  )
  /** The letter and the float that were changed here, and what was loaded before. */
  const [changed, setChanged] = useState<{ loaded?: object; till: TillInfo }>()
  const download = useDownload()
  return (
    <div className={layout.stack}>
      <title>Caja · PilotOS</title>
      <div className={layout.split}>
        <h1>Caja</h1>
        <div className={layout.wrap}>
          <TableButtons
            download={download}
            loadAs={(format) => (onBytes, signal) =>
              callForFile('GET /api/till/export', { query: { format }, signal }, `caja.${format}`, onBytes)
            }
          />
        </div>
      </div>
      <DownloadStatus download={download} />
      <Awaited load={load}>
        {({ report, ...loaded }) => {
          const till = changed?.loaded === load.value ? (changed?.till ?? loaded.till) : loaded.till
          return till.prices.length + report.receipts.length === 0 ? (
            <NoPrices />
          ) : (
            <Till
              {...{ till, report }}
              onChanged={(now) => {
                if (now) setChanged({ loaded: load.value, till: now })
                load.refresh()
              }}
            />
          )
        }}
      </Awaited>
    </div>
  )
}

function NoPrices() {
  const { role } = useSession()
  return (
    <div className={parts.empty}>
      <p>Este evento no tiene precios. Los pone un administrador, en Ajustes, Precios.</p>
      {role === 'admin' && (
        <Link className={button.primary} to={`${screens.settings}#precios`}>
          Poner los precios
        </Link>
      )}
    </div>
  )
}

interface TillProps {
  till: TillInfo
  report: TillReport
  /** Is called with the letter and the float of now, if they were changed. */
  onChanged: (now?: TillInfo) => void
}

function Till({ till, report, onChanged }: TillProps) {
  const { currency, drawers, clashes, concepts, means } = report
  const open = drawers.filter(({ closed }) => !closed)
  const closed = drawers.filter(({ closed }) => closed).reverse()
  const money = (cents: number) => formatMoney(cents, currency)
  const ofDrawers = { currency, event: till.event, onClosed: () => onChanged() }
  const figures = [
    ['Total a cobrar', report.charged],
    ['Exonerado', report.exempt],
    ['Pagado', report.paid],
    ['Falta pagar', sumOf(report.owing)],
  ] as const
  const debts = [['Deben', report.owing] as const, ['Pagaron de más', report.overpaid] as const].filter(
    ([, riders]) => riders.length > 0,
  )
  return (
    <div className={layout.stack}>
      {clashes.length > 0 && (
        <Notice kind="warning">
          <p>
            <b>Dos laptops dieron recibos con la letra {enumerate(clashes)}.</b> Hay números repetidos: elija
            en cada laptop otra letra, que ninguna tenga.
          </p>
        </Notice>
      )}
      <div className={settings.section}>
        <dl className={parts.figures}>
          {figures.map(([label, cents]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{money(cents)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.screen}>
        <div className={layout.stack}>
          <Part title={`Su caja: ${till.drawer}`}>
            {till.letter === null ? (
              <Letter till={till} onChanged={onChanged} />
            ) : (
              <Float till={till} onChanged={onChanged} />
            )}
          </Part>
          {open.length > 0 && (
            <Part title="Cajas abiertas">
              <Drawers {...ofDrawers} drawers={open} />
            </Part>
          )}
          {closed.length > 0 && (
            <Part title="Cajas cerradas">
              <Drawers {...ofDrawers} drawers={closed} />
            </Part>
          )}
          <Part title="Por concepto">
            <Amounts
              rows={concepts.map(({ label, charged, exempt }) => ({
                name: exempt > 0 ? `${label} (exonerado: ${money(exempt)})` : label,
                amount: money(charged),
              }))}
            />
          </Part>
          <Part title="Por forma de pago">
            <Amounts rows={Object.entries(means).map(([name, cents]) => ({ name, amount: money(cents) }))} />
          </Part>
        </div>
        <div className={layout.stack}>
          <Part title="Recibos">
            <Receipts report={report} />
          </Part>
          {debts.map(([words, riders]) => (
            <Part key={words} title={`${words}: ${count(riders.length, 'piloto')}`}>
              <Amounts
                rows={riders.map(({ id, name, cents }) => ({ id, name, amount: money(Math.abs(cents)) }))}
              />
            </Part>
          ))}
        </div>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={settings.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Names with amounts, those of riders as links: the first ones, and the others on request. */
function Amounts({ rows }: { rows: readonly { id?: string; name: string; amount: string }[] }) {
  const listOf = (some: typeof rows) => (
    <ul>
      {some.map(({ id, name, amount }) => (
        <li key={id ?? name} className={layout.split}>
          {id ? (
            <Link className={layout.target} to={credentialPath(id)}>
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )}
          <b>{amount}</b>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {listOf(rows.slice(0, first))}
      {rows.length > first && (
        <details>
          <summary className={layout.target}>{figure(rows.length - first)} más</summary>
          {listOf(rows.slice(first))}
        </details>
      )}
    </>
  )
}

type PartProps = Omit<TillProps, 'report'>

/** The choice of the letter, without which the desk takes no money. */
function Letter({ till: { letters }, onChanged }: PartProps) {
  const form = useForm({
    stored: { letter: letters[0] ?? '' },
    async send(body) {
      // Another laptop may have taken the letter meanwhile: the others are then loaded again.
      await callForOne('PUT /api/till/letter', { body }).then(onChanged, (error) => {
        onChanged()
        throw error
      })
    },
  })
  return (
    <SettingsForm form={form} action="Usar esta letra" saved="">
      <p>
        Antes de cobrar, elija la letra de los recibos de esta laptop, como en A-0001. Cada laptop lleva la
        suya: así dos mesas sin red nunca dan el mismo número.
      </p>
      <SelectField {...form.field('letter')} label="Letra" options={letters.map((one) => [one, one])} />
    </SettingsForm>
  )
}

/** The cash with which the shift begins. */
function Float({ till: { event, letter, currency, float }, onChanged }: PartProps) {
  const form = useForm({
    stored: { float: float === null ? '' : amountText(float, currency) },
    check: (typed) => ({ float: amountProblem(typed.float, currency) }),
    async send(typed) {
      const body = { event, float: centsOf(typed.float, currency) }
      onChanged(await callForOne('PUT /api/till/float', { body }))
    },
  })
  return (
    <SettingsForm
      form={form}
      action="Guardar"
      isChanged={form.isChanged}
      discard={form.discard}
      saved={form.isSaved && float !== null && 'Guardado.'}
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

const [first, more] = [12, 200]

function ReceiptLine({ isVoided, children }: { isVoided: boolean; children: ReactNode }) {
  return isVoided ? <del>{children}</del> : <span>{children}</span>
}

/** The receipts, the newest first, of which a person can search some. */
function Receipts({ report: { receipts, currency } }: { report: TillReport }) {
  const [words, setWords] = useState('')
  const [most, setMost] = useState(first)
  const sought = fold(words).split(/\s+/)
  const found = receipts
    .filter(({ name, riders }) => {
      const text = fold(
        [name, ...riders.flatMap((rider) => [rider.name, rider.document, rider.number])].join(' '),
      )
      return sought.every((word) => text.includes(word))
    })
    .sort((one, other) => (one.payment.at < other.payment.at ? 1 : -1))
  return (
    <>
      <input
        type="search"
        className={field.control}
        aria-label="Buscar un recibo"
        placeholder="Recibo, nombre, documento…"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <p className={layout.hint} role="status">
        {count(found.length, 'recibo')}
      </p>
      <ul className={parts.lines}>
        {found.slice(0, most).map(({ name, cents, payment, riders, voids, voidedBy }) => (
          <li key={payment.receipt}>
            <div className={layout.split}>
              <ReceiptLine isVoided={voidedBy !== undefined}>
                <b>{name}</b>{' '}
                {riders.map((rider, index) => (
                  <Fragment key={rider.id ?? index}>
                    {index > 0 && ', '}
                    {rider.id ? <Link to={credentialPath(rider.id)}>{rider.name}</Link> : rider.name}
                  </Fragment>
                ))}
              </ReceiptLine>
              <b className={charging.end}>{formatMoney(cents, currency)}</b>
            </div>
            <p className={layout.hint}>
              {[
                ...new Set(riders.map(({ concept }) => concept)),
                payment.means,
                formatMoment(payment.at),
                payment.by,
                voids && `anula el ${voids}`,
                voidedBy && `anulado con el ${voidedBy}`,
                payment.reason,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {found.length > most && (
        <button
          type="button"
          className={`${button.button} ${layout.start}`}
          onClick={() => setMost(most + more)}
        >
          Mostrar más
        </button>
      )}
    </>
  )
}
