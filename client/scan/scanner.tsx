/** Handles the hand scanner, and numbers that are typed outside of fields, on every screen of staff. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { approvalPath, formPath, screens, searchPath } from '#domain/api/addresses'
import { turnText } from '#domain/applications/application'
import { readTurn } from '#domain/applications/desk'
import { readScanned } from '#domain/credential/scanned'
import { shortened } from '#domain/text/text'
import { ApiError } from '../api/call.ts'
import button from '../ui/button.module.css'
import { Confirmation } from '../ui/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { useCardScan } from './identity/card-scan.ts'
import { isCardNumber } from './identity/card-text.ts'
import { type FieldContent, isNumber, pressEnter, restore, setValue, shortestScan } from './key-strokes.ts'
import { noticeDuration, ScanAlert, useCodeLookup, whyNot } from './scan-alert.tsx'
import { isAddress, type ScanHandlers, ScanListener } from './scan-listener.ts'

export function Scanner() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const lookup = useCodeLookup()
  const { leave, messages } = useLeave()
  const listener = useRef<ScanListener>(undefined)
  const onCard = useCardScan({
    refuse: (notice) => lookup.show({ notice }),
    leave,
    find(number) {
      const box = takingBox()
      if (box) type(box, number, true)
      return box !== null
    },
  })
  const searchNumber = useNumberSearch({ takeNumber: () => listener.current?.takeNumber() ?? '', leave })

  async function onScan(text: string) {
    const box = takingBox()
    if (box) return type(box, text, true)
    const turn = /turno/i.test(text) ? readTurn(text) : undefined
    if (turn) return leave(() => navigate(approvalPath(turnText(turn))))
    const id = readScanned(text)
    if (!id) {
      const notice = new Error(`Lo escaneado no es una credencial: «${shortened(text, 60)}»`)
      return lookup.show({ notice })
    }
    const found = await lookup.find(id)
    if (found === 'valid') leave(() => lookup.open(id))
    if (!(found instanceof Error)) return
    // Twelve digits may be a number as well as a code.
    if (isNumber(text)) searchNumber(text, true)
    else lookup.show({ notice: new Error(whyNot(found, id)) })
  }

  /** Takes a scanned credential out of the field again. Another text that only looks like a code stays in it. */
  async function onFieldScan(text: string, before: FieldContent) {
    if (isAddress(text)) {
      restore(before)
      return onScan(text)
    }
    const id = readScanned(text)
    const { field } = before
    const { value } = field
    const found = id && (await lookup.find(id))
    if (!found) return
    if (found instanceof Error) {
      if (!(found instanceof ApiError && found.status === 404)) lookup.show({ notice: found })
      return pressEnter(field)
    }
    if (field.value === value) restore(before)
    if (found === 'valid') leave(() => lookup.open(id))
  }

  /** Takes the number of an identity card into the blank form. On any other screen, a number is searched. */
  function onNumber(text: string, isComplete: boolean) {
    if (isComplete && pathname === formPath() && isCardNumber(text)) void onCard(text)
    // A typed number throws nothing away: it leads nowhere from Ajustes, nor from what is not saved.
    else if (text.length >= shortestScan || !(pathname.startsWith(screens.settings) || unsavedForm()))
      searchNumber(text, isComplete)
  }

  const handlers: ScanHandlers = { onScan, onFieldScan, onNumber, onCard }
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    listener.current = new ScanListener(() => latest.current)
    return () => listener.current?.stop()
  }, [])

  return (
    <>
      <ScanAlert lookup={lookup} />
      {!lookup.alert && messages}
    </>
  )
}

/** Returns the function that leaves the screen. It asks first if a photo would be lost, and keeps what was typed. */
function useLeave() {
  const { pathname, search } = useLocation()
  const [held, hold] = useState<{ go: () => void }>()
  const [form, setForm] = useState<string>()

  useEffect(() => {
    const timer = form && setTimeout(() => setForm(undefined), noticeDuration)
    return () => clearTimeout(timer || undefined)
  }, [form])

  function leave(go: () => void) {
    const unsaved = unsavedForm()
    const goNow = () => {
      hold(undefined)
      setForm(unsaved && pathname + search)
      go()
    }
    if (unsaved === 'photo') hold({ go: goNow })
    else goNow()
  }

  const messages = (
    <>
      <KeptValues address={form} onReturn={() => setForm(undefined)} />
      {held && <LostPhoto onLeave={held.go} onClose={() => hold(undefined)} />}
    </>
  )
  return { leave, messages }
}

/** Returns what the form on the screen has not sent: a chosen photo, or only values, which the browser keeps. */
function unsavedForm(): 'photo' | 'values' | undefined {
  const form = document.querySelector<HTMLFormElement>('form[data-unsaved]')
  return form?.dataset.unsaved as ReturnType<typeof unsavedForm>
}

function LostPhoto({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  return (
    <Confirmation
      title="Salir del formulario"
      action="Salir sin la foto"
      confirm={async () => onLeave()}
      onClose={onClose}
    >
      <p>
        La foto elegida todavía no se guardó y se pierde al salir. Lo escrito se conserva en este navegador.
      </p>
    </Confirmation>
  )
}

/** Says that the values of a form are kept. `address` is that of the form. */
function KeptValues({ address, onReturn }: { address: string | undefined; onReturn: () => void }) {
  return (
    <div className={parts.overlay} role="status">
      {address && (
        <Notice kind="good">
          <p>Lo escrito en el formulario se conserva.</p>
          <Link className={button.button} to={address} onClick={onReturn}>
            Volver al formulario
          </Link>
        </Notice>
      )}
    </div>
  )
}

interface NumberSearch {
  /** Returns the digits that were typed and not yet passed on. */
  takeNumber: () => string
  /** Calls `go` once this screen may be left. */
  leave: (go: () => void) => void
}

/**
 * Returns the function that searches the list for a number that was scanned, or typed while no field had the focus.
 * `isComplete` is true if an Enter ended the number.
 */
function useNumberSearch({ takeNumber, leave }: NumberSearch) {
  const navigate = useNavigate()
  const { key } = useLocation()
  /** The number that the search of the list receives when the list appears. */
  const waiting = useRef<{ text: string; isComplete: boolean }>(undefined)
  useArrival(key, waiting, takeNumber)

  return function searchNumber(text: string, isComplete: boolean) {
    const box = searchBox()
    if (box) return type(box, text, isComplete)
    if (waiting.current) {
      waiting.current = { text: waiting.current.text + text, isComplete }
      return
    }
    leave(() => {
      waiting.current = { text, isComplete }
      // The list replaces this address while the person types on: see its `SearchState`.
      navigate(searchPath({ search: text }), { state: { isTyping: !isComplete } })
    })
  }
}

/** Moves the focus to the search when the list appears, with all digits that were typed in the meantime. */
function useArrival(
  key: string,
  waiting: RefObject<{ text: string; isComplete: boolean } | undefined>,
  takeNumber: () => string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address changes
  useEffect(() => {
    const number = waiting.current
    const box = searchBox()
    waiting.current = undefined
    if (!number || !box) return
    const text = number.text + takeNumber()
    box.focus()
    if (box.value !== text) setValue(box, text)
    select(box, number.isComplete)
  }, [key])
}

/** Replaces the words in the search. A complete number is searched at once. */
function type(box: HTMLInputElement, text: string, isComplete: boolean): void {
  box.focus()
  flushSync(() => setValue(box, text))
  if (isComplete) box.form?.requestSubmit()
  select(box, isComplete)
}

/** Selects a complete number, so that the next one replaces it, or lets the person type on after an incomplete one. */
function select(box: HTMLInputElement, isComplete: boolean): void {
  if (isComplete) box.select()
  else box.setSelectionRange(box.value.length, box.value.length)
}

function searchBox(): HTMLInputElement | null {
  return takingBox() ?? document.querySelector('input[type="search"][name="search"]')
}

/** Returns the field of a screen that takes all scans, if there is one. */
function takingBox(): HTMLInputElement | null {
  return document.querySelector('input[data-takes-scans]')
}
