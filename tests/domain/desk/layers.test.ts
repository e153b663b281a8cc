import { expect, test } from 'vitest'
import { Layers } from '#domain/desk/layers'
import { randomIntegers } from '../../support/random.ts'

test('another state has the values of a map in their order, and the states before stay as they were', () => {
  const random = randomIntegers(1)
  let [map, layers] = [new Map<string, unknown>(), new Layers(new Map())]
  for (let step = 0; step < 3000; step += 1) {
    const [key, value] = [`/orders/${random(900)}`, random(10) === 0 ? null : step]
    const before = layers
    const stored = before.get(key)
    layers = layers.with({ [key]: value })
    map = new Map(map)
    if (value === null) map.delete(key)
    else map.set(key, value)
    expect([before.get(key), layers.get(key), layers.has(key)]).toEqual([stored, map.get(key), map.has(key)])
    if (step % 100 === 0) expect([...layers]).toEqual([...map])
  }
  expect([layers.size, [...layers.keys()]]).toEqual([map.size, [...map.keys()]])
})
