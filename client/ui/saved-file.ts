/** Saves a file on the device of the person, like a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read the file after 60 seconds.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
