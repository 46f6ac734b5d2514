import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardConnections } from '#server/process/guard-connections.ts'
import { limitConnections } from '#server/process/limit-connections.ts'

/** Connections in the order in which they come, each named by its network: "a", or "A" while it is being answered. */
function limited(most: number) {
  const server = createServer()
  limitConnections(server, most)
  const sockets: { name: string; socket: Socket }[] = []
  onTestFinished(() => sockets.forEach(({ socket }) => void socket.destroy()))
  return (names: string) => {
    for (const name of names) {
      const socket = new Socket()
      const address = `192.0.2.${name.toLowerCase().charCodeAt(0)}`
      Object.defineProperty(socket, 'remoteAddress', { value: address })
      sockets.push({ name, socket })
      server.emit('connection', socket)
      const asked = { socket, headers: {}, complete: true, method: 'GET' } as never
      if (name !== name.toLowerCase()) guardConnections(() => {})(asked, new EventEmitter() as never)
    }
    return sockets.flatMap(({ name, socket }) => (socket.destroyed ? [] : [name])).join('')
  }
}

test.each([
  ['the oldest of whoever holds most goes, and no single visitor', 'bacaa', 'd', 'bcaad'],
  ['also for one of those who hold most', 'bacaa', 'a', 'bcaaa'],
  ['also where many come in one turn', 'bcdeaaaaaa', 'ffffff', 'bcdeaaffff'],
  ['one that is being answered stays', 'bAcaa', 'd', 'bAcad'],
  ['where all that holds most is being answered, the next go', 'AAAbb', 'c', 'AAAbc'],
  ['but nobody of a network that holds fewer than the newcomer’s', 'AAAbb', 'a', 'AAAbb'],
  ['where all are being answered the newcomer goes', 'AB', 'c', 'AB'],
  ['of single visitors the oldest goes', 'abc', 'd', 'bcd'],
])('at the limit %s', (_, before, come, after) => {
  const open = limited(before.length)
  expect(open(before)).toBe(before)
  expect(open(come)).toBe(after)
})

test('what has closed leaves its place', async () => {
  const open = limited(2)
  open('a')
  expect(open('b')).toBe('ab')
})
