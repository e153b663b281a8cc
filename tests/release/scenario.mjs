/**
 * A day at the desk with an unpacked release. Runs without a network, without a PATH and as an ordinary user, by the Node
 * of the release, since there is no other. Arguments: the folder of the release, a spreadsheet, and a folder to write to.
 * Prints one JSON document with what it has seen.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [release, spreadsheet, home] = process.argv.slice(2)
const launcher = join(release, 'pilotos')
const options = { cwd: home, env: { HOME: home }, encoding: 'utf8' }
const seen = {}

function run(...args) {
  const { status, stdout, stderr, error } = spawnSync(launcher, args, options)
  if (error) throw error
  return { code: status, output: `${stdout}${stderr}` }
}

seen.version = run('--version')
seen.system = spawnSync('node', ['--version'], options).error?.code
seen.internet = await fetch('https://registry.npmjs.org').then(
  () => 'reached',
  (error) => error.cause?.code,
)
if (spreadsheet) seen.imported = run('import', spreadsheet)

const server = spawn(launcher, [], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
let started = ''
for await (const part of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
  started += part
  if (started.includes('Ctrl+C')) break
}
seen.started = started
seen.again = run()

const url = 'http://127.0.0.1:4780'
seen.page = (await fetch(`${url}/`)).status
const listed = await (await fetch(`${url}/api?list=all`)).json()
seen.total = listed.total
const [pilot] = listed.data
const { public_url: publicUrl } = await (await fetch(`${url}/api/session`))
  .json()
  .then(({ data }) => (Array.isArray(data) ? data[0] : data))
const picture = await (
  await fetch(`${url}/api?qr=${encodeURIComponent(`${publicUrl}/credencial/${pilot.id_driver}`)}`)
).arrayBuffer()
const form = new FormData()
form.set('id_driver', pilot.id_driver)
form.set('data_driver', pilot.data_driver)
form.set('_img', new Blob([picture], { type: 'image/png' }), 'foto.png')
const saved = await fetch(`${url}/api`, { method: 'POST', body: form, headers: { origin: url } })
seen.saved = saved.status
const answer = await saved.json()
if (!answer.data) throw new Error(`The photo was answered with ${saved.status} ${JSON.stringify(answer)}`)
const [{ attachment }] = answer.data
const photo = Buffer.from(await (await fetch(`${url}/files/${attachment}`)).arrayBuffer())
seen.photo = photo.subarray(0, 3).toString('hex')

const card = await fetch(`${url}/api/pilots/${pilot.id_driver}/card.png`)
seen.card = [
  card.status,
  Buffer.from(await card.arrayBuffer())
    .subarray(1, 4)
    .toString('latin1'),
]

for (const [name, args] of Object.entries({
  pdf: ['print', '--all', '--layout', 'sheet', '--out'],
  xlsx: ['export'],
  'tar.gz': ['backup'],
})) {
  const file = join(home, `${process.pid}.${name}`)
  seen[name] = { ...run(...args, file), start: readFileSync(file).subarray(0, 4).toString('latin1') }
}
seen.doctor = run('doctor')
server.kill('SIGINT')
seen.stopped = (await once(server, 'exit'))[0]
console.log(JSON.stringify(seen))
