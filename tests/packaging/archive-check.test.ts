/** Tests that an archive with a wrong file is not released, with the native files of a package as stand-ins. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findProblems } from '../../packaging/archive-check.ts'
import type { Entry } from '../../packaging/entries.ts'
import { launcherEntries } from '../../packaging/launcher-entries.ts'
import { readNativeFile } from '../../packaging/native/reader.ts'
import { type Platform, platforms } from '../../packaging/platforms.ts'
import { root } from '../support/root.ts'

const addons = join(root, 'node_modules/fs-native-extensions/prebuilds')

function addonFor({ os, cpu }: Pick<Platform, 'os' | 'cpu'>): Promise<Buffer> {
  return readFile(join(addons, `${os}-${cpu}`, 'fs-native-extensions.node'))
}

/** Returns a small archive without problems. */
async function anArchive(platform: Platform): Promise<Entry[]> {
  const { os, cpu } = platform
  const content = await addonFor(platform)
  const addon = `program/node_modules/fs-native-extensions/prebuilds/${os}-${cpu}/fs-native-extensions.node`
  return [
    ...(await launcherEntries(root, platform, '1.0.0')),
    { path: os === 'win32' ? 'runtime/node.exe' : 'runtime/node', content, isExecutable: true },
    { path: addon, content },
    { path: 'program/bin/pilotos.cjs', content: Buffer.from('') },
    { path: 'program/dist/program/pilotos.cjs', content: Buffer.from('') },
  ]
}

/** Replaces a text in a native file by one of the same length. */
function withText(content: Buffer, from: string, to: string): Buffer {
  const at = content.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error(`${from} is not there`)
  const changed = Buffer.from(content)
  changed.write(to, at, 'latin1')
  return changed
}

const [linux, windows, appleArm, appleIntel] = platforms as [Platform, Platform, Platform, Platform]

test.each(platforms)(
  'the native file of $name is read with its system, its processor and its libraries',
  async (platform) => {
    const { os, cpu, imports } = readNativeFile(await addonFor(platform)) ?? {}
    expect([os, cpu]).toEqual([platform.os, platform.cpu])
    const system = { linux: 'libc.so.6', win32: 'KERNEL32.dll', darwin: '/usr/lib/libSystem.B.dylib' }[
      platform.os
    ]
    expect(imports).toContain(system)
  },
)

test('a text is no native file', () => {
  expect(readNativeFile(Buffer.from('MZ'.padEnd(300, 'x')))).toBeUndefined()
  expect(readNativeFile(Buffer.from(''))).toBeUndefined()
})

describe.each(platforms)('an archive for $name', (platform) => {
  test('has no problems if it is complete', async () => {
    // The published addon for macOS on x64 has no signature, and needs none.
    expect(findProblems(await anArchive(platform), platform)).toEqual([])
  })

  test('may not contain a native file of another platform, under any name', async () => {
    for (const other of platforms.filter((one) => one !== platform)) {
      const content = await addonFor(other)
      const entries = [...(await anArchive(platform)), { path: 'program/node_modules/x/data.bin', content }]
      expect(findProblems(entries, platform)).toContain(
        `program/node_modules/x/data.bin is for ${other.os}-${other.cpu}`,
      )
    }
  })

  test('may not lack its runtime, its launcher or its addon', async () => {
    const entries = await anArchive(platform)
    for (const path of entries.map((entry) => entry.path).filter((name) => name !== 'PilotOS.desktop'))
      expect(
        findProblems(
          entries.filter((entry) => entry.path !== path),
          platform,
        ),
      ).toContain(`${path} is missing`)
  })
})

test('a library that neither the archive nor the system has is a problem', async () => {
  const cases: [Platform, string, string][] = [
    [linux, 'libc.so.6', 'libq.so.6'],
    [windows, 'KERNEL32.dll', 'KERNEL99.dll'],
    [appleArm, '/usr/lib/libSystem.B.dylib', '/opt/lib/libSystem.B.dylib'],
  ]
  for (const [platform, from, to] of cases) {
    const path = 'program/node_modules/x/x.node'
    const content = withText(await addonFor(platform), from, to)
    const entries = [...(await anArchive(platform)), { path, content }]
    expect(findProblems(entries, platform)).toEqual([`${path} needs ${to}, which is not there`])
  }
})

test('on arm64, macOS needs a signature', async () => {
  const path = 'program/node_modules/x/x.node'
  const content = withText(await addonFor(appleArm), '\x1d\0\0\0\x10\0\0\0', '\x1b\0\0\0\x10\0\0\0')
  const entries = [...(await anArchive(appleArm)), { path, content }]
  expect(findProblems(entries, appleArm)).toEqual([`${path} has no signature`])
})

test('paths that Windows refuses, long paths, and folders of other platforms are problems', async () => {
  const content = Buffer.from('text')
  const long = `program/${'x'.repeat(193)}`
  const wrong = ['program/a:b', 'program/con.js', 'program/x./y', 'program/BIN/pilotos.cjs', long]
  const foreign = 'program/node_modules/@img/sharp-darwin-x64/package.json'
  const entries = [...(await anArchive(windows)), ...[...wrong, foreign].map((path) => ({ path, content }))]
  expect(findProblems(entries, windows).sort()).toEqual(
    [
      'program/BIN/pilotos.cjs differs from another path in capitals only',
      'program/a:b is no path on Windows',
      'program/con.js is no path on Windows',
      'program/x./y is no path on Windows',
      `${long} has 201 characters`,
      `${foreign} is for darwin-x64`,
    ].sort(),
  )
})

test('launchers with the line ends of another system, or without the right to run, are problems', async () => {
  const swap = (entries: Entry[], path: string, change: Partial<Entry>) =>
    entries.map((entry) => (entry.path === path ? { ...entry, ...change } : entry))
  const onWindows = await anArchive(windows)
  const lines = Buffer.from('@echo off\n')
  expect(findProblems(swap(onWindows, 'PilotOS.cmd', { content: lines }), windows)).toEqual([
    'PilotOS.cmd has line feeds only, or is not ASCII',
  ])
  const onMac = await anArchive(appleIntel)
  expect(findProblems(swap(onMac, 'PilotOS.command', { isExecutable: false }), appleIntel)).toEqual([
    'PilotOS.command is not executable',
  ])
  const returns = { content: Buffer.from('#!/bin/sh\r\n') }
  expect(findProblems(swap(await anArchive(linux), 'pilotos', returns), linux)).toEqual([
    'pilotos has carriage returns',
  ])
})
