/** The application below its router: the browser renders it, and the server renders it for a credential. */
import type { EmbeddedAnswers } from '#domain/web/wire'
import { EmbeddedContext } from '../api/embedded.ts'
import { Screens } from './routes.tsx'
import { SessionProvider } from './session-provider.tsx'

export function App({ answers }: { answers: EmbeddedAnswers }) {
  return (
    <EmbeddedContext value={answers}>
      <SessionProvider>
        <Screens />
      </SessionProvider>
    </EmbeddedContext>
  )
}
