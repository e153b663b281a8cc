/** Tests of the reader that splits a file into blocks of whole lines. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineBlocks } from '../../../server/store/folder/log/lines.ts'
import { aFolder } from '../../support/folder.ts'

/** Writes a text to a file and returns its blocks: the offset of each in bytes, and its text. */
async function blocksOf(text: string, from?: number, size?: number): Promise<[number, string][]> {
  const path = join(await aFolder(), 'lines')
  await writeFile(path, text)
  const blocks: [number, string][] = []
  for await (const { start, bytes } of lineBlocks(path, from, size)) blocks.push([start, bytes.toString()])
  return blocks
}

test('a block contains as many whole lines as fit into its size', async () => {
  expect(await blocksOf('one\ntwo\nthree\n', 0, 9)).toEqual([
    [0, 'one\ntwo\n'],
    [8, 'three\n'],
  ])
  expect(await blocksOf('one\ntwo\nthree\n')).toEqual([[0, 'one\ntwo\nthree\n']])
})

test('a line longer than a block is in one block, together with the lines that were read with its end', async () => {
  const long = 'ñ'.repeat(50)
  expect(await blocksOf(`a\n${long}\nb\n`, 0, 4)).toEqual([
    [0, 'a\n'],
    [2, `${long}\nb\n`],
  ])
})

test('the last line may end without a line feed, and an empty file has no blocks', async () => {
  expect((await blocksOf('one\ntwo', 0, 5)).map(([, text]) => text).join('|')).toBe('one\n|two')
  expect(await blocksOf('')).toEqual([])
})

test('reading can begin at any byte of the file, and each block has its offset in the file', async () => {
  expect(await blocksOf('one\ntwo\nthree\n', 4, 5)).toEqual([
    [4, 'two\n'],
    [8, 'three\n'],
  ])
})

test('the blocks together equal the file for every size of a block', async () => {
  const text = Array.from({ length: 40 }, (_, line) => `${'x'.repeat((line * 7) % 23)}\n`).join('')
  for (let size = 1; size < 60; size += 7) {
    const blocks = await blocksOf(text, 0, size)
    expect(blocks.map(([, part]) => part).join('')).toBe(text)
    expect(blocks.every(([start, part]) => text.startsWith(part, start) && part.endsWith('\n'))).toBe(true)
  }
})

test('a missing file causes the error of the system', async () => {
  const missing = lineBlocks(join(await aFolder(), 'missing'))
  await expect(missing.next()).rejects.toMatchObject({ code: 'ENOENT' })
})
