/** The choice of the letter of the receipts, without which a desk takes no money. */
import type { TillInfo } from '#domain/till/calls'
import { callForOne } from '../api/call.ts'
import { SelectField } from '../ui/field.tsx'
import { useForm } from '../ui/form.tsx'

export function useLetter({ letters }: TillInfo, onChosen: (till: TillInfo) => void) {
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
