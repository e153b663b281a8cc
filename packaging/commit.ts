/** The commit that a release is built from. Its time is the time of every file, so that a second build is identical. */
import { execFileSync } from 'node:child_process'

export interface Commit {
  /** True if the work tree has changes that are not in the commit. */
  isChanged: boolean
  time: Date
}

/** @throws Error outside a git repository */
export function readCommit(root: string): Commit {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  return {
    isChanged: git('status', '--porcelain') !== '',
    time: new Date(Number(git('log', '-1', '--format=%ct')) * 1000),
  }
}
