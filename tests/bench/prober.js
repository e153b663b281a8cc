/**
 * Asks a server for one record all the time, a millisecond after each answer. Each message from the parent process
 * returns the longest wait since the message before, in milliseconds, once the current answer has arrived.
 */
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const [url] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longest = 0
let isAsked = false
process.on('message', () => {
  isAsked = true
})

for (;;) {
  const start = performance.now()
  await answer()
  longest = Math.max(longest, performance.now() - start)
  if (isAsked) {
    process.send(longest)
    isAsked = false
    longest = 0
  }
  await delay(1)
}

function answer() {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    request.on('error', reject)
  })
}
