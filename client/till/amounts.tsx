/** Amounts of money: a field for one, one in a row of a list, and one that is read from afar. */
import type { ComponentProps, ReactNode } from 'react'
import { amountText, type Currency, formatMoney, readAmount, withThousands } from '#domain/till/money'
import button from '../ui/button.module.css'
import { Field } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import styles from './till.module.css'

interface AmountFieldProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  currency: Currency
  value: string
  onChange: (value: string) => void
}

/** It asks what a person means if its marks can be read in two ways. */
export function AmountField({ currency, value, onChange, ...field }: AmountFieldProps) {
  const amount = readAmount(value, currency)
  const isUnsure = typeof amount === 'object' && amount.isUnsure
  const question =
    isUnsure && `¿Es ${formatMoney(amount.cents, currency)}? Si no, escríbalo sin separar los miles`
  return (
    <Field {...field} {...(question && { problem: undefined, note: undefined, warning: question })}>
      {(control) => (
        <>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            data-typed
            autoComplete="off"
            value={value}
            onChange={({ target }) => {
              const isAtEnd = target.selectionEnd === target.value.length
              onChange(isAtEnd ? withThousands(target.value, value, currency) : target.value)
            }}
          />
          {isUnsure && (
            <Button
              onClick={() => {
                onChange(amountText(amount.cents, currency))
                // The button goes away.
                document.getElementById(control.id)?.focus()
              }}
            >
              Sí, es {formatMoney(amount.cents, currency)}
            </Button>
          )}
        </>
      )}
    </Field>
  )
}

/** Returns what is wrong with a typed amount. */
export function amountProblem(text: string, currency: Currency): string | undefined {
  const amount = readAmount(text, currency)
  if (typeof amount === 'string') return amount
  return amount.isUnsure ? 'Escríbalo sin separar los miles, como 1500.00' : undefined
}

/** Returns the cents of a typed amount that has no problem. */
export function centsOf(text: string, currency: Currency): number {
  const amount = readAmount(text, currency)
  return typeof amount === 'string' ? 0 : amount.cents
}

interface LineProps {
  text: ReactNode
  detail?: readonly (string | undefined)[]
  amount?: string
  /** The buttons of what can be done about it. */
  children?: ReactNode
}

export function Line({ text, detail = [], amount, children }: LineProps) {
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

/** A button in a row, for what the row is `of`. */
export function Act({ name, of, onPress }: { name: string; of?: string; onPress: () => void }) {
  return (
    <Button className={button.bare} aria-label={of && `${name} ${of}`} onClick={onPress}>
      {name}
    </Button>
  )
}

interface FigureProps {
  words: string
  amount?: string
  className?: string
}

export function Figure({ words, amount, className = layout.well }: FigureProps) {
  return (
    <p className={`${layout.split} ${styles.figure} ${className}`} role="status">
      {words} {amount && <b>{amount}</b>}
    </p>
  )
}
