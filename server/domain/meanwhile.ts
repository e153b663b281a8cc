/** The words of a conflict: what another person did while this one was at it. The sentence ends where what to do begins. */
export function meanwhile(did: string, who = 'Otra persona'): string {
  return `${who} ${did} mientras tanto`
}
