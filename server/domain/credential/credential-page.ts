/** The contract between the server and the module of the client that renders the page of a credential. */

import type { EmbeddedAnswers } from '../api/wire.ts'
import type { Installation } from '../desk/installation.ts'

/** The name of the built module, in the folder of the pages. */
export const credentialPageModule = 'credential-page.cjs'

interface CredentialPageInput {
  /** The path and the query of the page. */
  url: string
  /** The answers of the server about the session and about the credential, from which the page is rendered. */
  answers: EmbeddedAnswers
  installation: Installation
}

interface CredentialPage {
  html: string
  /** The contents of the style elements in the page, which its content security policy must allow. */
  styles: string[]
}

/** Renders the page. It contains the application and `answers` only if the session has a role. */
export type RenderCredentialPage = (input: CredentialPageInput) => CredentialPage
