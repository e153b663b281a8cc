/** A promise that a test resolves itself: work waits for it, or it says that the work has come so far. */
export function aSignal(): [given: Promise<void>, give: () => void] {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return [given, give]
}
