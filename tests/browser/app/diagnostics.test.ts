/** Tests the diagnostics that a failed browser test keeps, and the errors that fail a browser test. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { aFolder } from '../../support/folder.ts'
import { root } from '../../support/root.ts'

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
}

test('a test that fails, or whose page or server has an error, keeps its state in a folder and names the folder', async () => {
  const results = await aFolder()
  const { testResults } = await runFixtures({
    PILOTOS_TEST_RESULTS: results,
    PILOTOS_TEST_CACHE: await aFolder(),
  })
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const messageOf = (title: string) =>
    tests.find((run) => run.title === title && run.status === 'failed')?.failureMessages.join('\n')
  const folderOf = (title: string) => `fixtures-failing-pages.fixture.ts-${title.replaceAll(' ', '-')}`

  const errors = {
    'a page lacks a text': 'expected +0 to be 1',
    'a page throws an error': 'thrown by the page',
    'a page breaks its policy': 'Content Security Policy',
    'a server reports an error': 'no es una carpeta',
  }
  for (const [title, error] of Object.entries(errors)) {
    const folder = join(results, folderOf(title))
    expect(messageOf(title)).toContain(error)
    expect(messageOf(title)).toContain(`is in ${folder}: ${(await readdir(folder)).sort().join(', ')}`)
  }
  expect(messageOf('a server says nothing')).toContain('expected 200 to be 500')
  expect(messageOf('a server says nothing')).not.toContain('What was recorded')
  expect(tests.find(({ title }) => title === 'nothing is wrong')?.status).toBe('passed')
  expect((await readdir(results)).sort()).toEqual(Object.keys(errors).map(folderOf).sort())

  const kept = (file: string) => readFile(join(results, folderOf('a page lacks a text'), file))
  expect((await kept('page-1.png')).subarray(1, 4).toString()).toBe('PNG')
  expect((await kept('page-1.txt')).toString()).toMatch(/\d+ ms: click H1 Editar piloto/)
  expect((await kept('page-1.html')).toString()).toContain('No existe un piloto')
  expect((await kept('console.log')).toString()).toContain('said by the page')
  expect((await kept('requests.log')).toString()).toMatch(/GET .*list=0000000000ZZ: 404/)
  const log = await readFile(join(results, folderOf('a server reports an error'), 'server.log'), 'utf8')
  expect(log).toContain('no es una carpeta')
})

function runFixtures(places: Record<string, string>): Promise<Report> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const config = fileURLToPath(import.meta.resolve('../../fixtures/failing/vitest.config.ts'))
  const fixture = fileURLToPath(import.meta.resolve('../../fixtures/failing/pages.fixture.ts'))
  const env = { ...process.env, ...places }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [vitest, 'run', fixture, '--config', config, '--reporter', 'json'],
      { cwd: root, env },
      (error, stdout, stderr) =>
        error?.code === 1 ? resolve(JSON.parse(stdout)) : reject(new Error(`${stdout}\n${stderr}`)),
    )
  })
}
