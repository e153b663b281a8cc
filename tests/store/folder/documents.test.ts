/** Tests of the small documents of a data folder. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MachineError } from '#domain/errors'
import { JsonDocument } from '../../../server/store/folder/json-documents.ts'
import { aFolder } from '../../support/folder.ts'

/** Returns a document of numbers, and the path of its file. */
async function aDocument() {
  const path = join(await aFolder(), 'numbers.json')
  const parse = (value: unknown) => {
    if (!Array.isArray(value)) throw new MachineError('damaged')
    return value.map(Number)
  }
  return { path, document: new JsonDocument<number[]>(path, { empty: [], parse, format: JSON.stringify }) }
}

test('changes at once are made one after the other, and a change without a result leaves the file as it is', async () => {
  const { path, document } = await aDocument()
  expect((await document.read()).data).toEqual([])
  expect(await document.change(() => undefined)).toBeUndefined()
  expect(await readdir(join(path, '..'))).toEqual([])
  await Promise.all([1, 2, 3].map((number) => document.change((all) => [...all, number])))
  expect(await readFile(path, 'utf8')).toBe('[1,2,3]\n')
})

test('only a changed content is parsed again, also one of the same length', async () => {
  const { path, document } = await aDocument()
  await document.replace([1])
  const { data } = await document.read()
  expect((await document.read()).data).toBe(data)
  await writeFile(path, '[2]\n')
  expect((await document.read()).data).toEqual([2])
})

test('a change by a person counts, damage changes nothing, and only a whole new content replaces it', async () => {
  const { path, document } = await aDocument()
  await document.replace([1])
  await writeFile(path, '[7]')
  expect(await document.change((all) => [...all, 8])).toEqual([7, 8])
  await writeFile(path, '[7,')
  await expect(document.read()).rejects.toThrow('damaged')
  await expect(document.change((all) => [...all, 9])).rejects.toThrow('damaged')
  expect(await readFile(path, 'utf8')).toBe('[7,')
  await document.replace([9])
  expect((await document.read()).data).toEqual([9])
})
