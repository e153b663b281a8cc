/** Renders the React application into the page. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Screens } from './routes.tsx'
import { SessionProvider } from './session-provider.tsx'
import './tokens.css'
import './base.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <SessionProvider>
        <Screens />
      </SessionProvider>
    </BrowserRouter>
  </StrictMode>,
)
