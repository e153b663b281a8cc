/** The name of the organiser, the colour and the logo, with a preview of the credential's head and of a card. */
import { useState } from 'react'
import { brandFor, maxBrandName } from '#domain/desk/brand'
import type { BrandChange, BrandInfo } from '#domain/desk/settings-calls'
import { ApiError, callForOne } from '../api/call.ts'
import { callForFile } from '../api/files.ts'
import { useSession } from '../api/session.ts'
import { BrandHead } from '../credential/brand-head.tsx'
import button from '../ui/button.module.css'
import { takeFocus } from '../ui/dialog.tsx'
import field from '../ui/field.module.css'
import { TextField } from '../ui/field.tsx'
import { FileInput, useObjectUrl } from '../ui/file-input.tsx'
import { Button, Done, Recovered, useAction, useForm } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Failure } from '../ui/notice.tsx'
import styles from '../ui/settings.module.css'

export function BrandSection() {
  const { brand: stored, event, update, ...session } = useSession()
  const [card, setCard] = useState<File>()
  const form = useForm<BrandDraft>({
    draft: 'marca',
    stored: { name: stored.name, colour: stored.colour },
    async send(draft) {
      showing.clear()
      update({ ...session, event, brand: await changeBrand(draft) })
    },
  })
  const draft = form.values
  const showing = useAction(async () => setCard(await sampleCard(draft)))
  const chosenLogo = useObjectUrl(draft.logo)
  const cardUrl = useObjectUrl(card)
  const logo = draft.logo === undefined ? stored.logo : (chosenLogo ?? null)
  const isBusy = form.isBusy || showing.isBusy
  const error = form.error ?? showing.error

  function change(changes: Partial<BrandDraft>) {
    form.change(changes)
    setCard(undefined)
    showing.clear()
  }

  return (
    <form className={layout.stack} {...form.props}>
      <Recovered form={form} />
      <TextField
        name="name"
        label="Nombre de quien organiza"
        hint={`${event ? `Va debajo de «${event}», el nombre del evento.` : noEventName} ${draft.name.length} de ${maxBrandName} caracteres.`}
        problem={form.problems.name ?? showing.problems.name}
        maxLength={maxBrandName}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <div className={layout.row}>
        <label className={styles.colour}>
          Color
          <input
            type="color"
            name="colour"
            className={field.control}
            value={draft.colour}
            onChange={({ target }) => change({ colour: target.value })}
          />
        </label>
        <FileInput
          label={logo === null ? 'Elegir logo' : 'Cambiar logo'}
          accept="image/png,image/jpeg,image/svg+xml"
          onChoose={(file) => change({ logo: file })}
        />
        {logo !== null && <Button onClick={() => change({ logo: null })}>Quitar logo</Button>}
      </div>
      <p className={layout.hint}>
        El logo es un PNG, JPEG o SVG de hasta 2 MB; los bordes vacíos se recortan.
      </p>
      <figure className={styles.preview} aria-label="Vista previa de la credencial">
        <BrandHead brand={brandFor({ name: draft.name.trim(), colour: draft.colour, logo }, event)} />
      </figure>
      {error && <Failure error={error.fields.logo ? new Error(error.fields.logo) : error} />}
      <div className={layout.row}>
        <button type="submit" className={button.primary} disabled={isBusy}>
          {form.isBusy ? 'Guardando…' : 'Guardar'}
        </button>
        {cardUrl ? (
          <a ref={takeFocus} className={button.button} href={cardUrl} target="_blank" rel="noreferrer">
            Abrir la tarjeta de muestra
          </a>
        ) : (
          <Button disabled={isBusy} onClick={showing.run}>
            {showing.isBusy ? 'Preparando…' : 'Ver una tarjeta de muestra'}
          </Button>
        )}
      </div>
      <Done>
        {form.isSaved && 'Guardado: las credenciales y las próximas tarjetas lo llevan desde ahora.'}
      </Done>
    </form>
  )
}

const noEventName =
  'El evento abierto todavía no tiene nombre: escríbalo en Evento. Hasta entonces, este va en su lugar.'

/** A brand before it is sent. Without `logo` the stored one stays, and null removes it. */
export interface BrandDraft {
  name: string
  colour: string
  logo?: File | null
}

/** @throws ApiError 422 with `fields` */
async function changeBrand(draft: BrandDraft): Promise<BrandInfo> {
  return callForOne('PUT /api/brand', { body: await brandChangeOf(draft) })
}

/** Returns the PDF of a sample card with a brand that is not stored yet. @throws ApiError 422 with `fields` */
async function sampleCard(draft: BrandDraft): Promise<File> {
  const order = { body: await brandChangeOf(draft) }
  const { name, content } = await callForFile('POST /api/brand/card', order, 'tarjeta.pdf')
  return new File([content], name, { type: 'application/pdf' })
}

async function brandChangeOf({ name, colour, logo }: BrandDraft): Promise<BrandChange> {
  return { name, colour, ...(logo !== undefined && { logo: logo && (await base64Of(logo)) }) }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new ApiError(0, 'No se pudo leer el archivo: elíjalo otra vez'))
    reader.readAsDataURL(file)
  })
}
