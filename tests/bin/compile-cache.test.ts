/** Tests the compile cache of a clone, which Node itself keeps since 22.1. */
import { readFileSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pilotosProcess } from '../support/command.ts'
import { root } from '../support/root.ts'

test.skipIf('enableCompileCache' in nodeModule)(
  'a compile cache that is damaged is replaced, and no command fails by it',
  async () => {
    const file = join(root, 'dist/compile-cache', `commands.cjs.${process.version}`)
    const helped = await pilotosProcess(['list', '--help'])
    const whole = readFileSync(file).length
    writeFileSync(file, 'damaged')
    expect(await pilotosProcess(['list', '--help'])).toEqual({ ...helped, code: 0 })
    expect(readFileSync(file).length).toBeGreaterThan(whole / 2)
  },
)
