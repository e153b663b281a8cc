/** Types for the part of fs-native-extensions that is used; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Returns true if the lock is granted. Closing the file or ending the process, even by a crash, releases it. */
  export function tryLock(fd: number): boolean
}
