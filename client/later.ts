/** What is not needed to show a scanned credential: its script and the sheet that styles it come when it is first shown. */
import { type ComponentType, lazy } from 'react'
import { loadSheet, retriedLoad } from './retried-load.ts'

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([retriedLoad(load), sheet()])
    return { default: component }
  })
}

let coming: Promise<void> | undefined

/** One sheet for all of it, which the page names. */
function sheet(): Promise<void> {
  coming ??= loadSheet(document.querySelector<HTMLMetaElement>('meta[name="sheet"]')?.content ?? '')
  return coming
}
