/** A field for an amount of money, which asks what a person means if its marks can be read in two ways. */
import type { ComponentProps } from 'react'
import { amountText, type Currency, formatMoney, readAmount } from '#domain/till/money'
import { Field } from '../ui/field.tsx'
import { Button } from '../ui/form.tsx'

interface AmountFieldProps extends Omit<ComponentProps<typeof Field>, 'children'> {
  currency: Currency
  value: string
  onChange: (value: string) => void
}

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
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {isUnsure && (
            <Button onClick={() => onChange(amountText(amount.cents, currency))}>
              Sí, es {formatMoney(amount.cents, currency)}
            </Button>
          )}
        </>
      )}
    </Field>
  )
}

/** Returns what is wrong with a typed amount, or the question about it. */
export function amountProblem(text: string, currency: Currency): string | undefined {
  const amount = readAmount(text, currency)
  if (typeof amount === 'string') return amount
  return amount.isUnsure ? `¿Es ${formatMoney(amount.cents, currency)}?` : undefined
}

/** Returns the cents of a typed amount that has no problem. */
export function centsOf(text: string, currency: Currency): number {
  const amount = readAmount(text, currency)
  return typeof amount === 'string' ? 0 : amount.cents
}
