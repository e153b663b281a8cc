/** What is not needed to show a scanned credential: its script and the sheet that styles it come when it is first shown. */
import { type ComponentType, lazy } from 'react'

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), sheet()])
    return { default: component }
  })
}

let coming: Promise<unknown> | undefined

/** One sheet for all of it, which the page names. */
function sheet(): Promise<unknown> {
  coming ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = document.querySelector<HTMLMetaElement>('meta[name="sheet"]')?.content ?? ''
    link.onload = resolve
    link.onerror = reject
    document.head.append(link)
  })
  return coming
}
