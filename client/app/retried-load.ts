/** Loads parts of the page, and retries if the network fails: a laptop that joins a Wi-Fi cuts every request. */

/** The pause before each retry, in milliseconds. */
const pauses = [200, 600, 1500, 3000]

/**
 * Imports a module whose files are given, with those of the modules that it imports. They are fetched first, and the
 * module then finds them in the HTTP cache: a browser never requests a module again after one of these files failed to
 * arrive (HTML standard, section "Fetching scripts"). @throws the error of the last attempt
 */
export async function loadModule<Module>(files: string[], load: () => Promise<Module>): Promise<Module> {
  await Promise.all(files.map((file) => retriedLoad(() => fetchFile(file))))
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

/** Calls `load` until it succeeds, at most five times. @throws the error of the last attempt */
async function retriedLoad(load: () => Promise<void>): Promise<void> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  await response.arrayBuffer()
}
