/**
 * Renders the page of a credential on the server. Only staff get the application on top. A scan so needs no script, and
 * templates of our own would state every change of the page twice.
 */
import './base.css'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { sessionPath } from '#domain/api/addresses'
import {
  type EmbeddedAnswers,
  embeddedAnswersId,
  embeddedJson,
  type RenderCredentialPage,
} from '#domain/api/wire'
import { textColourOn } from '#domain/desk/brand'
import type { SessionInfo } from '#domain/staff/calls'
import { inOrder } from '#domain/text/text'
import { answerOf, first } from '../api/call.ts'
import { App } from './app.tsx'

/** The parts of the page that the build knows. */
declare const pageParts: {
  /** `client/index.html`, with its placeholders. */
  template: string
  /** The styles of a page without the application. */
  styles: string
  /** The elements that load the application, with its stylesheet. */
  appLinks: string
  /** The elements that load the script of a page without the application. */
  followLinks: string
}

export const renderCredentialPage: RenderCredentialPage = ({ url, answers: stored, installation }) => {
  const answers: EmbeddedAnswers = JSON.parse(inOrder(JSON.stringify(stored)))
  const { role, brand } = first(answerOf<SessionInfo>(answers[sessionPath] as never))
  const { head, content } = rendered(url, answers)
  // The policy of the page allows no style attributes, so that the colours of the brand are a style element.
  const colours = `:root{--brand:${brand.colour};--on-brand:${textColourOn(brand.colour)}}`
  const styles = role === null ? [pageParts.styles, colours] : [colours]
  const assets = [
    ...styles.map((style) => `<style>${style}</style>`),
    role === null ? pageParts.followLinks : pageParts.appLinks,
  ]
  const html = filled(pageParts.template, {
    installation,
    title: `${head}<meta name="description" content="La credencial de un piloto y su vigencia">`,
    assets: assets.join(''),
    answers:
      role === null
        ? ''
        : `<script type="application/json" id="${embeddedAnswersId}">${embeddedJson(answers)}</script>`,
    content: `<div id="root" data-rendered>${content}</div>`,
  })
  return { html, styles }
}

/** Renders the application. React writes the elements of the head before the content. */
function rendered(url: string, answers: EmbeddedAnswers): { head: string; content: string } {
  const html = renderToString(
    <StaticRouter location={url}>
      <App answers={{ ...answers }} />
    </StaticRouter>,
  )
  const [head = ''] = /^(?:<title>[^<]*<\/title>|<link [^>]*>)*/.exec(html) ?? []
  return { head, content: html.slice(head.length) }
}

/** Replaces the placeholders of a template. No value is searched for placeholders. */
function filled(template: string, values: Record<string, string>): string {
  return template.replace(/{{(\w+)}}/g, (_placeholder, name) => values[name] ?? '')
}
