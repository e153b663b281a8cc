/** Serves the logo of the brand to everyone, and lets admins change the brand and see it on a card before. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { NotFoundError } from '#domain/errors'
import { brandCardPath, brandLogoPath, brandPath } from '#domain/web/addresses'
import { type Brand, maxBrandBytes } from '#domain/web/brand'
import { dataOf, text } from '#domain/web/schema-parts'
import { type BrandChange, brandChange, brandInfo } from '#domain/web/settings-schemas'
import { sampleCard } from '../print/print-order.ts'
import { answers, file } from './route-schemas.ts'
import type { Routes } from './services.ts'

const logoSchema = {
  summary: 'Answers with the logo as PNG, or with 404. The session has its address.',
  querystring: Type.Object({
    v: Type.Optional(text("Differs for every logo, for the browser's cache.")),
  }),
  response: answers({ 200: file(['image/png']) }),
}

const changeSchema = {
  summary: 'Stores a brand, which credentials and cards carry, and answers with it as the session does.',
  description:
    'A logo that cannot be read, or is too complex to draw in ten seconds, is refused with 422 and its reason in ' +
    '`fields.logo`.',
  body: brandChange,
  response: answers({ 200: dataOf(brandInfo) }),
}

const cardSchema = {
  summary: 'Answers with a PDF of a sample card. Stores nothing.',
  body: brandChange,
  response: answers({ 200: file(['application/pdf']) }),
}

export const brand: Routes = async (app, { branding, address, validity, workers, pictureWork }) => {
  app.get(brandLogoPath(), { schema: logoSchema }, async (_request, reply) => {
    const { logo } = branding.current
    if (logo === null) throw new NotFoundError('No hay un logo')
    // The address changes with the logo.
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(Buffer.from(logo, 'base64'))
  })

  app.put(brandPath, { schema: changeSchema, bodyLimit: maxBrandBytes }, async (request) => {
    await branding.change(await changed(request))
    return { data: [branding.describe()] }
  })

  app.post(brandCardPath, { schema: cardSchema, bodyLimit: maxBrandBytes }, async (request, reply) => {
    const brand = await changed(request)
    const pdf = await sampleCard(workers, brand, address.url(), validity.rules)
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="credencial-de-muestra.pdf"')
      .send(pdf)
  })

  /** Returns the brand after a change. @throws InvalidError if the logo cannot be read */
  async function changed(request: FastifyRequest<{ Body: BrandChange }>): Promise<Brand> {
    const { name, colour, logo } = request.body
    if (logo === undefined) return { name: name.trim(), colour, logo: branding.current.logo }
    if (logo === null) return { name: name.trim(), colour, logo }
    const prepared = await pictureWork.prepareLogo(Buffer.from(logo, 'base64'))
    return { name: name.trim(), colour, logo: prepared.toString('base64') }
  }
}
