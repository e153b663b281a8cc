/** Loads parts of the page, and retries if the network fails: a laptop that joins a Wi-Fi cuts every request. */

/** The pause before each retry, in milliseconds. */
const pauses = [200, 600, 1500, 3000]

/** Calls `load` until it succeeds, at most five times. @throws the error of the last attempt */
export async function retriedLoad<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

/** Adds a stylesheet to the page. @throws Error if it does not load */
export function loadSheet(href: string): Promise<void> {
  return retriedLoad(
    () =>
      new Promise((resolve, reject) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = href
        link.onload = () => resolve()
        link.onerror = () => {
          link.remove()
          reject(new Error(`${href} did not arrive`))
        }
        document.head.append(link)
      }),
  )
}
