/**
 * Renders the React application into the page, or adds it to the HTML that the server has rendered. The router is the small
 * one: loaders would repeat the answers in the page and the change feed.
 */
import './base.css'
import './text-face.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { readEmbeddedAnswers } from '../api/load.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const app = (
  <StrictMode>
    <BrowserRouter>
      <App answers={readEmbeddedAnswers()} />
    </BrowserRouter>
  </StrictMode>
)

if ('rendered' in root.dataset) hydrateRoot(root, app)
else createRoot(root).render(app)
