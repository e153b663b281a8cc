/** The part of fs-native-extensions that is used; it brings no types of its own. */
declare module 'fs-native-extensions' {
  /** Whether the lock was granted; it is released when the file is closed or its process ends, however it ends. */
  export function tryLock(fd: number): boolean
}
