/** Reads and limits the file descriptors of a running process (Linux). */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

export function openDescriptors(pid: number): number[] {
  return readdirSync(`/proc/${pid}/fd`).map(Number)
}

/** Stops a process from opening any more files or connections. Returns a function that restores its limit. */
export function takeDescriptors(pid: number): () => void {
  const open = new Set(openDescriptors(pid))
  let lowestFree = 0
  while (open.has(lowestFree)) lowestFree += 1
  const limit = (soft: number | string) => execFileSync('prlimit', ['--pid', `${pid}`, `--nofile=${soft}:`])
  const [before = ''] =
    execFileSync('prlimit', ['--pid', `${pid}`, '--nofile', '--noheadings', '--output=SOFT'], {
      encoding: 'utf8',
    }).match(/\d+/) ?? []
  limit(lowestFree)
  return () => void limit(before)
}
