/** The dialogs of chips: one that nobody knew, a list of many, and what riders leave. */
import { useState } from 'react'
import { maxChipLabel, maxDepositDocument } from '#domain/stored/limits'
import { count, figure } from '#domain/text/text'
import { type Chip, chipCode } from '#domain/till/loans'
import { amountText, type Currency, readAmount } from '#domain/till/money'
import { callForOne, type ItemOf } from '../api/call.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { FileInput } from '../ui/file-input.tsx'
import { useAction, useFocus, useForm } from '../ui/form.tsx'
import { Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { amountProblem } from './amounts.tsx'
import type { Deposit } from './chip-desk.ts'

interface ChipDialogProps {
  event: string
  /** The code that was scanned. */
  code: string
  onAdded: (chip: Chip) => void
  onClose: () => void
}

/** Asks once what an unknown chip is, and adds it to the event. */
export function ChipDialog({ event, code, onAdded, onClose }: ChipDialogProps) {
  const form = useForm({
    stored: { label: '', rented: true },
    async send({ label, rented }) {
      const chip = { code: chipCode(code), label: label.trim(), rented }
      await callForOne('POST /api/chips', { body: { event, chips: [chip] } })
      onAdded(chip)
    },
  })
  useFocus(form, 'label')
  return (
    <FormDialog title="Chip nuevo" action="Agregar" form={form} onClose={onClose}>
      <p>
        El chip <b>{chipCode(code)}</b> no está en la lista de este evento.
      </p>
      <TextField
        {...form.field('label')}
        data-typed
        label="Etiqueta"
        hint="El número o el nombre que lleva escrito, si tiene."
        maxLength={maxChipLabel}
      />
      <Checkbox checked={form.values.rented} onChange={(rented) => form.change({ rented })}>
        Es alquilado
      </Checkbox>
    </FormDialog>
  )
}

interface ChipsDialogProps {
  event: string
  onAdded: (text: string) => void
  onClose: () => void
}

/** Adds many chips: scanned one after another, pasted from a sheet, or from a file. Nothing is stored before it is seen. */
export function ChipsDialog({ event, onAdded, onClose }: ChipsDialogProps) {
  const [read, setRead] = useState<ItemOf<'POST /api/chips/sheet'>>()
  const { chips = [], problems = [] } = read ?? {}
  const review = async (file: Blob) =>
    setRead(await callForOne('POST /api/chips/sheet', { body: file as never }))
  const reading = useAction(review)
  const form = useForm({
    stored: { text: '', rented: false },
    async send(typed) {
      const added = chips.map((chip) => ({ ...chip, rented: typed.rented || chip.rented }))
      if (added.length === 0) await review(new Blob([typed.text], { type: 'text/csv' }))
      else {
        await callForOne('POST /api/chips', { body: { event, chips: added } })
        onAdded(`Se agregaron ${count(added.length, 'chip')}.`)
      }
      return typed
    },
  })
  useFocus(form, 'text')
  const isBusy = reading.isBusy || form.isBusy
  return (
    <FormDialog
      title="Agregar chips"
      action={chips.length === 0 ? 'Revisar' : `Agregar ${figure(chips.length)}`}
      isBusy={isBusy}
      form={form}
      onClose={onClose}
    >
      <TextField
        name="text"
        label="Un chip por línea"
        hint="Escanéelos uno tras otro, o pegue las columnas código, etiqueta y alquilado (sí o no) de una planilla."
        rows={6}
        value={form.values.text}
        onChange={(text) => {
          form.change({ text })
          setRead(undefined)
        }}
      />
      <FileInput
        label="Elegir un archivo CSV o XLSX"
        accept=".csv,.xlsx,.txt"
        disabled={isBusy}
        onChoose={reading.run}
      />
      <Checkbox checked={form.values.rented} onChange={(rented) => form.change({ rented })}>
        Todos son alquilados
      </Checkbox>
      {read && (
        <p className={parts.headline} role="alert">
          {count(chips.length, 'chip se puede agregar', 'chips se pueden agregar')}
          {problems.length > 0 && `, ${count(problems.length, 'línea tiene', 'líneas tienen')} un problema`}
        </p>
      )}
      {problems.length > 0 && (
        <ul className={parts.lines}>
          {problems.map(({ line, message }) => (
            <li key={line}>
              <b>Línea {line}.</b> {message}
            </li>
          ))}
        </ul>
      )}
      {reading.error && <Failure hasUnsavedData error={reading.error} />}
    </FormDialog>
  )
}

interface DepositDialogProps {
  left: Deposit
  currency: Currency
  onChange: (left: Deposit) => void
  onClose: () => void
}

/** Chooses what the next riders leave for a chip. */
export function DepositDialog({ left: { deposit, document = '' }, currency, ...on }: DepositDialogProps) {
  const form = useForm({
    stored: { left: deposit ? amountText(deposit, currency) : document },
    check: ({ left }) => ({ left: /^\W*\d/.test(left) ? amountProblem(left, currency) : '' }),
    async send({ left }) {
      const amount = readAmount(left, currency)
      const words = left.trim()
      on.onChange(typeof amount !== 'string' ? { deposit: amount.cents } : words ? { document: words } : {})
    },
  })
  useFocus(form, 'left')
  return (
    <FormDialog title="Depósito" action="Usar" form={form} onClose={on.onClose}>
      <TextField
        {...form.field('left')}
        data-typed
        label="Qué dejan por el chip"
        hint="Un monto, como 30, o un documento, como DNI. Vacío: nada. Vale para los próximos préstamos."
        maxLength={maxDepositDocument}
      />
    </FormDialog>
  )
}
