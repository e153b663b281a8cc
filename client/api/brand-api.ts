/** The server calls about the brand, whose logo is a file of the person. */
import type { BrandChange, BrandInfo } from '#domain/desk/brand-calls'
import { ApiError, callForOne } from './call.ts'
import { callForFile } from './files.ts'

/** A brand before it is sent. Without `logo` the stored one stays, and null removes it. */
export interface BrandDraft {
  name: string
  colour: string
  logo?: File | null
}

/** @throws ApiError 422 with `fields` */
export async function changeBrand(draft: BrandDraft): Promise<BrandInfo> {
  return callForOne('PUT /api/brand', { body: await brandChangeOf(draft) })
}

/** Returns the PDF of a sample card with a brand that is not stored yet. @throws ApiError 422 with `fields` */
export async function sampleCard(draft: BrandDraft): Promise<File> {
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
