/** The screen *Chips*: one field that takes scans lends chips and takes them back, above the list of the event's chips. */
import { type FormEvent, memo, type ReactElement, useEffect, useRef, useState } from 'react'
import { chatUrl, credentialPath, phoneUrl } from '#domain/api/addresses'
import type { ShownPilot } from '#domain/api/wire'
import { fullName } from '#domain/pilots/pilot'
import { formatMoment } from '#domain/text/date'
import { figure, fold, parseJson } from '#domain/text/text'
import { chipName } from '#domain/till/lending'
import type { Chip } from '#domain/till/loans'
import { recall, remember } from '../api/browser-memory.ts'
import { callForOne } from '../api/call.ts'
import { useLiveLoad } from '../api/changes.ts'
import { useSession } from '../api/session.ts'
import { hasLiveCamera, LiveReader } from '../camera/live-reader.tsx'
import { cardInbox } from '../scan/identity/card-scan.ts'
import { isCardText } from '../scan/identity/card-text.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { Button, Done } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/marks.tsx'
import { Awaited } from '../ui/notice.tsx'
import { useDocumentEvent } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import { ChargeDialog, chargeAction } from './charge-dialog.tsx'
import {
  type ChipDesk,
  type ChipsInfo,
  type Deposit,
  type DeskState,
  depositText,
  useChipDesk,
} from './chip-desk.ts'
import { ChipDialog, ChipsDialog, DepositDialog } from './chip-dialogs.tsx'
import styles from './chips.module.css'

export function ChipsScreen() {
  const load = useLiveLoad((signal) => callForOne('GET /api/chips', { signal }), 'chips')
  return (
    <>
      <title>Chips · PilotOS</title>
      <Awaited load={load}>{(info) => <Chips info={info} />}</Awaited>
    </>
  )
}

const depositKey = 'pilotos-chip-deposit'

function Chips({ info }: { info: ChipsInfo }) {
  const { event, currency } = info
  const [left, setLeft] = useState(() => (parseJson(recall(depositKey) ?? '{}') ?? {}) as Deposit)
  const [dialog, open] = useState<ReactElement>()
  const [done, setDone] = useState('')
  const { desk, shown } = useChipDesk(info, left, (code) =>
    open(<ChipDialog {...{ event, code }} onAdded={goOn} onClose={close} />),
  )
  const box = useRef<HTMLInputElement>(null)
  // After a dialog or a button, the next scan goes to the field. Behind a dialog, it cannot have the focus.
  useEffect(() => {
    if (!dialog) box.current?.focus()
  }, [dialog])
  useDocumentEvent('click', ({ target }) => {
    if (target instanceof Element && target.closest('main button')) box.current?.focus()
  })

  function close(text = '') {
    open(undefined)
    setDone(text)
  }

  function goOn(chip: Chip) {
    close()
    desk.added(chip)
  }

  function leave(next: Deposit) {
    close()
    setLeft(next)
    remember(depositKey, JSON.stringify(next))
  }

  function charge(rider: ShownPilot) {
    const title = chargeAction(rider)
    open(<ChargeDialog ids={[rider.id]} title={title} onDone={desk.clear} onClose={close} />)
  }

  return (
    <>
      <div className={`${layout.split} ${layout.screenOnly}`}>
        <h1>Chips</h1>
        <div className={layout.wrap}>
          <Button
            onClick={() => open(<DepositDialog {...{ left, currency }} onChange={leave} onClose={close} />)}
          >
            Depósito: {depositText(left, currency) || 'nada'}
          </Button>
          <Button onClick={() => open(<ChipsDialog event={event} onAdded={close} onClose={close} />)}>
            Agregar chips
          </Button>
        </div>
      </div>
      <Done>{done}</Done>
      <Desk {...{ desk, shown, box }} onCharge={charge} />
      <ChipList info={info} onReturn={desk.takeBack} />
      {dialog}
    </>
  )
}

interface DeskProps {
  desk: ChipDesk
  shown: DeskState
  box: React.RefObject<HTMLInputElement | null>
  onCharge: (rider: ShownPilot) => void
}

/** The field, and what the last scan did or what the next one is for. */
function Desk({ desk, shown: { chip, rider, choices, said, isBusy }, box, onCharge }: DeskProps) {
  const [text, setText] = useState('')
  const [isLive, setLive] = useState(false)
  const nextStep = !rider
    ? 'Ahora escanee al piloto.'
    : chip && choices
      ? 'Corre en varias: elija para cuáles es el chip.'
      : 'Ahora escanee el chip.'

  function send(sent: FormEvent) {
    sent.preventDefault()
    desk.signals.unlock()
    const typed = (box.current?.value ?? '').trim()
    setText('')
    if (typed) desk.scan(typed)
  }

  return (
    <section className={`${layout.screenOnly} ${styles.desk}`} aria-label="Prestar y recibir">
      <form
        className={styles.scan}
        onSubmit={send}
        onKeyDown={(pressed) => pressed.key === 'Escape' && desk.clear()}
      >
        <input
          ref={box}
          className={field.control}
          type="search"
          name="scan"
          data-takes-scans
          aria-label="Chip o piloto"
          placeholder={chip ? 'Piloto' : rider ? 'Chip' : 'Chip o piloto'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(pressed) => {
            // Some scanners end with this key.
            if (pressed.key !== 'Tab' || pressed.shiftKey || !text.trim()) return
            pressed.preventDefault()
            pressed.currentTarget.form?.requestSubmit()
          }}
        />
        {hasLiveCamera && <Button onClick={() => setLive(!isLive)}>Cámara</Button>}
      </form>
      {isLive && (
        <LiveReader
          codes="chips"
          onCode={(code) => (isCardText(code) ? cardInbox.onText(code) : desk.scan(code))}
        />
      )}
      {(chip || rider) && (
        <div className={styles.begun} role="status">
          <p>
            {chip && <b>Chip {chipName(chip)}</b>}
            {chip && rider && ' · '}
            {rider && <b>{fullName(rider)}</b>} <span>{nextStep}</span>
          </p>
          <Button onClick={desk.clear}>Cancelar</Button>
        </div>
      )}
      {choices && (
        <ul className={layout.wrap} aria-label="Elija uno">
          {choices.map(({ key, name, act }) => (
            <li key={key}>
              <Button onClick={act}>{name}</Button>
            </li>
          ))}
        </ul>
      )}
      {isBusy && <p role="status">Un momento…</p>}
      {said && (
        <div className={styles.said} data-kind={said.kind} role="alert">
          <h2>{said.title}</h2>
          {said.lines?.map((line) => (line ? <p key={line}>{line}</p> : null))}
          <div className={parts.actions}>
            {said.offer && <Button onClick={said.offer.act}>{said.offer.text}</Button>}
            {said.rider?.owed ? (
              <Button onClick={() => said.rider && onCharge(said.rider)}>{chargeAction(said.rider)}</Button>
            ) : null}
          </div>
        </div>
      )}
    </section>
  )
}

type Lent = ChipsInfo['lent'][number]

/** The most chips that the list of all shows, until a search finds fewer. */
const mostShown = 100

interface ChipListProps {
  info: ChipsInfo
  onReturn: (chip: Chip) => void
}

/** The chips that are out, or all of the event. A scan alone does not render it again. */
const ChipList = memo(({ info, onReturn }: ChipListProps) => {
  const { chips, lent, event } = info
  const { role } = useSession()
  const [isAll, setAll] = useState(lent.length === 0)
  const [search, setSearch] = useState('')
  const [removing, setRemoving] = useState<Chip>()
  const loans = new Map(lent.map((one) => [one.chip, one]))
  const listed = new Map(chips.map((chip) => [chip.code, chip]))
  const chipOf = ({ chip: code, label }: Lent): Chip => listed.get(code) ?? { code, label, rented: false }
  const all = isAll
    ? chips.map((chip) => ({ chip, loan: loans.get(chip.code) }))
    : lent.map((loan) => ({ chip: chipOf(loan), loan }))
  const words = fold(search).split(/\s+/)
  const found = all.filter(({ chip: { code, label }, loan }) => {
    const text = fold([code, label, loan?.name, loan?.number].join(' '))
    return words.every((word) => text.includes(word))
  })
  const shown = isAll ? found.slice(0, mostShown) : found
  if (chips.length + lent.length === 0)
    return (
      <div className={parts.empty}>
        <p>Este evento no tiene chips todavía: toque «Agregar chips», o escanee el primero.</p>
      </div>
    )
  return (
    <section className={layout.stack} aria-label="Lista de chips">
      <div className={layout.row}>
        {[false, true].map((one) => (
          <Button
            key={String(one)}
            className={parts.chip}
            aria-pressed={isAll === one}
            onClick={() => setAll(one)}
          >
            {one ? 'Todos' : 'Sin devolver'} <b>{figure(one ? chips.length : lent.length)}</b>
          </Button>
        ))}
        <input
          className={`${field.control} ${styles.filter} ${layout.screenOnly}`}
          type="search"
          aria-label="Buscar en esta lista"
          placeholder="Buscar en esta lista"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button className={`${button.button} ${layout.screenOnly}`} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      {found.length === 0 && <p>{search ? 'Ningún chip tiene eso.' : 'Todos los chips están en la mesa.'}</p>}
      {found.length > 0 && (
        <ul className={parts.rows}>
          {shown.map(({ chip, loan }) => (
            <li key={`${chip.code} ${loan?.at}`} className={styles.row}>
              <p>
                <b className={parts.lead}>{chipName(chip)}</b>{' '}
                <span className={layout.hint}>
                  {[chip.label && chip.code, chip.rented ? 'alquilado' : 'propio']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </p>
              {loan ? (
                <Holder loan={loan} currency={info.currency} name={chipName(chip)} />
              ) : (
                <p className={layout.soft}>En la mesa</p>
              )}
              <div className={`${parts.actions} ${layout.screenOnly}`}>
                {loan && (
                  <Button aria-label={`Recibir el chip ${chipName(chip)}`} onClick={() => onReturn(chip)}>
                    Recibir
                  </Button>
                )}
                {!loan && role === 'admin' && (
                  <Button aria-label={`Quitar el chip ${chipName(chip)}`} onClick={() => setRemoving(chip)}>
                    Quitar
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown.length && (
        <p className={layout.note}>
          y {figure(found.length - shown.length)} más: búsquelos por su etiqueta o su código
        </p>
      )}
      {removing && (
        <Confirmation
          title={`Quitar el chip ${chipName(removing)}`}
          action="Quitar"
          confirm={async () => {
            await callForOne('POST /api/chips/remove', { body: { event, chip: removing.code } })
            setRemoving(undefined)
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>Deja de estar en la lista de este evento. Puede agregarse otra vez.</p>
        </Confirmation>
      )}
    </section>
  )
})

interface HolderProps extends Pick<ChipsInfo, 'currency'> {
  loan: Lent
  /** The name of the chip. */
  name: string
}

/** The rider who has a chip, since when and against what, and the chat that asks for it. */
function Holder({ loan, currency, name }: HolderProps) {
  const { id, name: rider, number, at, phone, chat } = loan
  const text = `Hola, ${rider}. Le quedó el chip ${name} del evento: por favor devuélvalo en la mesa.`
  return (
    <p>
      {number && <NumberPlate number={number} />}{' '}
      <Link to={credentialPath(id)}>
        <b>{rider}</b>
      </Link>
      <br />
      <span className={layout.hint}>
        Desde el {formatMoment(at)} · dejó {depositText(loan, currency) || 'nada'}
      </span>{' '}
      {phone && (
        <a
          className={layout.target}
          href={chat ? `${chatUrl(chat)}?text=${encodeURIComponent(text)}` : phoneUrl(phone)}
          target={chat && '_blank'}
          rel="noreferrer"
        >
          {chat ? 'WhatsApp' : 'Llamar'} {phone}
        </a>
      )}
    </p>
  )
}
