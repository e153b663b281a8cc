/** The prices of the open event in *Ajustes*: a list that an admin types, and the means of payment. */
import { useRef, useState } from 'react'
import type { EventInfo } from '#domain/events/calls'
import { newPilotId } from '#domain/pilots/pilot-id'
import { maxPriceLabel } from '#domain/stored/limits'
import { formatDate, readDay } from '#domain/text/date'
import { count, enumerate } from '#domain/text/text'
import type { PriceInfo, TillInfo } from '#domain/till/calls'
import { usualMeans } from '#domain/till/lines'
import { amountText, type Currency, currencyNames } from '#domain/till/money'
import { type PriceKind, priceKinds } from '#domain/till/price'
import { ApiError, callForOne, type ItemOf } from '../api/call.ts'
import { changesOfSettings, useLiveLoad } from '../api/changes.ts'
import { loadEvents } from '../api/event-list.ts'
import button from '../ui/button.module.css'
import { Checkbox, DayField, SelectField, TextField } from '../ui/field.tsx'
import { Button, type Problems, SettingsForm, savedText, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { AmountField, amountProblem, centsOf } from './amounts.tsx'
import styles from './till.module.css'

/** A price as a person types it: `early` and `until` are absent without a lower amount until a day. */
interface TypedPrice extends Pick<PriceInfo, 'id' | 'kind' | 'label'> {
  /** The modalidad and, after a line end, the category. */
  place: string
  cents: string
  early?: string
  until?: string
}

/** The prices that can be added. */
const offers: readonly (readonly [kind: PriceKind, label: string])[] = [
  ['entry', priceKinds.entry],
  ['second', priceKinds.second],
  ['chip', priceKinds.chip],
  ['extra', 'Licencia'],
  ['extra', 'Credencial nueva'],
  ['extra', ''],
]

export function PricesSection() {
  const load = useLiveLoad(
    async (signal) => ({
      till: await callForOne('GET /api/till', { signal }),
      ...(await loadEvents(signal)),
    }),
    'prices',
    changesOfSettings,
  )
  return (
    <Awaited load={load}>
      {(value) => <PricesForm {...value} onSaved={(till) => load.take({ ...value, till })} />}
    </Awaited>
  )
}

interface PricesFormProps {
  till: TillInfo
  open: EventInfo
  onSaved: (now: TillInfo) => void
}

function PricesForm({ till: stored, open: event, onSaved }: PricesFormProps) {
  const [said, say] = useState('')
  /** The prices when the person began to type, or when the person was told of others. */
  const base = useRef(stored)
  const draft = `precios-${event.id}`
  const form = useForm({ draft, stored: typedOf(stored), check: problemsOf, send: save })
  const { values, isChanged, problems, field, change } = form
  if (!isChanged) base.current = stored

  async function save({ currency, prices, means, anew }: ReturnType<typeof typedOf>) {
    const body = {
      ...{ event: base.current.event, version: base.current.version, currency, anew },
      prices: prices.map((price) => priceOf(price, currency)),
      means: means.split(',').filter((name) => name.trim() !== ''),
    }
    try {
      const now = await callForOne('PUT /api/till', { body })
      onSaved(now)
      say(savedTextOf(now))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      base.current = await callForOne('GET /api/till')
      throw new ApiError(409, `${error.message}. Guarde otra vez para dejar los suyos, o descártelos.`)
    }
  }

  const { prices, currency } = values
  const set = (index: number, ...next: readonly TypedPrice[]) =>
    change({ prices: prices.toSpliced(index, 1, ...next) })
  return (
    <SettingsForm
      form={form}
      label="Precios"
      action="Guardar los precios"
      isChanged={isChanged}
      discard={form.discard}
      saved={form.isSaved && said}
    >
      <p>
        {prices.length === 0
          ? 'Sin precios, la mesa marca «Pagó» a mano. Con precios, cada inscripción se cobra, la mesa da recibos, y «Pagó» sale solo cuando el piloto no debe nada.'
          : 'El próximo evento empieza con los mismos. Quien se inscribe queda con el precio de ese día, y el de su categoría o modalidad vale en lugar del de todas.'}
      </p>
      <SelectField
        {...field('currency')}
        label="Moneda"
        options={currencyNames.map((one) => [one, `${one} · ${currencyWords.of(one)}`])}
      />
      {prices.length > 0 && (
        <ol className={parts.lines} aria-label="Precios">
          {prices.map((price, index) => (
            <PriceRow
              key={price.id}
              {...{ price, currency, problems, event }}
              name={`prices.${index}`}
              onChange={(changes) => set(index, { ...price, ...changes })}
              onUp={() => change({ prices: prices.toSpliced(index, 1).toSpliced(index - 1, 0, price) })}
              onRemove={() => set(index)}
            />
          ))}
        </ol>
      )}
      <fieldset>
        <legend>
          <b>Agregar un precio</b>
        </legend>
        <div className={layout.wrap}>
          {offers.map(([kind, label]) => (
            <Button
              key={label}
              onClick={() =>
                set(prices.length, { ...{ id: newPilotId(), kind, label }, ...{ place: '', cents: '' } })
              }
            >
              {label || priceKinds.extra}
            </Button>
          ))}
        </div>
      </fieldset>
      <TextField
        {...field('means')}
        label="Otras formas de pago"
        hint={`Además de ${enumerate(usualMeans)}. Van separadas por comas, como Yape, Plin.`}
      />
      {stored.prices.length > 0 && (
        <Checkbox checked={values.anew} onChange={field('anew').onChange}>
          Cobrar el precio nuevo también a los inscritos que no han pagado
        </Checkbox>
      )}
    </SettingsForm>
  )
}

interface PriceRowProps {
  price: TypedPrice
  currency: Currency
  event: EventInfo
  /** The beginning of the names of its fields. */
  name: string
  problems: Problems
  onChange: (changes: Partial<TypedPrice>) => void
  onUp: () => void
  onRemove: () => void
}

function PriceRow({ price, currency, event, name, problems, onChange, onUp, onRemove }: PriceRowProps) {
  const { kind, label, place } = price
  const hasEarly = price.until !== undefined
  const field = (part: keyof TypedPrice) => ({
    name: `${name}.${part}`,
    problem: problems[`${name}.${part}`],
    value: price[part] ?? '',
    onChange: (value: string) => onChange({ [part]: value }),
  })
  const title = label || priceKinds[kind]
  return (
    <li>
      <fieldset>
        <legend className={layout.hidden}>{title}</legend>
        <div className={layout.split}>
          <b>{priceKinds[kind]}</b>
          <div className={parts.actions}>
            <Button
              className={button.square}
              aria-label={`Subir ${title}`}
              disabled={name === 'prices.0'}
              onClick={onUp}
            >
              ↑
            </Button>
            <Button
              onClick={() =>
                onChange(hasEarly ? { early: undefined, until: undefined } : { early: '', until: '' })
              }
            >
              {hasEarly ? 'Un solo precio' : 'Precio anticipado'}
            </Button>
            <Button className={button.danger} aria-label={`Quitar ${title}`} onClick={onRemove}>
              Quitar
            </Button>
          </div>
        </div>
        <div className={styles.price}>
          {(kind === 'entry' || kind === 'second') && (
            <SelectField
              {...field('place')}
              problem={problems[`${name}.modalidad`] ?? problems[`${name}.category`]}
              label="Para"
              options={placesOf(place, event)}
            />
          )}
          <TextField
            {...field('label')}
            label="Nombre"
            maxLength={maxPriceLabel}
            placeholder={priceKinds[kind]}
          />
          <AmountField {...field('cents')} currency={currency} label="Precio" />
        </div>
        {hasEarly && (
          <div className={layout.columns}>
            <DayField {...field('until')} label="Anticipado hasta el" />
            <AmountField {...field('early')} currency={currency} label="Precio anticipado" />
          </div>
        )}
      </fieldset>
    </li>
  )
}

const currencyWords = new Intl.DisplayNames('es', { type: 'currency' })

/** Returns what a price can be for: all, a modalidad or a category. What it was for before stays. */
function placesOf(place: string, { modalidades, categories }: EventInfo): (readonly [string, string])[] {
  const inModalidad = (modalidad: string) => categories.filter((one) => one.modalidad === modalidad)
  const places = modalidades.flatMap((modalidad) => [
    [modalidad, modalidad] as const,
    ...inModalidad(modalidad).map(
      ({ id, name }) => [`${modalidad}\n${id}`, `${modalidad} · ${name}`] as const,
    ),
  ])
  const isKnown = place === '' || places.some(([one]) => one === place)
  return [['', 'Todas'], ...places, ...(isKnown ? [] : [[place, place.replace('\n', ' · ')] as const])]
}

function typedOf({ currency, prices, means }: TillInfo) {
  return {
    currency,
    prices: prices.map(
      ({ id, kind, label, modalidad, category, cents, early }): TypedPrice => ({
        ...{ id, kind, label, cents: amountText(cents, currency) },
        place: [modalidad, category].filter(Boolean).join('\n'),
        ...(early && { early: amountText(early.cents, currency), until: formatDate(early.until) }),
      }),
    ) as readonly TypedPrice[],
    /** The names, separated by commas. */
    means: means.filter((one) => !usualMeans.includes(one)).join(', '),
    anew: false,
  }
}

function problemsOf({ currency, prices }: ReturnType<typeof typedOf>): Problems {
  const found = prices.flatMap(({ cents, early, until }, index) => [
    [`prices.${index}.cents`, amountProblem(cents, currency)],
    [`prices.${index}.early`, early === undefined ? '' : amountProblem(early, currency)],
    [`prices.${index}.until`, until === undefined || readDay(until) ? '' : 'Escriba el último día'],
  ])
  return Object.fromEntries(found)
}

/** Reads a price without problems. */
function priceOf(
  { id, kind, label, place, cents, early = '', until = '' }: TypedPrice,
  currency: Currency,
): PriceInfo {
  const [modalidad, category] = place.split('\n')
  const day = readDay(until)
  return {
    ...{ id, kind, label, modalidad, category, cents: centsOf(cents, currency) },
    ...(day && { early: { cents: centsOf(early, currency), until: day } }),
  }
}

function savedTextOf({ prices, charged, unchanged }: ItemOf<'PUT /api/till'>): string {
  const kept = count(unchanged, 'inscrito que no ha pagado conserva', 'inscritos que no han pagado conservan')
  const said = prices.length === 0 ? 'Guardado: el evento no tiene precios.' : savedText
  const added = charged > 0 ? ` Se cargó a la cuenta de ${count(charged, 'inscrito')}.` : ''
  return `${said}${added}${unchanged > 0 ? ` ${kept} el precio de antes.` : ''}`
}
