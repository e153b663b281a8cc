/** Tests of the texts that a handheld scanner types with different keyboard layouts. */
import { expect, test } from 'vitest'
import { readScanned } from '#domain/credential/scanned'

test.each([
  ['7K3Q9XW2M4TB'],
  ['7k3q-9xw2-m4tb'],
  ["7K3Q'9XW2'M4TB"],
  [' 7K3Q-9XW2-M4TB\n'],
  ['http://192.168.1.20:4780/credencial/7K3Q9XW2M4TB'],
  ['HTTP://OTRO-NOMBRE.PE/CREDENCIAL/7K3Q9XW2M4TB/'],
  ['httpÑ--192.168.1.20Ñ4780-credencial-7K3Q9XW2M4TB'],
  ['httpñ--10.0.0.7ñ4780-credencial-7k3q9xw2m4tb'],
  ['https://[fe80::1]:4780/credencial/7K3Q9XW2M4TB'],
  ['httpÇ;;192.168.1.20Ç4780;credencial;7K3Q9XW2M4TB'],
  ["httpM!!&çé:&-_:&:éàM'è_à!credenciql!èK\"AçXZé?'TB"],
  ["httpsM!!,i)lqptop:locqlM'è_&!credenciql!èk\"açxzé,'tb"],
  ['èK"AçXZé?\'TB'],
])('%j is read as a credential', (text) => {
  expect(readScanned(text)).toBe('7K3Q9XW2M4TB')
})

test.each([
  ['Núñez'],
  ['40123456'],
  [''],
  ['http://192.168.1.20:4780/'],
  ['7K3Q9XW2M4T'],
  ['rally cusco'],
  ['FM-2026-0001'],
  ['josé-antonio'],
  ['GARCIA-PEREZ'],
  ['FM;2026;0001'],
])('%j is not read as a credential', (text) => {
  expect(readScanned(text)).toBeUndefined()
})
