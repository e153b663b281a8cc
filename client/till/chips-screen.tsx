/** The screen *Chips*: one field that takes scans lends chips and takes them back, above the list of the event's chips. */
import { type FormEvent, memo, useEffect, useRef, useState } from 'react'
import { chatUrl, credentialPath, phoneUrl } from '#domain/api/addresses'
import { fullName } from '#domain/pilots/pilot'
import { formatMoment } from '#domain/text/date'
import { figure, fold, parseJson } from '#domain/text/text'
import { chipName } from '#domain/till/lending'
import type { Chip } from '#domain/till/loans'
import { formatMoney } from '#domain/till/money'
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
import { Done } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/link.tsx'
import { NumberPlate } from '../ui/marks.tsx'
import { Awaited } from '../ui/notice.tsx'
import { useDocumentEvent } from '../ui/page-events.ts'
import parts from '../ui/parts.module.css'
import { type ChipDesk, type ChipsInfo, type Deposit, type DeskState, useChipDesk } from './chip-desk.ts'
import { ChipDialog, ChipsDialog, DepositDialog } from './chip-dialogs.tsx'
import styles from './chips.module.css'

export function ChipsScreen() {
  const load = useLiveLoad((signal) => callForOne('GET /api/chips', { signal }), 'chips')
  return (
    <>
      <title>Chips · PilotOS</title>
      <Awaited load={load}>{(info) => <Chips info={info} refresh={load.refresh} />}</Awaited>
    </>
  )
}

const depositKey = 'pilotos-chip-deposit'

function Chips({ info, refresh }: { info: ChipsInfo; refresh: () => void }) {
  const [left, setLeft] = useState(() => (parseJson(recall(depositKey) ?? '{}') ?? {}) as Deposit)
  const [dialog, setDialog] = useState<'deposit' | 'chips' | { unknown: string }>()
  const [done, setDone] = useState('')
  const { desk, shown } = useChipDesk(info, left, refresh)
  const box = useRef<HTMLInputElement>(null)
  // After a dialog or a button, the next scan goes to the field. Behind a dialog, it cannot have the focus.
  useEffect(() => {
    if (!dialog) box.current?.focus()
  }, [dialog])
  useDocumentEvent('click', ({ target }) => {
    if (target instanceof Element && target.closest('main button')) box.current?.focus()
  })

  function close(text = '') {
    setDialog(undefined)
    setDone(text)
    refresh()
  }

  return (
    <>
      <div className={`${layout.split} ${layout.screenOnly}`}>
        <h1>Chips</h1>
        <div className={layout.wrap}>
          <button type="button" className={button.button} onClick={() => setDialog('deposit')}>
            Depósito: {depositText(left, info)}
          </button>
          <Press onPress={() => setDialog('chips')}>Agregar chips</Press>
        </div>
      </div>
      <Done>{done}</Done>
      <Desk desk={desk} shown={shown} box={box} onUnknown={(unknown) => setDialog({ unknown })} />
      <ChipList info={info} onReturn={desk.takeBack} onRemoved={refresh} />
      {dialog === 'deposit' && (
        <DepositDialog
          left={left}
          currency={info.currency}
          onChange={(next) => {
            setLeft(next)
            remember(depositKey, JSON.stringify(next))
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'chips' && <ChipsDialog event={info.event} onAdded={close} onClose={close} />}
      {typeof dialog === 'object' && (
        <ChipDialog
          event={info.event}
          code={dialog.unknown}
          onAdded={(chip) => {
            setDialog(undefined)
            desk.added(chip)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function depositText({ deposit, document }: Deposit, { currency }: Pick<ChipsInfo, 'currency'>): string {
  return deposit ? formatMoney(deposit, currency) : (document ?? 'nada')
}

interface DeskProps {
  desk: ChipDesk
  shown: DeskState
  box: React.RefObject<HTMLInputElement | null>
  onUnknown: (text: string) => void
}

/** The field, and what the last scan did or what the next one is for. */
function Desk({ desk, shown, box, onUnknown }: DeskProps) {
  const [text, setText] = useState('')
  const [isLive, setLive] = useState(false)
  const { chip, rider, candidates, said, isBusy } = shown

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
        {hasLiveCamera && <Press onPress={() => setLive(!isLive)}>Cámara</Press>}
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
            {rider && <b>{fullName(rider)}</b>}{' '}
            <span>{rider ? 'Ahora escanee el chip.' : 'Ahora escanee al piloto.'}</span>
          </p>
          <Press onPress={desk.clear}>Cancelar</Press>
        </div>
      )}
      {candidates && (
        <ul className={styles.candidates} aria-label="Elija uno">
          {candidates.map((one) => (
            <li key={'code' in one ? one.code : one.id}>
              <Press onPress={() => desk.choose(one)}>
                {'code' in one
                  ? `Chip ${chipName(one)}`
                  : [one.npiloto, fullName(one), one.club].filter(Boolean).join(' · ')}
              </Press>
            </li>
          ))}
        </ul>
      )}
      {isBusy && <p role="status">Un momento…</p>}
      {said && (
        <div className={styles.said} data-kind={said.kind} role="alert">
          <h2>{said.title}</h2>
          {said.lines?.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <div className={parts.actions}>
            {said.retry && <Press onPress={said.retry}>Reintentar</Press>}
            {said.borrowed && (
              <Press onPress={() => said.borrowed && desk.takeBack(said.borrowed)}>Recibir de él</Press>
            )}
            {said.unknown !== undefined && (
              <Press onPress={() => onUnknown(said.unknown ?? '')}>Agregarlo como chip</Press>
            )}
            {said.rider?.owed ? (
              <Link className={button.button} to={credentialPath(said.rider.id)}>
                {said.rider.owed > 0 ? 'Cobrar' : 'Anotar la devolución'}
              </Link>
            ) : null}
          </div>
        </div>
      )}
    </section>
  )
}

function Press({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" className={button.button} onClick={onPress}>
      {children}
    </button>
  )
}

type Lent = ChipsInfo['lent'][number]

/** The most chips that the list of all shows, until a search finds fewer. */
const mostShown = 100

interface ChipListProps {
  info: ChipsInfo
  onReturn: (chip: Chip) => void
  onRemoved: () => void
}

/** The chips that are out, or all of the event. A scan alone does not render it again. */
const ChipList = memo(({ info, onReturn, onRemoved }: ChipListProps) => {
  const { chips, lent, event } = info
  const { role } = useSession()
  const [isAll, setAll] = useState(lent.length === 0)
  const [search, setSearch] = useState('')
  const [removing, setRemoving] = useState<Chip>()
  const loans = new Map(lent.map((one) => [one.chip, one]))
  const listed = new Map(chips.map((chip) => [chip.code, chip]))
  const chipOf = ({ chip: code }: Lent): Chip => listed.get(code) ?? { code, label: '', rented: false }
  const all = isAll
    ? chips.map((chip) => ({ chip, loan: loans.get(chip.code) }))
    : lent.map((loan) => ({ chip: chipOf(loan), loan }))
  const words = fold(search).split(/\s+/)
  const found = all.filter(
    ({ chip: { code, label }, loan: { name = '', number = '' } = {} as Partial<Lent> }) => {
      const text = fold([code, label, name, number].join(' '))
      return words.every((word) => text.includes(word))
    },
  )
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
          <button
            key={String(one)}
            type="button"
            className={parts.chip}
            aria-pressed={isAll === one}
            onClick={() => setAll(one)}
          >
            {one ? 'Todos' : 'Sin devolver'} <b>{figure(one ? chips.length : lent.length)}</b>
          </button>
        ))}
        <input
          className={`${field.control} ${styles.filter} ${layout.screenOnly}`}
          type="search"
          aria-label="Buscar en esta lista"
          placeholder="Buscar en esta lista"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <button
          type="button"
          className={`${button.button} ${layout.screenOnly}`}
          onClick={() => window.print()}
        >
          Imprimir
        </button>
      </div>
      {found.length === 0 && <p>{search ? 'Ningún chip tiene eso.' : 'Todos los chips están en la mesa.'}</p>}
      {found.length > 0 && (
        <ul className={parts.rows}>
          {shown.map(({ chip, loan }) => (
            <li key={chip.code} className={styles.row}>
              <p>
                <b className={parts.lead}>{chipName(chip)}</b>{' '}
                <span className={layout.hint}>
                  {[chip.label && chip.code, chip.rented ? 'alquilado' : 'propio']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </p>
              {loan ? (
                <Holder loan={loan} info={info} name={chipName(chip)} />
              ) : (
                <p className={layout.soft}>En la mesa</p>
              )}
              <div className={`${parts.actions} ${layout.screenOnly}`}>
                {loan && <Press onPress={() => onReturn(chip)}>Recibir</Press>}
                {!loan && role === 'admin' && <Press onPress={() => setRemoving(chip)}>Quitar</Press>}
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
            onRemoved()
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>Deja de estar en la lista de este evento. Puede agregarse otra vez.</p>
        </Confirmation>
      )}
    </section>
  )
})

/** One chip that is out: the rider, since when and against what, and the chat that asks for it. */
function Holder({ loan, info, name }: { loan: Lent; info: ChipsInfo; name: string }) {
  const { id, name: rider, number, at, phone = '', chat } = loan
  const text = `Hola, ${rider}. Le quedó el chip ${name} del evento: por favor devuélvalo en la mesa.`
  const left = depositText(loan, info)
  return (
    <p>
      {number && <NumberPlate number={number} />}{' '}
      <Link to={credentialPath(id)}>
        <b>{rider}</b>
      </Link>
      <br />
      <span className={layout.hint}>
        Desde el {formatMoment(at)} · dejó {left}
      </span>{' '}
      {phone && (
        <a
          className={layout.target}
          {...(chat
            ? {
                href: `${chatUrl(chat)}?text=${encodeURIComponent(text)}`,
                target: '_blank',
                rel: 'noreferrer',
              }
            : { href: phoneUrl(phone) })}
        >
          {chat ? 'WhatsApp' : 'Llamar'} {phone}
        </a>
      )}
    </p>
  )
}
