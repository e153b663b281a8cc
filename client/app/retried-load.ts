/** Loads parts of the page, and tries again when the network fails: a laptop that joins a Wi-Fi cuts every request. */

/** The pauses before each further attempt, in milliseconds. */
const pauses = [200, 600, 1500, 3000]

/** @throws the error of the last attempt */
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

/** Adds a stylesheet to the page. @throws Error where it does not arrive */
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
