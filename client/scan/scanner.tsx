/** Handles the hand scanner, and numbers that are typed outside of fields, on every screen of staff. */
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { shortened } from '#domain/text/text'
import { readScanned } from '#domain/web/scanned'
import { ApiError } from '../api/api.ts'
import { noticeDuration, useCodeLookup, whyNot } from './code-lookup.ts'
import { type FieldContent, pressEnter, restore } from './focused-field.ts'
import { KeptValues, LostPhoto, unsavedForm } from './left-form.tsx'
import { isNumber } from './number-buffer.ts'
import { useNumberSearch } from './number-search.ts'
import { ScanAlert } from './scan-alert.tsx'
import { isAddress, type ScanHandlers, ScanListener } from './scan-listener.ts'

export function Scanner() {
  const lookup = useCodeLookup()
  const { leave, messages } = useLeave()
  const listener = useRef<ScanListener>(undefined)
  const searchNumber = useNumberSearch({ takeNumber: () => listener.current?.takeNumber() ?? '', leave })

  async function onScan(text: string) {
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

  const handlers: ScanHandlers = { onScan, onFieldScan, onNumber: searchNumber }
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
  const { pathname } = useLocation()
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
      setForm(unsaved && pathname)
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
