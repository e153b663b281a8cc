/** The section *Impresora*: the printers of the laptop, those that print cards and receipts at once, and the queue. */
import { useState } from 'react'
import { layouts } from '#domain/credential/cards'
import { cardKinds, paperNames, receiptPapers } from '#domain/credential/printing'
import type { PrintersInfo } from '#domain/credential/printing-calls'
import { callForList, callForOne } from '../api/call.ts'
import { useSessionRefresh } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import button from '../ui/button.module.css'
import { RadioGroup, SelectField } from '../ui/field.tsx'
import { SettingsForm, savedText, useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from '../ui/settings.module.css'
import { PrintQueue } from './print-now.tsx'

interface Info extends PrintersInfo {
  /** The accounts of desks. */
  users: readonly string[]
}

export function PrintersSection() {
  const load = useLoad(async (signal): Promise<Info> => {
    const [info, accounts] = await Promise.all([
      callForOne('GET /api/printers', { signal }),
      callForList('GET /api/accounts', { signal }),
    ])
    const desks = accounts.filter(({ gate, role }) => gate === undefined && role !== 'puerta')
    return { ...info, users: desks.map(({ user }) => user) }
  }, 'printers')
  return (
    <>
      <p>
        Con una impresora elegida, «Imprimir» saca la tarjeta en el momento, también desde un teléfono de la
        mesa. Sin ninguna, prepara un PDF, como siempre.
      </p>
      <Awaited load={load}>{(info) => <Printers info={info} reload={load.reload} />}</Awaited>
      <h3>Cola</h3>
      <PrintQueue />
    </>
  )
}

const none = ['', 'Ninguna: prepara un PDF'] as const
const stateTexts = { ready: 'lista', printing: 'imprimiendo', stopped: 'en pausa' }

function Printers({ info, reload }: { info: Info; reload: () => void }) {
  const { printers, users } = info
  const refresh = useSessionRefresh()
  const [{ chosen, desks, kind, receipt }, setStored] = useState<PrintersInfo>(info)
  const form = useForm({
    stored: { chosen, desks, kind, receipt },
    async send(body) {
      setStored(await callForOne('PUT /api/printers', { body }))
      refresh()
    },
  })
  const { values, change } = form
  const layoutOn = (printer: string) => cardKinds.find((one) => values.chosen[one] === printer)
  const paperOn = (printer: string) =>
    layoutOn(printer) === undefined && values.receipt?.printer === printer ? values.receipt.paper : undefined
  const test = useAction(async (printer: string) => {
    const body = { printer, layout: layoutOn(printer), paper: paperOn(printer) }
    await callForOne('POST /api/printers/test', { body })
  })
  // A printer that is not there today may stay chosen.
  const names = [...printers.map(({ name }) => name), ...Object.values(chosen), ...Object.values(desks)]
  const options = [...new Set([...names, ...(receipt ? [receipt.printer] : [])])].map(
    (name) => [name, name] as const,
  )
  const withPrinter = cardKinds.filter((one) => values.chosen[one])
  const usual = withPrinter.find((one) => one === values.kind) ?? withPrinter[0]
  if (options.length === 0) {
    return (
      <>
        <p>
          <b>Esta laptop no tiene ninguna impresora.</b> Conéctela, agréguela en los ajustes de impresoras del
          sistema, imprima desde ahí una página de prueba y vuelva a buscar.
        </p>
        <Reload reload={reload} />
      </>
    )
  }
  return (
    <>
      <ul className={`${parts.lines} ${styles.rows}`} aria-label="Impresoras">
        {printers.map(({ name, state, reason }) => (
          <li key={name} className={layout.split}>
            <p>
              <b>{name}</b>
              <span className={reason ? layout.problem : layout.hint}>{reason ?? stateTexts[state]}</span>
            </p>
            <button
              type="button"
              className={button.button}
              aria-label={`Imprimir ${paperOn(name) ? 'un recibo' : 'una tarjeta'} de prueba en ${name}`}
              disabled={test.isBusy}
              onClick={() => test.run(name)}
            >
              {paperOn(name) ? 'Recibo de prueba' : 'Tarjeta de prueba'}
            </button>
          </li>
        ))}
      </ul>
      {test.error && <Failure error={test.error} />}
      <Reload reload={reload} />
      <SettingsForm
        form={form}
        action="Guardar impresoras"
        isChanged={form.isChanged}
        discard={form.discard}
        saved={form.isSaved && savedText}
      >
        {cardKinds.map((one) => (
          <SelectField
            key={one}
            name={one}
            label={layouts[one].label}
            options={[none, ...options]}
            value={values.chosen[one] ?? ''}
            onChange={(printer) => change({ chosen: { ...values.chosen, [one]: printer } })}
          />
        ))}
        {withPrinter.length > 1 && (
          <RadioGroup
            legend="«Imprimir» saca"
            options={withPrinter.map((one) => [one, layouts[one].label])}
            value={usual}
            onChange={(next) => change({ kind: next })}
          />
        )}
        {users.map((user) => (
          <SelectField
            key={user}
            name={`desk-${user}`}
            label={`Mesa de la cuenta ${user}`}
            options={[['', 'La misma que las demás'], ...options]}
            value={values.desks[user] ?? ''}
            onChange={(printer) => change({ desks: { ...values.desks, [user]: printer } })}
          />
        ))}
        <ReceiptFields
          chosen={values.receipt}
          options={[none, ...options]}
          choose={(next) => change({ receipt: next })}
        />
      </SettingsForm>
    </>
  )
}

interface ReceiptProps {
  chosen: PrintersInfo['receipt']
  options: readonly (readonly [value: string, label: string])[]
  choose: (receipt: PrintersInfo['receipt']) => void
}

function ReceiptFields({ chosen, options, choose }: ReceiptProps) {
  return (
    <>
      <SelectField
        name="receipt"
        label="Recibos de la Caja"
        options={options}
        value={chosen?.printer ?? ''}
        onChange={(printer) => choose(printer ? { paper: '80mm', ...chosen, printer } : undefined)}
      />
      {chosen && (
        <RadioGroup
          legend="Papel de los recibos"
          options={paperNames.map((name) => [name, receiptPapers[name]])}
          value={chosen.paper}
          onChange={(paper) => choose({ ...chosen, paper })}
        />
      )}
    </>
  )
}

function Reload({ reload }: { reload: () => void }) {
  return (
    <div className={layout.row}>
      <button type="button" className={button.button} onClick={reload}>
        Buscar impresoras
      </button>
    </div>
  )
}
