/** The section *Impresora*: the printers of the laptop, those that print cards and receipts at once, and the queue. */
import { useState } from 'react'
import { cardKinds, isCard, printKinds, printLabels } from '#domain/credential/printing'
import type { PrintersInfo } from '#domain/credential/printing-calls'
import { callForList, callForOne } from '../api/call.ts'
import { useSessionRefresh } from '../api/field-table.ts'
import { useLoad } from '../api/load.ts'
import { RadioGroup, SelectField } from '../ui/field.tsx'
import { Button, SettingsForm, savedText, useAction, useForm } from '../ui/form.tsx'
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
  const [{ chosen, desks, kind }, setStored] = useState<PrintersInfo>(info)
  const form = useForm({
    draft: 'impresora',
    stored: { chosen, desks, kind },
    async send(body) {
      setStored(await callForOne('PUT /api/printers', { body }))
      refresh()
    },
  })
  const { values, change } = form
  const kindOn = (printer: string) => printKinds.find((one) => values.chosen[one] === printer) ?? 'card'
  const test = useAction(async (printer: string) => {
    const layout = kindOn(printer)
    await callForOne('POST /api/printers/test', { body: { printer, layout } })
  })
  // A printer that is not there today may stay chosen.
  const names = [...printers.map(({ name }) => name), ...Object.values(chosen), ...Object.values(desks)]
  const options = [...new Set(names)].map((name) => [name, name] as const)
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
            <Button
              aria-label={`Imprimir ${isCard(kindOn(name)) ? 'una tarjeta' : 'un recibo'} de prueba en ${name}`}
              disabled={test.isBusy}
              onClick={() => test.run(name)}
            >
              {isCard(kindOn(name)) ? 'Tarjeta de prueba' : 'Recibo de prueba'}
            </Button>
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
        {printKinds.map((one) => (
          <SelectField
            key={one}
            name={one}
            label={printLabels[one]}
            options={[none, ...options]}
            value={values.chosen[one] ?? ''}
            onChange={(printer) => change({ chosen: { ...values.chosen, [one]: printer } })}
          />
        ))}
        {withPrinter.length > 1 && (
          <RadioGroup
            legend="«Imprimir» saca"
            options={withPrinter.map((one) => [one, printLabels[one]])}
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
      </SettingsForm>
    </>
  )
}

function Reload({ reload }: { reload: () => void }) {
  return (
    <div className={layout.row}>
      <Button onClick={reload}>Buscar impresoras</Button>
    </div>
  )
}
