/**
 * The applications of a phone: what is typed, which the browser keeps, and what the desk says. An application is sent under
 * its own identifier until the server answers, so that it arrives once. Each has its own entry in the storage, and each tab
 * its own form, so that two persons at two tabs do not write over each other.
 */
import { useEffect, useRef, useState } from 'react'
import { retryAfter } from '#domain/api/addresses'
import { applicationLife, type Language } from '#domain/applications/application'
import type { ApplicationStatus } from '#domain/applications/calls'
import { isObject, parseJson } from '#domain/text/text'
import { drop, recall, remember, rememberedKeys } from '../api/browser-memory.ts'
import { ApiError, callForOne, noAnswer } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import type { Signing } from '../signing/signature-fields.tsx'

/** The typed values, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>

/** The signature below the waiver. What the rider has neither drawn nor typed is absent. */
export interface KeptSigning extends Partial<Signing> {
  /** The hash of the text below which `strokes` were drawn. */
  hash?: string
  /** True if the rider signs at the desk. */
  isLater?: boolean
}

export interface KeptApplication {
  id: string
  values: Typed
  category?: string
  isAccepted?: boolean
  guardian?: string
  signing?: KeptSigning
  /** The time at which it was begun: ISO 8601, UTC. */
  at: string
  /** True once it was sent: it may have arrived. */
  isSent?: boolean
  /** The last answer of the server. Absent before the first, and if the server does not know it any more. */
  status?: ApplicationStatus
}

/** The identifier follows. Without one, it is the key of the form that is open in a tab, in the storage of that tab. */
const key = 'pilotos-anotarme/'

/** The interval at which a phone asks for the decision of the desk, in milliseconds. */
const askEvery = 5000

function newApplication(): KeptApplication {
  // `crypto.randomUUID` is not available on pages served over plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const id = btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return { id, values: {}, at: new Date().toISOString() }
}

/** Returns the applications of all tabs, and forgets those of another day. */
function keptApplications(): KeptApplication[] {
  const all = rememberedKeys().flatMap((name) => {
    if (!name.startsWith(key)) return []
    const found = keptApplication(name.slice(key.length))
    if (!found) drop(name)
    return found ?? []
  })
  return all.sort(byTime)
}

function byTime(one: KeptApplication, other: KeptApplication): number {
  return one.at < other.at ? -1 : 1
}

function keptApplication(id: string): KeptApplication | undefined {
  const one = parseJson(recall(key + id) ?? '')
  const isKept =
    isObject(one) && isObject(one.values) && Date.parse(String(one.at)) > Date.now() - applicationLife
  return isKept ? (one as unknown as KeptApplication) : undefined
}

interface Sending {
  /** The photos, which only this page has. */
  photo?: Blob
  code: string
  language: Language
  consentVersion: number
  /** The signature, as the server takes it. Absent without one: the server then keeps that which it has. */
  waiver?: object
}

/** Holds the applications of this phone. */
export function useApplications() {
  const [all, setAll] = useState(keptApplications)
  const [openId, setOpenId] = useState(() => recall(key, 'sessionStorage') ?? undefined)
  const latest = useRef(all)

  function show(changed: KeptApplication[]) {
    latest.current = changed
    setAll(changed)
  }

  /** Shows what another tab has changed, except in the form of this one. */
  useEffect(() => {
    const follow = ({ key: name }: StorageEvent) => {
      const found = name?.startsWith(key) && keptApplication(name.slice(key.length))
      if (found && found.id !== openId)
        show([...latest.current.filter(({ id }) => id !== found.id), found].sort(byTime))
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  })

  function edit(id?: string) {
    remember(key, id ?? '', 'sessionStorage')
    setOpenId(id)
  }

  function change(id: string, to: Partial<KeptApplication>) {
    const before = keptApplication(id) ?? latest.current.find((one) => one.id === id)
    if (!before) return
    const changed = { ...before, ...to }
    // A storage that is full must not keep what was there before.
    drop(key + id)
    remember(key + id, JSON.stringify(changed))
    show(latest.current.map((one) => (one.id === id ? changed : one)))
  }

  /** Opens a blank form, which is kept once something is typed, or another one in place of an application. */
  function begin(before?: KeptApplication) {
    const { values = {}, ...rest } = before ?? {}
    const fresh = { ...rest, ...newApplication(), values, isSent: undefined, status: undefined }
    if (before) drop(key + before.id)
    show([...latest.current.filter((one) => one.id !== before?.id), fresh])
    if (before) change(fresh.id, {})
    edit(fresh.id)
  }

  useDecisions(all, (id, status) => {
    if (status?.state !== 'approved') return change(id, { status })
    // The phone forgets what was typed and drawn. Only one that waits is told whether it is signed.
    const signed = latest.current.find((one) => one.id === id)?.status?.signed
    change(id, { status: { ...status, signed }, values: {}, guardian: undefined, signing: undefined })
  })

  return {
    all,
    open: all.find(({ id }) => id === openId),
    edit,
    begin,
    change,
    /** Sends an application until the server answers, and closes its form. @throws ApiError if it refuses it */
    async send(id: string, sending: Sending, onUnsent: () => void): Promise<void> {
      const sent = latest.current.find((one) => one.id === id)
      if (!sent) return
      change(id, { isSent: true })
      const status = await untilAnswered(sent, formOf(sent, sending), onUnsent)
      change(id, { status })
      edit(undefined)
    },
  }
}

function formOf(
  application: KeptApplication,
  { photo, code, language, consentVersion, waiver }: Sending,
): FormData {
  const { id, values, category, isAccepted, guardian } = application
  const consent = isAccepted ? { version: consentVersion, ...(guardian && { guardian }) } : undefined
  const form = new FormData()
  form.append('id', id)
  form.append('code', code)
  const sent = { values: filledIn(values), category, consent, waiver, language }
  form.append('application', JSON.stringify(sent))
  if (photo) form.append('_img', photo, 'foto.jpg')
  return form
}

/** Returns the values of a form without those that nobody has typed. */
export function filledIn(values: Typed): Typed {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
}

/** Sends a form again after each temporary failure, as long as an application lives. */
async function untilAnswered(
  { at }: KeptApplication,
  body: FormData,
  onUnsent: () => void,
): Promise<ApplicationStatus> {
  const end = Date.parse(at) + applicationLife
  while (Date.now() < end) {
    try {
      return await callForOne('POST /api/applications', { body })
    } catch (error) {
      if (!(error instanceof ApiError && error.isTemporary)) throw error
      onUnsent()
    }
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
  }
  throw new ApiError(0, noAnswer)
}

/** Asks for the decisions on the applications that wait. One that the server does not know has no status. */
function useDecisions(
  all: readonly KeptApplication[],
  tell: (id: string, status: ApplicationStatus | undefined) => void,
): void {
  const waiting = all.filter(({ status }) => status?.state === 'waiting').map(({ id }) => id)
  const load = (signal: AbortSignal) =>
    Promise.all(waiting.map(async (id) => [id, await loadStatus(id, signal)] as const))
  const { value: decisions, refresh } = useLoad(load, waiting.join(' '))
  useEffect(() => {
    const asking = setInterval(() => document.visibilityState === 'visible' && refresh(), askEvery)
    return () => clearInterval(asking)
  }, [refresh])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    for (const decision of decisions ?? []) tell(...decision)
  }, [decisions])
}

async function loadStatus(id: string, signal: AbortSignal): Promise<ApplicationStatus | undefined> {
  try {
    return await callForOne('GET /api/applications/:id/status', { params: { id }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
