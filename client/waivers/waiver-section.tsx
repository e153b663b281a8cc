/** The text of the waiver that riders of the open event sign, which admins write. */
import { useState } from 'react'
import { count, figure, meanwhile } from '#domain/text/text'
import {
  type CurrentWaiver,
  maxWaiverLines,
  maxWaiverText,
  noWaiver,
  waiverTextTooLong,
} from '#domain/waivers/waiver'
import { ApiError, callForList, callForOne } from '../api/call.ts'
import { useWaiver } from '../api/event-list.ts'
import { useLoad } from '../api/load.ts'
import { WaiverText } from '../signing/signature-fields.tsx'
import { TextField } from '../ui/field.tsx'
import { SettingsForm, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Notice } from '../ui/notice.tsx'

const none: CurrentWaiver = { hash: noWaiver, text: '', version: 0 }

export function WaiverSection() {
  const load = useWaiver()
  /** The text that was stored after the one that has been loaded. */
  const [later, setLater] = useState<{ loaded?: CurrentWaiver[]; now: CurrentWaiver[] }>()
  const [stored = none] = (later?.loaded === load.value ? later?.now : load.value) ?? []
  /** The text when the person began to type, or when the person was told of another one. */
  const [base, setBase] = useState<CurrentWaiver>()
  const [isRefused, setRefused] = useState(false)
  const form = useForm({
    draft: load.value && 'deslinde',
    stored: { text: stored.text },
    check: ({ text }) => ({ text: linesOf(text) > maxWaiverLines ? waiverTextTooLong : undefined }),
    send: ({ text }) => save(text, base ?? stored),
  })
  const { isChanged } = form
  const { text } = form.values
  // Renders again at once when something is typed, or when nothing is unsaved any more.
  if (isChanged !== (base !== undefined)) setBase(isChanged ? stored : undefined)
  if (isRefused && !isChanged) setRefused(false)

  async function save(changed: string, { hash }: CurrentWaiver): Promise<void> {
    const take = (now: CurrentWaiver[]) => setLater({ loaded: load.value, now })
    try {
      take(await callForList('PUT /api/waiver', { body: { text: changed, version: hash } }))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      const now = await callForList('GET /api/waiver')
      take(now)
      setBase(now[0] ?? none)
      setRefused(true)
      throw error
    }
  }

  return (
    <Awaited load={load}>
      {() => (
        <>
          <p>
            Con un texto, el piloto lo firma con el dedo en su credencial, en una puerta o en su propio
            teléfono, y un menor de 18 años con un adulto. Si es un requisito del evento, la puerta dice a
            quién le falta.
          </p>
          <SettingsForm
            form={form}
            action="Guardar el deslinde"
            isChanged={text.trim() !== stored.text}
            discard={form.discard}
            saved={form.isSaved && savedText(stored)}
          >
            <TextField
              {...form.field('text')}
              label="Texto del deslinde"
              hint={`${hintOf(stored)} ${figure(text.length)} de ${figure(maxWaiverText)} letras, ${linesOf(text)} de ${maxWaiverLines} líneas.`}
              rows={10}
              maxLength={maxWaiverText}
            />
            {isChanged && stored !== none && <Effect stored={stored} isEmpty={text.trim() === ''} />}
            {base && (isRefused || base.hash !== stored.hash) && <OtherText {...stored} />}
          </SettingsForm>
        </>
      )}
    </Awaited>
  )
}

function linesOf(text: string): number {
  return text.trim().split('\n').length
}

function hintOf({ version }: CurrentWaiver): string {
  return version === 0 ? 'Sin un texto, nadie firma.' : `Es la versión ${version}. Se imprime en una hoja.`
}

function savedText({ text, version }: CurrentWaiver): string {
  return text === '' ? 'Guardado: ya nadie firma.' : `Guardado: desde ahora se firma la versión ${version}.`
}

/** Says what a change means for the riders who have signed. */
function Effect({ stored: { version }, isEmpty }: { stored: CurrentWaiver; isEmpty: boolean }) {
  const { value: report } = useLoad((signal) => callForOne('GET /api/report', { query: {}, signal }), '')
  const lacking = report?.checks.find(({ name }) => name === 'waiver')?.lacking
  const signed = report && lacking !== undefined ? report.entered.riders - lacking : undefined
  const known = !signed
    ? ''
    : ` De los inscritos, ${count(signed, 'firmó', 'firmaron')} la versión ${version}.`
  return (
    <p className={layout.hint}>
      {isEmpty
        ? 'Sin un texto, nadie firma más. Las firmas de antes quedan.'
        : 'Un texto nuevo lo firman todos otra vez. Las firmas de antes quedan con el suyo.'}
      {known}
    </p>
  )
}

/** The text that another admin has stored meanwhile. */
function OtherText({ text, version }: CurrentWaiver) {
  return (
    <Notice kind="warning">
      <p>
        <b>{meanwhile(text === '' ? 'quitó el texto' : `guardó la versión ${version}`)}.</b> Lo escrito aquí
        todavía no se guardó: guárdelo en su lugar, o descártelo.
      </p>
      {text !== '' && <WaiverText>{text}</WaiverText>}
    </Notice>
  )
}
