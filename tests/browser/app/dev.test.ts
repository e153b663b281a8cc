/** Tests of `npm run dev`: it serves the sources, and an open page follows their changes. */
import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../../support/folder.ts'
import { pageOpener } from '../../support/page.ts'
import { root } from '../../support/root.ts'

const open = pageOpener()

test('a change of a page, of a style or of the server reaches an open page, also beside a stale build', async () => {
  const project = await copyOfTheProject()
  await mkdir(join(project, 'dist', 'program'), { recursive: true })
  await writeFile(join(project, 'dist', 'program', 'server.cjs'), 'throw new Error("stale")')
  // The server restarts on the port at which the page waits for it.
  const { page, port, close } = await open()
  await close()
  const args = ['--port', String(port), '--host', '127.0.0.1', '--data', await aFolder(), '--no-open']
  const dev = spawn(process.execPath, [join(project, 'bin', 'dev.js'), ...args], { stdio: 'ignore' })
  const ended = new Promise((resolve) => dev.on('exit', resolve))
  onTestFinished(async () => {
    dev.kill()
    await ended
  })

  // A page that fails to open takes more time than the server's start.
  const login = `http://127.0.0.1:${port}/login`
  await expect.poll(() => fetch(login).catch(() => undefined), { interval: 200 }).toBeTruthy()
  await page.goto(login)
  await page.getByRole('button', { name: 'Ingresar' }).waitFor()

  // Changes that are made together take one build and one start.
  await Promise.all([
    edit(join(project, 'client/staff/login-screen.tsx'), 'Ingresar', 'Pasar'),
    edit(join(project, 'client/app/base.css'), ':root {', ':root { --of-the-test: 7;'),
    edit(join(project, 'server/domain/staff/accounts.ts'), 'no son correctos', 'no valen'),
  ])
  await page.getByRole('button', { name: 'Pasar' }).waitFor()
  const style = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--of-the-test'))
  await expect.poll(() => style().catch(() => ''), { interval: 200 }).toBe('7')

  const answer = () =>
    page.evaluate(async () => {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      return (await fetch('/api/session', request)).text()
    })
  await expect.poll(() => answer().catch(() => ''), { interval: 200 }).toContain('no valen')
})

async function copyOfTheProject(): Promise<string> {
  const project = await aFolder()
  for (const name of ['bin', 'client', 'docs', 'server', 'package.json', 'tsconfig.json']) {
    await cp(join(root, name), join(project, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'), 'junction')
  return project
}

async function edit(path: string, before: string, after: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  expect(text).toContain(before)
  await writeFile(path, text.replace(before, after))
}
