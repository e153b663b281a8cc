/** Tests of the place of the data of a release. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataFolder, findUnusedData } from '../../bin/terminal/options.ts'
import { aFolder } from '../support/folder.ts'

const release = { releaseFolder: '/opt/pilotos' }
const home = '/home/rosa'

test('a clone keeps its data in the current folder', () => {
  expect(defaultDataFolder({}, { platform: 'linux', env: { XDG_DATA_HOME: '/x' }, home })).toBe('data')
})

test.each([
  ['linux', {}, '/home/rosa/.local/share/pilotos'],
  ['linux', { XDG_DATA_HOME: '/datos' }, '/datos/pilotos'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/rosa/.local/share/pilotos'],
  ['darwin', {}, '/home/rosa/Library/Application Support/PilotOS'],
  ['win32', { LOCALAPPDATA: 'C:\\Users\\Ñata\\AppData\\Local' }, 'C:\\Users\\Ñata\\AppData\\Local\\PilotOS'],
] as const)('a release on %s with %o keeps its data in %s', (platform, env, folder) => {
  expect(defaultDataFolder(release, { platform, env, home })).toBe(folder)
})

test('a release on Windows without LOCALAPPDATA keeps its data in the folder of the user', () => {
  const machine = { platform: 'win32', env: {}, home: 'C:\\Users\\Rosa' } as const
  expect(defaultDataFolder(release, machine)).toBe('C:\\Users\\Rosa\\AppData\\Local\\PilotOS')
})

test('a release finds data beside its program, which a clone and an empty folder do not have', async () => {
  const folder = await aFolder()
  const [beside, used] = [join(folder, 'data'), join(folder, 'used')]
  const clone = { installation: 'clone', clientFolder: '', readerFile: '', workerFile: '' } as const
  const installed = { ...clone, installation: 'linux', releaseFolder: folder } as const
  await mkdir(beside)
  const unused = async (data: string) =>
    (await findUnusedData(data, installed)).filter((path) => path !== resolve('data'))
  expect(await unused(used)).toEqual([])
  await writeFile(join(beside, 'pilots.json'), '')
  expect(await unused(used)).toEqual([beside])
  expect(await unused(beside)).toEqual([])
  expect(await findUnusedData(used, clone)).toEqual([])
})
