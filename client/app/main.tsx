/** Renders the React application into the page. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Layout } from './layout.tsx'
import { Screen } from './routes.tsx'
import { SessionProvider } from './session-provider.tsx'
import './tokens.css'
import './base.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <SessionProvider>
        <Layout>
          <Screen />
        </Layout>
      </SessionProvider>
    </BrowserRouter>
  </StrictMode>,
)
